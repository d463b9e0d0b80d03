import path from 'node:path'
import { infoExperiment } from '../../../src/experiments/info.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { LINES_FOLDER, lineCases } from '../../../test/fixtures/servers/zoo/lines/catalog.js'
import { drawnRuns } from './drawn-runs.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */
/** @import { Design } from '../../../src/measure/types.js' */
/** @import { ProfilerName } from '../../../src/profile/types.js' */
/** @import { LineCase } from '../../../test/fixtures/servers/zoo/lines/catalog.js' */
/** @import { DrawnRun } from './drawn-runs.js' */
/** @import { LineFindings } from './line-findings.js' */

/** Which runs the proof with planted lines plays, and in which order. */

/**
 * @typedef {DrawnRun & { node?: string, at?: string, folder?: string | null, wallMs?: number, problem?: string | null,
 *   findings?: LineFindings | null }} LineRow one line of rows.jsonl; no findings where the run failed
 */

const DRAW = { quarterSeed: 28, fullSeed: 29, fullRuns: 8 }
/** @type {ProfilerName[]} */
export const PROFILERS = ['prof', 'cdp']

/** Two launches per variant and profiler, of 4 s each, and none without a profiler. @type {Partial<Design>} */
export const lineChanges = {
  rounds: 0,
  detailRounds: 2,
  loadRounds: { unprofiled: 0, profiled: 0 },
  slices: { sharedCore: 0, separate: 0, detail: 8, others: 0 }
}

/** Returns all runs, of these cases only. @param {LineCase[]} chosen */
export function planLines(chosen) {
  return drawnRuns(lineCases, chosen, DRAW)
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
