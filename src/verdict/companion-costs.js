import { estimate, relativeChange } from '../stats/intervals.js'
import { median, sum } from '../stats/means.js'
import { pairsOf } from './launch-metrics.js'
import { isSeparate, under } from './slice-validity.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { Compared, CompanionCost } from './types.js'
 */

/** A companion with one thread that is busier than this may be the limit, in place of the server. */
export const BUSY_COMPANION_SHARE = 0.85

/**
 * Returns what a request to each variant costs the processes beside the servers, from separate slices: under several variants at
 * once the CPU of a companion cannot be divided between them.
 * @param {Load} load that size and blame are measured under
 * @param {string[]} variants
 * @param {Compared[]} comparisons
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @returns {CompanionCost[]}
 */
export function companionCosts(load, variants, comparisons, slices) {
  const separate = under(load, slices).filter(isSeparate)
  const names = new Set(separate.flatMap(({ companions = [] }) => companions.map(({ name }) => name)))
  return [...names].map(name => costOf(name, { variants, comparisons, slices: separate }))
}

/** @type {(companion: string, measured: { variants: string[], comparisons: Compared[], slices: SliceRecord[] }) => CompanionCost} */
function costOf(companion, { variants, comparisons, slices }) {
  const own = slices.flatMap(slice => {
    const cpu = slice.companions?.find(({ name }) => name === companion)
    return cpu ? [{ ...slice, cpuMicros: cpu.cpuMicros }] : []
  })
  const launches = [...new Set(own.map(({ launch }) => launch))].map(function costOfLaunch(id) {
    const played = own.filter(({ launch }) => launch === id)
    const [{ variant, round }] = /** @type {[typeof own[0]]} */ (played)
    const cpuPerRequest = sum(played.map(({ cpuMicros }) => cpuMicros)) / sum(played.map(({ completed }) => completed))
    return { variant, round, values: { cpuPerRequest } }
  })
  return {
    companion,
    estimates: Object.fromEntries(variants.map(name => [name, estimate(valuesOf(name))])),
    changes: Object.fromEntries(
      comparisons.map(each => [each.candidate, relativeChange(pairsOf(launches, 'cpuPerRequest', each))])
    ),
    busyShares: Object.fromEntries(variants.flatMap(name => shareOf(name)))
  }

  /** @param {string} name */
  function valuesOf(name) {
    return launches.filter(({ variant }) => variant === name).map(({ values }) => values.cpuPerRequest)
  }

  /** @param {string} name @returns {[string, number][]} one or none */
  function shareOf(name) {
    const shares = own
      .filter(({ variant }) => variant === name)
      .map(slice => slice.cpuMicros / (slice.durationMs * 1e3))
    const middle = median(shares)
    return middle === null ? [] : [[name, middle]]
  }
}
