import { addTickSummaries } from '../../profile/read/read-tick-summary.js'
import { groupBy } from '../../stats/group-by.js'
import { relativeChange } from '../../stats/intervals.js'
import { sum } from '../../stats/means.js'
import { unitOf } from '../../verdict/slices/unit-of.js'

/** @import { Load } from '../../load/types.js' */
/** @import { TickSummary } from '../../profile/types.js' */
/** @import { ProfileRecord, SliceRecord } from '../../runs/types.js' */
/** @import { RoundValues } from '../../stats/intervals.js' */
/** @import { StateRow, TickOddity, TickRow, TickTable } from '../types.js' */

/** @typedef {{ unit: number, variant: string, summary: TickSummary, requests: number }} LaunchTicks */

/** @type {TickRow['name'][]} */
const rowNames = ['javascript', 'cpp', 'gc', 'sharedLibraries', 'unaccounted', 'total']
const NOTABLE_SHARE = 0.05

/**
 * Returns V8's ticks by variant, summed over the profiled launches.
 * @param {ProfileRecord[]} profiles
 * @param {SliceRecord[]} slices all of profiled launches
 * @param {(slice: SliceRecord) => boolean} isValid @param {Load[]} loads
 * @param {string[]} variants the baseline first
 * @returns {TickTable[]} one per load that has ticks
 */
export function tickTables(profiles, slices, isValid, loads, variants) {
  return loads.flatMap(function tableOf({ generator, mode }) {
    const played = slices.filter(slice => slice.load.generator === generator)
    const launches = profiles.flatMap(profile => ticksOfLaunch(profile, profile.ticks[generator], played, isValid))
    if (launches.length === 0) return []
    const [baseline = '', ...candidates] = variants
    const seen = variants.filter(name => launches.some(launch => launch.variant === name))
    const columns = seen.map(name => [name, columnOf(launches.filter(launch => launch.variant === name))])
    const changes = candidates.map(name => [name, changesOf(launches, baseline, name)])
    const profiler = profiles[0]?.profiler ?? ''
    return [{ profiler, generator, mode, variants: Object.fromEntries(columns), changes: Object.fromEntries(changes) }]
  })
}

/**
 * Returns what needs an explanation in such tables.
 * @param {TickTable[]} tables
 * @param {boolean} hasNm whether V8 could look up the symbols of the node binary
 * @returns {TickOddity[]}
 */
export function tickOddities(tables, hasNm) {
  const rows = tables.flatMap(table => Object.values(table.variants).flatMap(variant => variant.rows))
  /** @type {TickOddity[]} */
  const oddities = []
  if (largest('gc') > 0) oddities.push('counted-twice')
  if (largest('unaccounted') >= NOTABLE_SHARE) oddities.push('unaccounted')
  if (largest('sharedLibraries') > 0) oddities.push(hasNm ? 'shared-libraries' : 'no-nm')
  return oddities

  /** @param {TickRow['name']} name */
  function largest(name) {
    return Math.max(0, ...rows.filter(row => row.name === name).map(row => row.share))
  }
}

/**
 * Returns the ticks of a launch. They are of all its slices, so a launch with a discarded slice has none.
 * @param {ProfileRecord} profile @param {TickSummary | undefined} summary
 * @param {SliceRecord[]} slices of the same generator
 * @param {(slice: SliceRecord) => boolean} isValid
 * @returns {LaunchTicks[]} one or none
 */
function ticksOfLaunch({ launch, variant }, summary, slices, isValid) {
  const own = slices.filter(slice => slice.launch === launch)
  const [first] = own
  if (!summary || !first || !own.every(isValid)) return []
  return [{ unit: unitOf(first), variant, summary, requests: sum(own.map(slice => slice.completed)) }]
}

/** @param {LaunchTicks[]} launches of one variant */
function columnOf(launches) {
  const summary = addTickSummaries(launches.map(launch => launch.summary))
  const requests = sum(launches.map(launch => launch.requests))
  const rows = rowNames.map(name => rowOf(name, summary, requests))
  const states = summary.states && statesOf(summary.states, requests)
  return { launches: launches.length, requests, rows, ...(states && { states }) }
}

/** @param {NonNullable<TickSummary['states']>} counts @param {number} requests @returns {StateRow[]} */
function statesOf(counts, requests) {
  const total = sum(Object.values(counts))
  return Object.entries(counts).map(([state, ticks]) => ({
    state: /** @type {StateRow['state']} */ (state),
    ticks,
    share: ratio(ticks, total),
    ticksPer1000Requests: ratio(ticks, requests) * 1000
  }))
}

/** @type {(name: TickRow['name'], summary: TickSummary, requests: number) => TickRow} */
function rowOf(name, summary, requests) {
  const ticks = summary[name]
  const hasNonlibShare = name === 'javascript' || name === 'cpp' || name === 'gc'
  return {
    name,
    ticks,
    share: ratio(ticks, summary.total),
    nonlibShare: hasNonlibShare ? ratio(ticks, summary.total - summary.sharedLibraries) : null,
    ticksPer1000Requests: ratio(ticks, requests) * 1000
  }
}

/** @param {number} part @param {number} whole the ratio is 0 where it is 0 */
function ratio(part, whole) {
  return whole === 0 ? 0 : part / whole
}

/** @param {LaunchTicks[]} launches @param {string} baseline @param {string} candidate */
function changesOf(launches, baseline, candidate) {
  const units = [...groupBy(launches, ({ unit }) => unit).values()]
  return /** @type {TickTable['changes'][string]} */ (
    Object.fromEntries(rowNames.map(name => [name, relativeChange(units.flatMap(own => pairOf(name, own)))]))
  )

  /** @type {(name: TickRow['name'], own: LaunchTicks[]) => RoundValues[]} */
  function pairOf(name, own) {
    const [one, other] = [baseline, candidate].map(function ticksPerRequest(variant) {
      const same = own.filter(each => each.variant === variant)
      return sum(same.map(({ summary }) => summary[name])) / sum(same.map(({ requests }) => requests))
    })
    return Number.isNaN(one) || Number.isNaN(other) ? [] : [{ baseline: one ?? null, candidate: other ?? null }]
  }
}
