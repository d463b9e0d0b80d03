import { readFileSync } from 'node:fs'
import path from 'node:path'
import { WAITS_FOLDER } from '../../../test/fixtures/servers/zoo/waits/catalog.js'

/**
 * The only place of the proof with planted waits that knows how a run saves them.
 *
 * @typedef {{ value: number, low: number, high: number }} Estimate with its 95% interval
 *
 * @typedef {object} ChangedLine
 * @property {string} file relative to the folder of the cases
 * @property {number} line
 * @property {string} functionName
 * @property {Estimate} changeMs how much longer a request waits at the line
 * @property {string | null} resource that the candidate waits for there, as the run names it
 *
 * @typedef {object} WaitFindings
 * @property {Estimate} latencyMs change
 * @property {ChangedLine[]} changes the largest first
 * @property {number} unattributedShare of the latency of the candidate
 */

/**
 * Returns how the waits of the candidate differ from those of the baseline; null where the run has none.
 * @param {string} folder of the run
 * @returns {WaitFindings | null}
 */
export function readWaitFindings(folder) {
  const { blames, heavyTables } = JSON.parse(readFileSync(path.join(folder, 'analysis.json'), 'utf8'))
  const blame = blames.find((/** @type {any} */ { unit }) => unit === 'latency')
  if (!blame) return null
  const { rows, total, queueing } = blame
  const named = rows.filter((/** @type {any} */ { owner, group }) => owner && (group === 'app' || group === 'package'))
  const table = heavyTables.find((/** @type {any} */ { unit }) => unit === 'latency')
  const at = table.variants.findIndex((/** @type {any} */ { name }) => name === blame.candidate)
  const rest = table.rows.find((/** @type {any} */ { frame }) => table.frames[frame].name === 'unattributed')
  return {
    latencyMs: estimateOf(total),
    changes: [...named.map(changeOf), ...queuedAt(queueing?.at)].sort(
      (a, b) => Math.abs(b.changeMs.value) - Math.abs(a.changeMs.value)
    ),
    unattributedShare: rest ? rest.self[at] / table.variants[at].busy : 0
  }
}

/** @param {any} row of the blame, with a function @returns {ChangedLine} */
function changeOf({ owner, line, path: calls, cost }) {
  return {
    file: shortFile(owner.file),
    line: line ?? owner.line,
    functionName: owner.name,
    changeMs: estimateOf(cost),
    resource: calls.at(-1)?.name ?? null
  }
}

/** Returns the line whose queueing for the event loop grew most. @param {any} at @returns {ChangedLine[]} one where it is certain, or none */
function queuedAt(at) {
  if (!at) return []
  const { file, line, cost } = at
  return [{ file: shortFile(file), line, functionName: '', changeMs: estimateOf(cost), resource: 'event loop' }]
}

/** @param {{ difference: number, low: number | null, high: number | null }} cost in microseconds @returns {Estimate} */
function estimateOf({ difference, low, high }) {
  return { value: difference / 1e3, low: (low ?? -Infinity) / 1e3, high: (high ?? Infinity) / 1e3 }
}

/** Returns the path from the folder of the cases, wherever the clone is that played it. @param {string} file a path or an address */
function shortFile(file) {
  return file.slice(file.lastIndexOf(`/${WAITS_FOLDER}/`) + 1).replace(`${WAITS_FOLDER}/`, '')
}
