import { mean } from '../../src/stats/means.js'
import { isSeparate } from '../../src/verdict/slice-validity.js'

/**
 * @import { SavedRun } from '../../src/runs/read-run.js'
 * @import { SliceRecord } from '../../src/runs/types.js'
 */

/**
 * How long what was recorded took. Ending a server, and what a run costs once, are in none of it.
 *
 *
 * @typedef {object} RoundTiming milliseconds: from the command until load can begin, without warm-up; and what a slice takes
 *   with the pause before the next
 * @property {number} startMs
 * @property {number} warmupMs
 * @property {number} sharedCoreMs of both launches
 * @property {number} inTurnMs of one
 *
 * @typedef {{ startMs: number, sliceMs: number }} LaunchTiming likewise
 */

/**
 * @param {SavedRun} run of one round
 * @returns {RoundTiming}
 */
export function roundTiming({ manifest: { design }, launches, slices: played }) {
  const inTurn = played.filter(isSeparate)
  const together = (played.length - inTurn.length) / launches.length
  const [firstMs, endMs] = spanOf(played)
  const [inTurnMs] = spanOf(inTurn)
  return {
    startMs: firstMs - startOf(launches) - launches.length * design.warmupMs,
    warmupMs: design.warmupMs,
    sharedCoreMs: together === 0 ? 0 : (inTurnMs - firstMs) / together,
    inTurnMs: (endMs - inTurnMs) / inTurn.length
  }
}

/**
 * @param {SavedRun} run of one launch
 * @returns {LaunchTiming}
 */
export function launchTiming({ manifest: { design }, launches, slices: played }) {
  const [firstMs, endMs] = spanOf(played)
  return { startMs: firstMs - startOf(launches) - design.warmupMs, sliceMs: (endMs - firstMs) / played.length }
}

/** @param {SliceRecord[]} played @returns {[number, number]} when the first began and the last ended */
function spanOf(played) {
  const starts = played.map(({ startedAt }) => Date.parse(startedAt))
  return [Math.min(...starts), Math.max(...played.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs))]
}

/** @param {SavedRun['launches']} launches */
function startOf(launches) {
  return Math.min(...launches.map(({ startedAt }) => Date.parse(startedAt)))
}

/**
 * Field by field.
 * @template {Record<string, number>} T
 * @param {T[]} timings
 * @returns {T}
 */
export function meanOf(timings) {
  const fields = Object.keys(timings[0] ?? {})
  const means = fields.map(field => [field, mean(timings.map(timing => timing[field] ?? Number.NaN))])
  return /** @type {T} */ (Object.fromEntries(means))
}
