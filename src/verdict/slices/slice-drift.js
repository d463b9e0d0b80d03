import { groupBy } from '../../stats/group-by.js'
import { excludesZero, meanInterval } from '../../stats/intervals.js'
import { mean, sum } from '../../stats/means.js'
import { launchMetrics, pairsOf } from './launch-metrics.js'

/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { RowName } from './launch-metrics.js' */
/** @import { Compared, SliceDrift } from '../types.js' */

/** A significant change over the slices of a launch is reported from this size on: launches of warm servers show up to 2%. */
const LEAST_DRIFT_RATIO = 0.03

/** @typedef {{ index: number, log: number }[]} Line the slices of a launch: position, and logarithm of the value */

/**
 * Returns the drift of a variant: how much a metric changes from one slice of a launch to the next. The slope of the
 * logarithm against the position is taken launch by launch, so differences between launches do not count; the interval is a
 * t interval over launches.
 * @param {RowName} metric @param {string} variant
 * @param {SliceRecord[]} slices that the metric is taken from
 * @returns null with fewer than two launches of two slices
 */
export function sliceDrift(metric, variant, slices) {
  const drift = driftOver(linesOf(metric, slices, variant).filter(line => line.length >= 2))
  return drift && { variant, metric, ...drift }
}

/**
 * Returns what a drift means for a verdict: by how much the ratio of both sides changes from one slice of a round to the next. The sides
 * are loaded at the same time, so that what the machine does cancels.
 *
 * The value of a launch is a ratio of sums over its slices, which is roughly that of the middle of the launch. Where the ratio
 * drifts, it differs at the last slice from the measured one by half of the drift, and at the first slice by as much in the
 * other direction. Nobody knows which slice is closest to production. So the interval is made wider by this half on both sides.
 * @param {RowName} metric @param {Pick<Compared, 'pairs'>} compared
 * @param {SliceRecord[]} slices that the change is taken from
 * @returns null where the ratio does not drift
 */
export function driftOfVerdict(metric, compared, slices) {
  const byIndex = [...groupBy(slices, ({ index }) => index)].flatMap(([index, own]) =>
    pairsOf(launchMetrics(own), metric, compared).flatMap(({ round, baseline, candidate }) =>
      baseline && candidate ? [{ round, index, log: Math.log(candidate / baseline) }] : []
    )
  )
  const lines = [...groupBy(byIndex, ({ round }) => round).values()].filter(line => line.length >= 2)
  const drift = driftOver(lines)
  return drift?.isDrifting
    ? { perSlice: drift.perSlice, addedHalfWidth: Math.abs(Math.log1p(drift.overLaunch)) / 2 }
    : null
}

/**
 * Returns the mean slope of lines, and whether it is significant, and large enough to matter.
 * @param {Line[]} all of two slices or more each @returns null with fewer than two
 */
function driftOver(all) {
  const lines = longestOf(all)
  if (lines.length < 2) return null
  const { mean: slope, low, high } = meanInterval(lines.map(slopeOf))
  const overLaunch = Math.expm1(slope * mean(lines.map(spanOf)))
  return {
    perSlice: { relative: Math.expm1(slope), low: Math.expm1(low), high: Math.expm1(high) },
    /** From the first slice of a launch to its last one. */
    overLaunch,
    isDrifting: excludesZero({ low, high }) && Math.abs(overLaunch) > LEAST_DRIFT_RATIO
  }
}

/**
 * Returns by how much the value of a launch differs at its last slice from that of its middle, as a difference of logarithms.
 * @param {(SliceDrift | null)[]} drifts of the variants on one side of a comparison
 */
export function halfDriftOf(drifts) {
  return meanLogOf(drifts) / 2
}

/** @param {(SliceDrift | null)[]} drifts */
function meanLogOf(drifts) {
  return mean(drifts.flatMap(drift => (drift ? [Math.log1p(drift.overLaunch)] : [])))
}

/** @type {(metric: RowName, slices: SliceRecord[], variant: string) => Line[]} */
function linesOf(metric, slices, variant) {
  /** @type {Map<string | number, Line>} by launch, or by machine */
  const lines = new Map()
  for (const slice of slices.filter(each => each.variant === variant)) {
    const value = launchMetrics([slice])[0]?.value(metric) ?? 0
    const unit = slice.machine ?? slice.launch
    const line = lines.get(unit) ?? []
    lines.set(unit, value > 0 ? [...line, { index: slice.index, log: Math.log(value) }] : line)
  }
  return [...lines.values()]
}

/**
 * Returns the lines that are at least half as long as the longest: the slope of a few first slices varies several times as much.
 * @param {Line[]} lines
 */
function longestOf(lines) {
  const longest = Math.max(...lines.map(spanOf))
  return lines.filter(line => spanOf(line) >= longest / 2)
}

/** @param {Line} line @returns {number} of the least-squares line */
function slopeOf(line) {
  const middle = mean(line.map(({ index }) => index))
  const products = line.map(({ index, log }) => (index - middle) * log)
  return sum(products) / sum(line.map(({ index }) => (index - middle) ** 2))
}

/** @param {Line} line */
function spanOf(line) {
  const positions = line.map(({ index }) => index)
  return Math.max(...positions) - Math.min(...positions)
}
