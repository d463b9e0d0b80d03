import { groupBy } from '../../stats/group-by.js'
import { median } from '../../stats/means.js'
import { launchMetrics } from './launch-metrics.js'
import { limits } from './limits.js'
import { playedFor, slicesFor } from './slice-validity.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { RowName } from './launch-metrics.js' */
/** @import { CheckedSlices } from './slice-validity.js' */
/** @import { GaugeSeries, SliceSeries, SliceTimes, ValueSeries } from '../types.js' */

/** @typedef {Pick<RunManifest, 'experiment' | 'design' | 'startedAt' | 'merged'>} Setup */

/**
 * What is read of each slice, and its limit, which applies to some loads only.
 * @type {{ name: GaugeSeries['name'], read: (slice: SliceRecord) => number, limit?: number, modes?: Load['mode'][] }[]}
 */
const gauges = [
  { name: 'eventLoopDelayP99Micros', read: ({ server }) => server.eventLoopDelayP99Micros },
  { name: 'gcPauseShare', read: ({ server, durationMs }) => server.gcPauseMicros / (durationMs * 1e3) },
  { name: 'rssBytes', read: ({ server }) => server.rssBytes },
  { name: 'heapUsedBytes', read: ({ server }) => server.heapUsedBytes },
  { name: 'serverShare', ...limits.serverShare },
  { name: 'generatorShare', ...limits.generatorShare }
]

/**
 * Returns a metric slice by slice, discarded slices included, of the slices that the metric is taken from.
 * @param {RowName} metric @param {Setup} setup
 * @param {CheckedSlices} slices unprofiled @param {Load} [load] of these slices; the first when left out
 * @returns {SliceSeries}
 */
export function sliceSeries(metric, setup, slices, load = setup.design.loads[0]) {
  const used = new Set(slicesFor(metric, load, slices))
  const reasons = new Map(slices.discarded.map(({ slice, reasons }) => [slice, reasons]))
  const known = measuredFor(metric, load, slices).flatMap(function withValue(slice) {
    const value = launchMetrics([slice])[0]?.value(metric) ?? null
    return value === null ? [] : [{ slice, value: finiteOrNull(value), isUsed: used.has(slice) }]
  })
  const own = known.map(({ slice }) => slice)
  const counted = known.map(({ value, isUsed }) => (isUsed ? value : null))
  return {
    metric,
    ...timesOf(own, setup),
    values: known.map(({ value }) => value),
    discarded: known.flatMap(({ slice, isUsed }, row) => (isUsed ? [] : [{ row, reasons: reasons.get(slice) ?? [] }])),
    ...summaryOf(counted, own, setup)
  }
}

/**
 * Returns the state of the servers and of the generator in separate slices, discarded ones included.
 * @param {Setup} setup
 * @param {CheckedSlices} slices unprofiled
 * @returns {SliceTimes & { gauges: GaugeSeries[] }} without gauges that have no value
 */
export function gaugeSeries(setup, slices) {
  const [load] = setup.design.loads
  const own = measuredFor('requestsPerSecond', load, slices)
  const read = gauges.map(function readGauge({ name, read, limit = null, modes = [] }) {
    const values = own.map(slice => finiteOrNull(read(slice)))
    return { name, limit: modes.includes(load.mode) ? limit : null, values, ...summaryOf(values, own, setup) }
  })
  return { ...timesOf(own, setup), gauges: read.filter(({ values }) => values.some(value => value !== null)) }
}

/**
 * Returns the slices that a metric is taken from, discarded ones included, in the order of their start: of several machines one after
 * the other, whose clocks and times have nothing to do with each other.
 * @type {(metric: RowName, load: Load, slices: CheckedSlices) => SliceRecord[]}
 */
function measuredFor(metric, load, slices) {
  return playedFor(metric, load, slices).toSorted(
    (one, other) => (one.machine ?? 0) - (other.machine ?? 0) || Date.parse(one.startedAt) - Date.parse(other.startedAt)
  )
}

/** @type {(slices: SliceRecord[], setup: Setup) => SliceTimes} */
function timesOf(slices, { experiment, startedAt, merged }) {
  const names = experiment.variants.map(({ name }) => name)
  const starts = new Map(merged?.shards.map(({ shard, startedAt: own }) => [shard, own]))
  return {
    ...(merged && { machines: slices.map(({ machine = 0 }) => machine) }),
    variants: slices.map(({ variant }) => names.indexOf(variant)),
    rounds: slices.map(({ round }) => round),
    indexes: slices.map(({ index }) => index),
    startMs: slices.map(
      ({ machine = 0, startedAt: own }) => Date.parse(own) - Date.parse(starts.get(machine) ?? startedAt)
    )
  }
}

/**
 * Returns the range of the values of each variant, and their medians by round.
 * @param {(number | null)[]} values null where a slice does not count
 * @param {SliceRecord[]} slices of the values
 * @param {Setup} setup @returns {Pick<ValueSeries, 'ranges' | 'medians'>}
 */
function summaryOf(values, slices, { experiment }) {
  const names = experiment.variants.map(({ name }) => name)
  const rounds = [...new Set(slices.map(({ round }) => round))].sort((a, b) => a - b)
  const counted = values.flatMap((value, row) => {
    const slice = slices[row]
    return value !== null && slice ? [{ value, variant: slice.variant, round: slice.round }] : []
  })
  const byVariant = groupBy(counted, ({ variant }) => variant)
  return {
    ranges: names.map(function rangeOf(name) {
      const own = valuesOf(byVariant.get(name))
      const middle = median(own)
      return middle === null
        ? null
        : { low: Math.min(...own), median: middle, high: Math.max(...own), count: own.length }
    }),
    medians: names.map(function mediansOf(name) {
      const byRound = groupBy(byVariant.get(name) ?? [], ({ round }) => round)
      return rounds.map(round => median(valuesOf(byRound.get(round))))
    })
  }
}

/** @param {{ value: number }[]} [some] */
function valuesOf(some = []) {
  return some.map(({ value }) => value)
}

/** @param {number} value */
function finiteOrNull(value) {
  return Number.isFinite(value) ? value : null
}
