import { readFileSync } from 'node:fs'
import path from 'node:path'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
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
 * @property {number | null} connections of the closed loop
 * @property {Estimate} latencyMs change
 * @property {ChangedLine[]} changes the largest first
 * @property {number} unattributedShare of the latency of the candidate
 */

const root = path.join(workshopRoot, WAITS_FOLDER)

/**
 * Returns how the waits of the candidate differ from those of the baseline; null where the run has none.
 * @param {string} folder of the run
 * @returns {WaitFindings | null}
 */
export function readWaitFindings(folder) {
  const { waits = [], waitChanges = [] } = readJson('analysis.json')
  const { design } = readJson('run.json')
  const [change] = waitChanges
  const candidate = waits.find((/** @type {any} */ each) => each.variant === change?.candidate)
  if (!change || !candidate) return null
  return {
    connections: design?.detailLoad?.connections ?? null,
    latencyMs: estimateOf(change.latencyMs),
    changes: change.rows.map((/** @type {any} */ { file, line, functionName, changeMs }) => ({
      file: shortFile(file),
      line,
      functionName,
      changeMs: estimateOf(changeMs),
      resource:
        candidate.lines.find((/** @type {any} */ each) => each.file === file && each.line === line)?.resource ?? null
    })),
    unattributedShare: candidate.unattributedMs.value / candidate.latencyMs.value
  }

  /** @param {string} name @returns {any} */
  function readJson(name) {
    return JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  }
}

/** @param {Estimate} estimate @returns {Estimate} */
function estimateOf({ value, low, high }) {
  return { value, low, high }
}

/** Returns the path from the folder of the cases, of a file that is saved by its path or its address. @param {string} file */
function shortFile(file) {
  const own = file.replace(/^file:\/\//, '')
  return path.isAbsolute(own) ? path.relative(root, own) : path.normalize(own)
}
