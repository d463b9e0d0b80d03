import { weightedSamples } from '../profile/weighted-samples.js'
import { sum } from '../stats/means.js'

/**
 * @import { SeenThread } from './same-threads.js'
 * @import { FlameTimeline } from './types.js'
 */

/** @typedef {SeenThread & { placeOf: number[] }} PlacedThread */

/**
 * Of each variant one launch in the order of time, all of the same round: of those with all variants the one in the middle
 * by cost.
 * @param {string[]} variants
 * @param {SeenThread[]} threads
 * @param {number[][]} placeOf by thread: the flame graph's node of each of its own
 * @returns {FlameTimeline[]} in the order of the variants that have samples; none where no round has them all
 */
export function flameTimelines(variants, threads, placeOf) {
  const timed = threads
    .map((thread, index) => ({ ...thread, placeOf: placeOf[index] ?? [] }))
    .filter(({ tree }) => tree?.profile.samples)
  const shown = variants.filter(variant => timed.some(({ launch }) => launch.variant === variant))
  const complete = [...new Set(timed.map(({ launch }) => launch.round))]
    .map(round => shown.flatMap(variant => timed.find(isOf(variant, round)) ?? []))
    .filter(ofRound => ofRound.length === shown.length)
    .sort((a, b) => costOf(a) - costOf(b))
  return (complete[(complete.length - 1) >> 1] ?? []).map(toTimeline)
}

/**
 * @param {string} variant
 * @param {number} round
 */
function isOf(variant, round) {
  return (/** @type {PlacedThread} */ { launch }) => launch.variant === variant && launch.round === round
}

/** @param {PlacedThread[]} threads */
function costOf(threads) {
  return sum(threads.map(({ launch }) => launch.profiled))
}

/**
 * @param {PlacedThread} thread
 * @returns {FlameTimeline}
 */
function toTimeline({ launch: { variant, launch }, tree, placeOf }) {
  /** @type {number[]} */
  const nodes = []
  /** @type {number[]} */
  const startsMicros = []
  let atMicros = 0
  for (const { node, weight } of tree ? weightedSamples(tree.profile) : []) {
    const place = placeOf[node] ?? -1
    if (weight > 0 && nodes.at(-1) !== place) {
      nodes.push(place)
      startsMicros.push(atMicros)
    }
    atMicros += weight
  }
  return { variant, launch, durationMicros: Math.round(atMicros), nodes, startsMicros }
}
