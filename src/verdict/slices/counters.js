import { groupBy } from '../../stats/group-by.js'
import { meanInterval } from '../../stats/intervals.js'
import { mean, median, sum } from '../../stats/means.js'
import { bothSides, inBoth } from '../decide/comparisons.js'
import { counterVerdict, keptBytes, toleranceOf } from '../decide/counter-verdict.js'
import { isSeparate, slicesFor, under } from './slice-validity.js'

/** @import { LaunchRecord, SliceRecord } from '../../runs/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { CheckedSlices } from './slice-validity.js' */
/** @import { Compared, CounterComparison, CounterName, CounterRow } from '../types.js' */

/**
 * The counters, how far launches of the same code agree (docs/counters.md has the measured spreads), and how the slices of a launch
 * become one value.
 */
export const counters = /** @type {const} */ ({
  readCalls: { kind: 'exact', summary: lowerQuartile },
  writeCalls: { kind: 'exact', summary: lowerQuartile },
  readBytes: { kind: 'exact', summary: pooled },
  writtenBytes: { kind: 'exact', summary: pooled },
  allocatedBytes: { kind: 'steady', summary: middle },
  waitedMicros: { kind: 'noisy', summary: pooled },
  loopTurns: { kind: 'noisy', summary: pooled },
  voluntarySwitches: { kind: 'noisy', summary: pooled },
  involuntarySwitches: { kind: 'noisy', summary: pooled },
  minorFaults: { kind: 'noisy', summary: pooled },
  majorFaults: { kind: 'noisy', summary: pooled }
})
const names = /** @type {CounterName[]} */ (Object.keys(counters))

/**
 * Returns what a candidate does per request apart from using CPU, compared with the baseline in the same rounds.
 * @param {Compared} compared
 * @param {Load} load the first
 * @param {Pick<CheckedSlices, 'all' | 'valid' | 'forRates'>} slices unprofiled
 * @param {LaunchRecord[]} launches @returns {CounterComparison}
 */
export function compareCounters(compared, load, slices, launches) {
  const { candidate, baseline, pairs: variants } = compared
  const counted = slicesFor('cpuPerRequest', load, slices)
  // Tasks of servers that share a core wait for it too.
  const separate = under(load, slices.valid).filter(isSeparate)
  const rows = names.flatMap(name => rowOf(name) ?? [])
  return {
    candidate,
    baseline,
    generator: load.generator,
    rows,
    verdict: counterVerdict(rows),
    kept: keptBytes(compared, launches)
  }

  /** @param {CounterName} counter @returns {CounterRow | null} */
  function rowOf(counter) {
    const { kind } = counters[counter]
    const pairs = counterRounds(counter, variants, counter === 'waitedMicros' ? separate : counted)
    if (pairs.length === 0) return null
    const differences = pairs.map(pair => pair.candidate - pair.baseline)
    const means = {
      baseline: mean(pairs.map(pair => pair.baseline)),
      candidate: mean(pairs.map(pair => pair.candidate))
    }
    const { low, high } = pairs.length < 2 ? { low: null, high: null } : meanInterval(differences)
    return {
      counter,
      kind,
      ...means,
      difference: means.candidate - means.baseline,
      low,
      high,
      rounds: pairs.length,
      tolerance: kind === 'exact' ? toleranceOf(counter, means.baseline) : null
    }
  }
}

/**
 * Returns a counter per request of both sides of a comparison, in each round that has both.
 * @param {CounterName} counter @param {Compared['pairs']} variants
 * @param {SliceRecord[]} counted the slices that the counter is taken from
 * @returns {{ round: number, baseline: number, candidate: number }[]}
 */
export function counterRounds(counter, variants, counted) {
  const { summary } = counters[counter]
  return inBoth(...bothSides(variants, byRound))

  /** @param {string} variant @returns {Map<number, number>} */
  function byRound(variant) {
    const rounds = groupBy(
      counted.filter(slice => slice.variant === variant),
      ({ round }) => round
    )
    const values = [...rounds].flatMap(([round, own]) => {
      const value = summary(own, counter)
      return value === null ? [] : [/** @type {[number, number]} */ ([round, value])]
    })
    return new Map(values)
  }
}

/**
 * Returns calls per request, the lower quartile of the slices: V8 wakes the event loop for each step of a major garbage
 * collection, by a write and a read of 8 bytes, up to several per request of a slice. A burst of calls by the app is still in the
 * bytes.
 * @type {(slices: SliceRecord[], counter: CounterName) => number | null}
 */
function lowerQuartile(slices, counter) {
  const sorted = perRequest(slices, counter).sort((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 2] ?? null
}

/** @param {SliceRecord[]} slices @param {CounterName} counter */
function middle(slices, counter) {
  return median(perRequest(slices, counter))
}

/** @param {SliceRecord[]} slices @param {CounterName} counter of each slice that has it */
function perRequest(slices, counter) {
  return slices.flatMap(slice => {
    const count = countOf(slice, counter)
    return count === null ? [] : [count / slice.completed]
  })
}

/** @param {SliceRecord[]} slices @param {CounterName} counter */
function pooled(slices, counter) {
  const counts = slices.map(slice => countOf(slice, counter)).filter(count => count !== null)
  return counts.length === 0 || counts.length < slices.length
    ? null
    : sum(counts) / sum(slices.map(({ completed }) => completed))
}

/**
 * Returns the count of a slice. In a closed loop each connection adds one read, the one that finds it closed, however
 * many requests the slice has.
 * @param {SliceRecord} slice @param {CounterName} counter
 * @returns {number | null} null where it is not known, also in runs of versions that did not count
 */
function countOf({ server, load }, counter) {
  const count = server[counter] ?? null
  if (count === null || counter !== 'readCalls' || load.mode !== 'closed') return count
  return count - load.connections
}

/** @param {Pick<CounterComparison, 'rows' | 'verdict'>} comparison @returns the rows whose counter differs */
export function differingCounters({ rows, verdict }) {
  return rows.filter(({ counter }) => verdict.differing.includes(counter))
}
