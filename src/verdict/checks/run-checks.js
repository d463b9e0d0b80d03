import { groupBy } from '../../stats/group-by.js'
import { mean, medianHigh, variance } from '../../stats/means.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import { appliesTo, isBeyond, limits, responseSize, serverShare } from '../slices/limits.js'
import { isSeparate } from '../slices/slice-validity.js'

/** @import { LaunchProblem, LaunchRecord, ProfileRecord, SliceRecord, Unread } from '../../runs/types.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { Limit } from '../slices/limits.js' */
/** @import { LaunchWarning } from '../types.js' */

const limitNames = /** @type {(keyof typeof limits)[]} */ (Object.keys(limits))
/** Launches of one variant differ by 3 to 8% on a quiet machine; the ratio of two launches of a round differs far less. */
const SWING_RATIO = 0.1
/** What a program such as tsx ends with, which waits for the server that it started. */
const ENDED_BY_SIGTERM = 128 + 15

/**
 * Returns the conditions of a valid measurement: for each, the value of the middle slice, of the worst slice and the limit.
 * @param {SliceRecord[]} slices unprofiled, discarded ones included
 * @returns `beyond`: how many of `slices` exceed the limit, which is a minimum where `isFloor`; without conditions that have
 *   no value
 */
export function checkLimits(slices) {
  const usual = new Map([...groupBy(slices, kindOf)].map(([kind, own]) => [kind, medianHigh(own.map(responseSize))]))
  return limitNames.flatMap(function checkOf(name) {
    /** @type {Limit} */
    const row = limits[name]
    const { limit, isFloor = false, isOfSeparate, read } = row
    const checked = slices.filter(slice => appliesTo(row, slice) && (!isOfSeparate || isSeparate(slice)))
    const known = checked.flatMap(slice => read(slice, usual.get(kindOf(slice))) ?? [])
    const sorted = known.toSorted((a, b) => (isFloor ? b - a : a - b))
    const [typical, worst] = [sorted[sorted.length >> 1], sorted.at(-1)]
    if (typical === undefined || worst === undefined) return []
    const beyond = known.filter(value => isBeyond(row, value)).length
    return [{ name, typical, worst, limit, isFloor, beyond, slices: known.length }]
  })
}

/**
 * Returns what makes a run doubtful apart from its slices: how its launches ended, and what was not read of them.
 * @param {object} measured @param {LaunchRecord[]} measured.launches @param {ProfileRecord[]} measured.profiles
 * @param {LaunchProblem[]} measured.problems
 * @param {number} [measured.foldedFunctions] those that are counted as one
 * @param {string[]} measured.treeless launches whose call trees are missing or damaged
 * @param {Unread[]} measured.unread @returns {LaunchWarning[]}
 */
export function launchWarnings({ launches, profiles, problems, foldedFunctions = 0, treeless, unread }) {
  const killed = launches.filter(({ exit }) => exit.escalated).map(({ id }) => id)
  const failed = launches
    .filter(({ exit }) => !exit.escalated && exit.code !== 0 && exit.code !== ENDED_BY_SIGTERM && exit.signal === null)
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
 * Returns a warning when the baseline's own launches on a machine differ by more than the limit: then it changes its speed from
 * round to round, or launches of that server differ anyway, and the figures of one variant mean little.
 * @param {RowName} metric the deciding one
 * @param {string} baseline
 * @param {SliceRecord[]} slices that the metric is taken from
 * @returns {LaunchWarning[]} one or none
 */
export function swingWarnings(metric, baseline, slices) {
  const launches = launchMetrics(slices.filter(({ variant }) => variant === baseline))
  const swings = [...groupBy(launches, ({ machine }) => machine).values()].flatMap(function swingOf(own) {
    const values = own.flatMap(launch => launch.value(metric) ?? [])
    return values.length < 2 ? [] : [Math.sqrt(variance(values)) / mean(values)]
  })
  const swingRatio = Math.max(0, ...swings)
  return swingRatio > SWING_RATIO
    ? [{ code: 'baseline-swing', variant: baseline, swingRatio, limitRatio: SWING_RATIO }]
    : []
}

/**
 * Returns a warning where a server was busy while its requests were followed: then they wait for each other.
 * @param {SliceRecord[]} slices of all launches
 * @returns {LaunchWarning[]} one or none
 */
export function waitsWarnings(slices) {
  const busy = slices.filter(
    slice => slice.profiler === 'waits' && (slice.pace?.isSaturated || serverShare(slice) >= limits.serverShare.limit)
  )
  const launches = [...new Set(busy.map(({ launch }) => launch))]
  return launches.length === 0 ? [] : [{ code: 'saturated-waits', launches }]
}

/** @param {SliceRecord} slice */
function kindOf({ variant, load }) {
  return `${load.generator} ${variant}`
}
