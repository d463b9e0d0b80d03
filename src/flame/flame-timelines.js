import { weightedSamples } from '../profile/tree/weighted-samples.js'
import { sum } from '../stats/means.js'

/**
 * @import { SeenThread } from './same-threads.js'
 * @import { FlameTimeline } from './types.js'
 */

/** @typedef {SeenThread & { placeOf: ArrayLike<number> }} PlacedThread */

/**
 * Returns one launch of each variant in the order of time. All are of the same round: of the rounds with all variants, the
 * one with the median cost.
 * @param {string[]} variants
 * @param {SeenThread[]} threads
 * @param {ArrayLike<number>[]} placeOf by thread: the node of the flame graph for each node of the thread
 * @returns {FlameTimeline[]} in the order of the variants that have samples; empty where no round has all of them
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

/** @type {(variant: string, round: number) => (thread: Pick<PlacedThread, 'launch'>) => boolean} */
function isOf(variant, round) {
  return ({ launch }) => launch.variant === variant && launch.round === round
}

/** @param {PlacedThread[]} threads */
function costOf(threads) {
  return sum(threads.map(({ launch }) => launch.profiled))
}

/** @type {(thread: PlacedThread) => FlameTimeline} */
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
