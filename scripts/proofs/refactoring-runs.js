import path from 'node:path'
import { parseArgs } from 'node:util'
import { refactorings } from '../../test/fixtures/servers/zoo/refactorings/catalog.js'
import { untilInterrupted } from '../until-interrupted.js'
import { badOption, playOpenRuns, readEndMs } from './lib/play-runs.js'
import { orderOf } from './lib/zoo-plan.js'
import { installWhereMissing } from './lib/zoo-setup.js'

/** @import { PlannedRun } from './lib/zoo-plan.js' */

/**
 * Plays the runs with refactored servers of docs/blame.md, and for each case a longer one without profilers, whose size is the truth:
 * `node scripts/proofs/refactoring-runs.js [folder] [--minutes n] [--cases a,b] [--half tuning|held-out]`.
 * Each run that ends, also one that failed, is one line of <folder>/rows.jsonl. An interrupted proof continues where it stopped.
 */
const FOLDER = 'profiles/refactorings'
/** The other loads are for tables that this proof does not read. */
const loadRounds = { unprofiled: 0, profiled: 0 }
/** As few rounds as the main job has. */
const runChanges = { rounds: 6, detailRounds: 3, loadRounds }
/** What a size is compared with: CPU of long, warm runs in which nothing shares a core. */
const truthSlices = { sharedCore: 0, separate: 6, detail: 0, others: 0 }
const truthChanges = { rounds: 6, detailRounds: 0, loadRounds, sliceMs: 700, slices: truthSlices }

await untilInterrupted(async function playRuns(signal) {
  const { folder, endMs, chosen } = readOptions()
  await installWhereMissing(undefined, signal)
  const reproduce = 'node scripts/proofs/refactoring-runs.js'
  const session = { folder, endMs, reproduce, signal }
  await playOpenRuns(plan(chosen), run => ({ ...orderOf(run, refactorings), changes: changesOf(run) }), session)
})

/**
 * Each case with its cost, right after the longer run that has its truth: the speed of a machine changes within hours. Then each without,
 * and with its cost once more.
 * @param {string[]} names @returns {PlannedRun[]}
 */
function plan(names) {
  const withCost = (/** @type {number} */ repetition) =>
    names.flatMap(kind => [runOf(kind, 'cost', repetition, true), runOf(kind, 'cost', repetition)])
  return [...withCost(0), ...names.map(kind => runOf(kind, 'again', 0)), ...withCost(1)]
}

/** @type {(kind: string, question: PlannedRun['question'], repetition: number, isVerdictOnly?: boolean) => PlannedRun} */
function runOf(kind, question, repetition, isVerdictOnly = false) {
  return { kind, question, repetition, isVerdictOnly }
}

/** @param {PlannedRun} run */
function changesOf({ isVerdictOnly }) {
  return isVerdictOnly ? truthChanges : runChanges
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, cases: { type: 'string' }, half: { type: 'string' } }
  })
  const { minutes, cases, half } = values
  const names = refactorings.filter(each => half === undefined || each.half === half).map(({ name }) => name)
  if (names.length === 0) throw badOption('--half', `there is no half "${half}"`, 'tuning, held-out')
  const chosen = cases?.split(',') ?? names
  const unknown = chosen.find(name => !names.includes(name))
  if (unknown !== undefined) throw badOption('--cases', `there is no case "${unknown}"`, names.join(', '))
  return { folder: path.resolve(positionals[0] ?? FOLDER), endMs: readEndMs(minutes), chosen }
}
