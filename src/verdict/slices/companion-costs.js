import { mean, median, sum } from '../../stats/means.js'
import { changeOfMeans, meanWithZeros } from '../../stats/ratio-of-means.js'
import { variantsIn } from '../decide/comparisons.js'
import { pairsOf } from './launch-metrics.js'
import { separateUnder } from './slice-validity.js'

/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Compared } from '../types.js' */

/** A companion with one thread that is busier than this may be the limit, in place of the server. */
export const BUSY_COMPANION_SHARE = 0.85

/**
 * Returns what a request to each variant costs the processes beside the servers, from separate slices: under several variants at
 * once the CPU of a companion cannot be divided between them. The system counts it in steps, so some slices have 0.
 * @param {Load} load that size and blame are measured under
 * @param {string[]} variants @param {Compared[]} comparisons
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 */
export function companionCosts(load, variants, comparisons, slices) {
  const separate = separateUnder(load, slices)
  const names = new Set(separate.flatMap(({ companions = [] }) => companions.map(({ name }) => name)))
  return [...names].map(name => costOf(name, { variants, comparisons, slices: separate }))
}

/**
 * @param {string} companion @param {{ variants: string[], comparisons: Compared[], slices: SliceRecord[] }} measured
 */
function costOf(companion, { variants, comparisons, slices }) {
  const own = slices.flatMap(slice => {
    const cpu = slice.companions?.find(({ name }) => name === companion)
    return cpu ? [{ ...slice, cpuMicros: cpu.cpuMicros }] : []
  })
  const launches = [...new Set(own.map(({ launch }) => launch))].map(function costOfLaunch(id) {
    const played = own.filter(({ launch }) => launch === id)
    const [{ variant, round, machine }] = /** @type {[typeof own[0]]} */ (played)
    const cpuPerRequest = sum(played.map(({ cpuMicros }) => cpuMicros)) / sum(played.map(({ completed }) => completed))
    return { variant, round, machine, value: () => cpuPerRequest }
  })
  const estimates = Object.fromEntries(variants.map(name => [name, meanWithZeros(valuesOf(name))]))
  return {
    /** The command as a person types it. */
    companion,
    /** CPU per request in µs, by variant: arithmetic means; null where half of the launches or more used none. */
    estimates,
    /** By candidate; the intervals are corrected for their number. */
    changes: Object.fromEntries(comparisons.map(each => [each.candidate, changeOf(each)])),
    /** The CPU during the middle slice as a share of one core, by variant. */
    busyShares: Object.fromEntries(variants.flatMap(name => shareOf(name)))
  }

  /** @param {Compared} compared */
  function changeOf(compared) {
    if (variantsIn(compared).some(name => !estimates[name])) return null
    const rounds = pairsOf(launches, 'cpuPerRequest', compared, mean)
    return changeOfMeans(rounds, { comparisons: comparisons.length })
  }

  /** @param {string} name */
  function valuesOf(name) {
    return launches.filter(({ variant }) => variant === name).map(({ value }) => value())
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
