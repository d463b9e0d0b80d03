import { groupBy } from '../../stats/group-by.js'
import { mean, medianHigh, variance } from '../../stats/means.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import {
  BUSY_GENERATOR_SHARE,
  BUSY_SERVER_SHARE,
  generatorShare,
  isSeparate,
  LATE_SEND_MICROS,
  OTHER_PROCESSES_SHARE,
  otherProcessesShare,
  STOLEN_SHARE,
  serverShare,
  stolenShare
} from '../slices/slice-validity.js'

/**
 * @import { Load } from '../../load/types.js'
 * @import { LaunchProblem, LaunchRecord, ProfileRecord, SliceRecord, Unread } from '../../runs/types.js'
 * @import { RowName } from '../slices/launch-metrics.js'
 * @import { LaunchWarning, LimitCheck } from '../types.js'
 */

const LATE_LOOP_MICROS = 50_000
const CLOCK_STEP_MS = 20
const SIZE_DEVIATION = 0.05
/** Launches of one variant differ by 3 to 8% on a quiet machine; the ratio of two launches of a round differs far less. */
const SWING_RATIO = 0.1

/**
 * A condition, of the slices under some loads or under all.
 * @typedef {{ name: LimitCheck['name'], limit: number, isFloor?: boolean, modes?: Load['mode'][], read: Reader }} Gauge
 * @typedef {(slice: SliceRecord) => number | null} Reader
 */

/** @type {Gauge[]} */
const gauges = [
  { name: 'generatorShare', limit: BUSY_GENERATOR_SHARE, modes: ['closed', 'open'], read: generatorShareSeparate },
  {
    name: 'generatorDelayMicros',
    limit: LATE_LOOP_MICROS,
    modes: ['closed', 'open'],
    read: slice => slice.generatorProcess.eventLoopDelayP99Micros
  },
  { name: 'serverShare', limit: BUSY_SERVER_SHARE, isFloor: true, modes: ['closed'], read: serverShareSeparate },
  { name: 'failedRequests', limit: 0, read: ({ errors, non2xx }) => errors + non2xx },
  { name: 'clockStepMs', limit: CLOCK_STEP_MS, read: slice => Math.abs(slice.clockStepMs) },
  { name: 'stolenShare', limit: STOLEN_SHARE, read: stolenShare },
  { name: 'otherProcessesShare', limit: OTHER_PROCESSES_SHARE, read: otherProcessesShare }
]

/** @type {Gauge} */
const sendDelay = {
  name: 'sendDelayMicros',
  limit: LATE_SEND_MICROS,
  modes: ['open'],
  read: ({ pace }) => pace?.sendDelayP99Micros ?? null
}

/**
 * Returns the conditions of a valid measurement: for each, the value of the middle slice, of the worst slice and the limit.
 * Which of these discard a slice is decided in slice-validity.js.
 * @param {SliceRecord[]} slices unprofiled, discarded ones included
 * @returns {LimitCheck[]} without conditions that have no value
 */
export function checkLimits(slices) {
  return [...gauges, sizeGauge(slices), sendDelay].flatMap(function readGauge({
    name,
    limit,
    isFloor = false,
    modes,
    read
  }) {
    const known = slices.filter(({ load }) => !modes || modes.includes(load.mode)).flatMap(slice => read(slice) ?? [])
    const sorted = known.toSorted((a, b) => (isFloor ? b - a : a - b))
    const [typical, worst] = [sorted[sorted.length >> 1], sorted.at(-1)]
    if (typical === undefined || worst === undefined) return []
    const beyond = known.filter(value => (isFloor ? value < limit : value > limit)).length
    return [{ name, typical, worst, limit, isFloor, beyond, slices: known.length }]
  })
}

/**
 * Returns what makes a run doubtful apart from its slices: how its launches ended, and what was not read of them.
 * @param {object} measured
 * @param {LaunchRecord[]} measured.launches
 * @param {ProfileRecord[]} measured.profiles
 * @param {LaunchProblem[]} measured.problems
 * @param {number} [measured.foldedFunctions] those that are counted as one
 * @param {string[]} measured.treeless launches whose call trees are missing or damaged
 * @param {Unread[]} measured.unread
 * @returns {LaunchWarning[]}
 */
export function launchWarnings({ launches, profiles, problems, foldedFunctions = 0, treeless, unread }) {
  const killed = launches.filter(({ exit }) => exit.escalated).map(({ id }) => id)
  const failed = launches
    .filter(({ exit }) => !exit.escalated && exit.code !== 0 && exit.signal === null)
    .map(({ id, exit }) => ({ id, exitCode: exit.code }))
  const known = new Set([...profiles.map(({ launch }) => launch), ...problems.map(({ id }) => id), ...treeless])
  const notCollected = launches.filter(({ id, profiler }) => profiler !== 'none' && !known.has(id)).map(({ id }) => id)
  /** @type {LaunchWarning[]} */
  const warnings = unread.map(damage => ({ code: 'unread-file', ...damage }))
  if (killed.length > 0) warnings.push({ code: 'killed', launches: killed })
  if (failed.length > 0) warnings.push({ code: 'failed-exit', launches: failed })
  if (notCollected.length > 0) warnings.push({ code: 'unread-profiles', launches: notCollected })
  if (treeless.length > 0) warnings.push({ code: 'missing-trees', launches: treeless })
  if (foldedFunctions > 0) warnings.push({ code: 'folded-functions', functions: foldedFunctions })
  return warnings
}

/**
 * Returns a warning when the baseline's own launches differ by more than the limit: then the machine changes its speed from
 * round to round, and the figures of one variant mean little.
 * @param {RowName} metric the deciding one
 * @param {string} baseline
 * @param {SliceRecord[]} slices that the metric is taken from
 * @returns {LaunchWarning[]} one or none
 */
export function swingWarnings(metric, baseline, slices) {
  const launches = launchMetrics(slices.filter(({ variant }) => variant === baseline))
  const values = launches.flatMap(launch => launch.value(metric) ?? [])
  if (values.length < 2) return []
  const swingRatio = Math.sqrt(variance(values)) / mean(values)
  return swingRatio > SWING_RATIO
    ? [{ code: 'baseline-swing', variant: baseline, swingRatio, limitRatio: SWING_RATIO }]
    : []
}

/**
 * Returns the gauge of the response size: its deviation from the middle slice of the same variant under the same load.
 * @param {SliceRecord[]} slices
 * @returns {Gauge}
 */
function sizeGauge(slices) {
  const usual = new Map([...groupBy(slices, kindOf)].map(([kind, own]) => [kind, medianHigh(own.map(sizeOf))]))
  return { name: 'sizeDeviation', limit: SIZE_DEVIATION, read: deviation }

  /** @param {SliceRecord} slice */
  function deviation(slice) {
    const size = usual.get(kindOf(slice))
    return size ? Math.abs(sizeOf(slice) / size - 1) : null
  }
}

/** @param {SliceRecord} slice */
function kindOf({ variant, load }) {
  return `${load.generator} ${variant}`
}

/** @param {SliceRecord} slice */
function sizeOf({ bytesRead, completed }) {
  return bytesRead / Math.max(1, completed)
}

/** @param {SliceRecord} slice */
function generatorShareSeparate(slice) {
  return isSeparate(slice) ? generatorShare(slice) : null
}

/** @param {SliceRecord} slice */
function serverShareSeparate(slice) {
  return isSeparate(slice) ? serverShare(slice) : null
}
