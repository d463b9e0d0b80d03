import path from 'node:path'
import { RunFolder } from '../../../src/runs/run-folder.js'
import { verdictsOn } from '../../../src/verdict/decide/decide.js'
import { checkSlices, unprofiledOf } from '../../../src/verdict/slices/slice-validity.js'
import { readRows } from '../lib/play-runs.js'
import { PLANTED_PERCENT } from './servers.js'

/** @import { Verdict } from '../../../src/verdict/types.js' */
/** @import { BankServer } from './servers.js' */

/**
 * @typedef {{ server: string, planted: number, repetition: number }} LiveRun
 * @typedef {LiveRun & Pick<Verdict, 'metric' | 'verdict'> & LiveFigures} LiveRow a run that was played
 *
 * @typedef {object} LiveFigures null without a change
 * @property {number | null} relative
 * @property {number | null} low
 * @property {number | null} high
 * @property {number} rounds
 * @property {number} wallMs
 */

export const LIVE_FOLDER = path.join(import.meta.dirname, 'live')
const RUNS_OF_EACH = 6

/**
 * Returns six runs of each planted cost, each on the next server, so that an interrupted recording has all of them.
 * @param {BankServer[]} servers @returns {LiveRun[]}
 */
export function planLiveRuns(servers) {
  return Array.from({ length: RUNS_OF_EACH }, (_, repetition) =>
    PLANTED_PERCENT.map(function ofCost(planted, index) {
      const server = servers[(repetition + index) % servers.length]?.name ?? ''
      return { server, planted, repetition }
    })
  ).flat()
}

/** Returns the row of a run. @param {LiveRun} run @param {string} folder of the run @returns {LiveRow} */
export function liveRowOf(run, folder) {
  const { manifest, slices } = new RunFolder(folder).read()
  const [decided] = verdictsOn(manifest, unprofiledOf(checkSlices(slices, manifest.experiment)), null)
  if (!decided) throw new TypeError('a comparison has a verdict')
  const { metric, verdict, change } = decided
  const { relative = null, low = null, high = null, pairs: rounds = 0 } = change ?? {}
  return { ...run, metric, verdict, relative, low, high, rounds, wallMs: manifest.timing.wallMs }
}

/** @returns {LiveRow[]} */
export function savedLiveRows() {
  return readRows(path.join(LIVE_FOLDER, 'rows.jsonl'))
}
