import path from 'node:path'
import { infoExperiment } from '../../../src/experiments/info.js'
import { seededRandom, shuffled } from '../../../src/stats/seeded-random.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { LINES_FOLDER, lineCases } from '../../../test/fixtures/servers/zoo/lines/catalog.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */
/** @import { Design } from '../../../src/measure/types.js' */
/** @import { ProfilerName } from '../../../src/profile/types.js' */
/** @import { LineCase } from '../../../test/fixtures/servers/zoo/lines/catalog.js' */
/** @import { LineFindings } from './line-findings.js' */

/** Which runs the proof with planted lines plays, and in which order. */

/**
 * @typedef {{ name: string, major: string, isFull: boolean }} PlannedLine `major`: version of Node.js; `isFull`: by `workshop compare`
 *
 * @typedef {PlannedLine & { node?: string, at?: string, folder?: string | null, wallMs?: number, problem?: string | null,
 *   findings?: LineFindings | null }} LineRow one line of rows.jsonl; no findings where the run failed
 */

export const MAIN_MAJOR = '24'
const OTHER_MAJORS = ['20', '22', '26']
/** Draw the cases that are played on other versions, and as full comparisons. Chosen before anything was measured, and never changed. */
const QUARTER_SEED = 28
const FULL_SEED = 29
const FULL_RUNS = 8
/** @type {ProfilerName[]} */
export const PROFILERS = ['prof', 'cdp']

/** Two launches per variant and profiler, of 4 s each, and none without a profiler. @type {Partial<Design>} */
export const lineChanges = {
  rounds: 0,
  detailRounds: 2,
  loadRounds: { unprofiled: 0, profiled: 0 },
  slices: { sharedCore: 0, separate: 0, detail: 8, others: 0 }
}

/**
 * Returns all runs: every case on Node 24, a quarter on the other versions, then eight as full comparisons.
 * @param {LineCase[]} chosen
 * @returns {PlannedLine[]}
 */
export function planLines(chosen) {
  const runs = [
    ...lineCases.map(({ name }) => ({ name, major: MAIN_MAJOR, isFull: false })),
    ...OTHER_MAJORS.flatMap(major =>
      drawn(QUARTER_SEED, lineCases.length >> 2).map(name => ({ name, major, isFull: false }))
    ),
    ...drawn(FULL_SEED, FULL_RUNS).map(name => ({ name, major: MAIN_MAJOR, isFull: true }))
  ]
  return runs.filter(run => chosen.some(({ name }) => name === run.name))
}

/** @param {number} seed @param {number} count @returns {string[]} names of cases, in their order */
function drawn(seed, count) {
  const picked = new Set(shuffled(lineCases, seededRandom(seed)).slice(0, count))
  return lineCases.filter(each => picked.has(each)).map(({ name }) => name)
}

/** Returns what distinguishes a run from all others. @param {PlannedLine} run */
export function keyOfLine({ name, major, isFull }) {
  return [name, major, isFull ? 'full' : 'short'].join(' ')
}

/** Returns the experiment of a case. @param {LineCase} each @param {string} node the binary @returns {Experiment} */
export function lineExperiment({ name, kind, command, cwd, request }, node) {
  return {
    name: `lines-${name.replaceAll(' ', '-')}`,
    question: `Is the planted line of ${name} named (${kind})?`,
    variants: [variant('baseline'), variant('candidate')],
    request: { path: '/', ...request, headers: { 'accept-encoding': 'gzip', ...request?.headers } },
    loads: infoExperiment.loads.slice(0, 1),
    primaryMetric: 'cpuMainThread',
    marginRatio: infoExperiment.marginRatio
  }

  /** @param {string} which @returns {Variant} */
  function variant(which) {
    const [program = '', ...rest] = command(which)
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`
    return {
      name: which,
      command: [program === 'node' ? node : program, ...rest],
      env: { PORT: '0', NODE_ENV: 'production', PATH },
      contentEncoding: null,
      ...(cwd !== undefined && { cwd: path.join(workshopRoot, LINES_FOLDER, cwd) })
    }
  }
}
