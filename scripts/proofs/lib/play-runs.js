import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../../src/errors/errors.js'
import { recordRun } from './record.js'
import { keyOf } from './zoo-plan.js'
import { readFindings } from './zoo-row.js'

/** @import { PlannedRun } from './zoo-plan.js' */
/** @import { ZooRow } from './zoo-row.js' */

/**
 * @typedef {Omit<Parameters<typeof recordRun>[0], 'folder' | 'reproduce' | 'signal'>} Order
 * @typedef {{ folder: string, endMs: number, reproduce: string, signal: AbortSignal }} Session
 */

/**
 * Plays the planned runs that have no row in <folder>/rows.jsonl, each under the node binary that runs this.
 * @param {PlannedRun[]} planned
 * @param {(run: PlannedRun) => Order} orderOf
 * @param {Session} session
 */
export function playOpenRuns(planned, orderOf, session) {
  const runs = planned.map(run => ({ ...run, node: process.version }))
  return playOpenRows(runs, keyOf, run => playOne(run, orderOf(run), session), session)
}

/**
 * Plays what has no row in <folder>/rows.jsonl. Each run that ends, also one that failed, is one line of it.
 * @template Run
 * @param {Run[]} planned
 * @param {(run: Run) => string} keyOf of a planned run, and of a row
 * @param {(run: Run) => Promise<Run>} play returns the row
 * @param {Pick<Session, 'folder' | 'endMs'>} session
 */
export async function playOpenRows(planned, keyOf, play, { folder, endMs }) {
  const file = path.join(folder, 'rows.jsonl')
  mkdirSync(folder, { recursive: true })
  const played = new Set(readRows(file).map(row => keyOf(/** @type {any} */ (row))))
  const open = planned.filter(run => !played.has(keyOf(run)))
  for (const [index, run] of open.entries()) {
    if (performance.now() >= endMs) return console.error(`out of time: ${open.length - index} runs are left`)
    appendFileSync(file, `${JSON.stringify(await play(run))}\n`)
  }
}

/** @type {(planned: PlannedRun & { node: string }, order: Order, session: Session) => Promise<ZooRow>} */
async function playOne(planned, order, { folder, reproduce, signal }) {
  const startedMs = performance.now()
  const known = { ...planned, seed: order.seed, at: new Date().toISOString() }
  try {
    const root = await recordRun({ ...order, folder, reproduce, signal })
    return { ...known, folder: path.basename(root), problem: null, ...readFindings(root) }
  } catch (error) {
    if (!(error instanceof WorkshopError) || signal.aborted) throw error
    console.error(error.message)
    return { ...known, folder: null, problem: error.code, wallMs: performance.now() - startedMs, findings: null }
  }
}

/**
 * Returns when a proof of so many minutes ends, on the clock of `performance.now()`.
 * @param {string} [minutes]
 */
export function readEndMs(minutes = 'Infinity') {
  if (!(Number(minutes) > 0)) throw badOption('--minutes', `"${minutes}" is no time`, 'minutes above 0')
  return performance.now() + Number(minutes) * 60_000
}

/** @type {(option: string, problem: string, allowed: string) => WorkshopError} */
export function badOption(option, problem, allowed) {
  return new WorkshopError('ERR_BAD_OPTION', { option, problem, allowed })
}

/**
 * Reads the rows of a proof; none where the file is missing.
 * @template [Row=ZooRow]
 * @param {string} file
 * @returns {Row[]}
 */
export function readRows(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

/**
 * Returns the cases that the options --cases and --half choose; all without any.
 * @template {{ name: string, half: string }} Case
 * @param {Case[]} all @param {{ cases?: string, half?: string }} options @returns {Case[]}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function chosenCases(all, { cases, half }) {
  const inHalf = all.filter(each => half === undefined || each.half === half)
  if (inHalf.length === 0) throw badOption('--half', `there is no half "${half}"`, 'tuning, held-out')
  const names = cases?.split(',') ?? inHalf.map(({ name }) => name)
  const unknown = names.find(name => !inHalf.some(each => each.name === name))
  if (unknown !== undefined)
    throw badOption('--cases', `there is no case "${unknown}"`, inHalf.map(({ name }) => name).join(', '))
  return inHalf.filter(({ name }) => names.includes(name))
}
