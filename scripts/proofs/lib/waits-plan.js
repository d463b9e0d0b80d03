import path from 'node:path'
import { comparedServers } from '../../../src/experiments/compared-servers.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { WAITS_FOLDER, waitCases } from '../../../test/fixtures/servers/zoo/waits/catalog.js'
import { drawnRuns } from './drawn-runs.js'
import { installWhereMissing } from './zoo-setup.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */
/** @import { WaitCase } from '../../../test/fixtures/servers/zoo/waits/catalog.js' */
/** @import { DrawnRun } from './drawn-runs.js' */
/** @import { WaitFindings } from './wait-findings.js' */

/** How the proof with planted waits plays a case. */

/**
 * @typedef {DrawnRun & { node?: string, at?: string, folder?: string | null, wallMs?: number, problem?: string | null,
 *   findings?: WaitFindings | null }} WaitRow one line of rows.jsonl; no findings where the run failed. `folder`: of the run, relative to
 *   that of the rows
 */

const DRAW = { quarterSeed: 31, fullSeed: 32, fullRuns: 5 }
export const PROFILER = 'waits'
/** Two rounds for the verdict, which a comparison cannot do without, and two with a launch per variant under the profiler. */
export const OPTIONS = ['--profiler', PROFILER, '--rounds', '2']

/** Installs the packages of the cases where they are missing. @param {AbortSignal} [signal] */
export async function prepareWaits(signal) {
  await installWhereMissing(undefined, signal)
  await installWhereMissing('waits', signal)
}

/** Returns all runs, of these cases only. @param {WaitCase[]} chosen */
export function planWaits(chosen) {
  return drawnRuns(waitCases, chosen, DRAW)
}

/** Returns the servers of a case. @param {WaitCase} waitCase @param {string} node the binary @returns {Experiment} */
export function waitExperiment({ name, source, isSame = false, env = {} }, node) {
  const cwd = path.join(workshopRoot, WAITS_FOLDER)
  const experiment = comparedServers({
    variants: [variant('baseline', isSame ? 'on' : 'off'), variant('candidate', 'on')],
    requests: [{ name: 'GET /', weight: 1, path: '/', headers: {} }],
    folder: cwd
  })
  return { ...experiment, name: `waits-${name}` }

  /** @param {string} which @param {'on' | 'off'} WAIT @returns {Variant} */
  function variant(which, WAIT) {
    return {
      name: which,
      command: [node, source],
      env: { WAIT, PORT: '0', NODE_ENV: 'production', ...env },
      contentEncoding: null,
      cwd
    }
  }
}
