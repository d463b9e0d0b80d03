import { robustMean } from '../stats/means.js'
import { launchMetrics } from './launch-metrics.js'
import { slicesFor, usableUnprofiledSlices } from './usable-slices.js'

/**
 * @import { RunManifest, SliceRecord } from '../runs/types.js'
 * @import { Verdict } from './types.js'
 */

/**
 * @typedef {object} RoundEffect
 * @property {number} round from 0
 * @property {number} baseline the launch's robust mean of its slices, in the metric's unit
 * @property {number} candidate
 * @property {number} relative the change between the two
 */

/**
 * What a verdict is made of: both launches of each round, by the metric that decides.
 * @param {Pick<Verdict, 'baseline' | 'candidate' | 'metric'>} verdict
 * @param {{ manifest: RunManifest, slices: SliceRecord[] }} run
 * @returns {RoundEffect[]} the rounds that count
 */
export function roundEffects({ baseline, candidate, metric }, { manifest: { experiment, design }, slices }) {
  const launches = launchMetrics(slicesFor(metric, design.loads[0], usableUnprofiledSlices(slices, experiment)))
  const rounds = [...new Set(launches.map(({ round }) => round))].sort((a, b) => a - b)
  return rounds.flatMap(function effectOf(round) {
    const [one, other] = [baseline, candidate].map(name => {
      const launch = launches.find(each => each.variant === name && each.round === round)
      return launch ? robustMean(launch.values[metric]) : null
    })
    return one && other ? [{ round, baseline: one, candidate: other, relative: other / one - 1 }] : []
  })
}
