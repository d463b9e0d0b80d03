import { groupBy } from '../../stats/group-by.js'
import { ALPHA } from '../../stats/levels.js'
import { mean, sum } from '../../stats/means.js'
import { tFactor } from '../../stats/t-distribution.js'
import { changeOf, loadOf } from './deciding-change.js'

/** @import { RunManifest, SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Comparison, Verdict } from '../types.js' */

/**
 * Returns the machines of a run of several: what is known of each, those that are one machine, and for each verdict the change on each
 * machine alone, as the report of its own run has it, with whether it differs from that on the others.
 * @param {NonNullable<RunManifest['merged']>} merged @param {Verdict[]} verdicts @param {RunManifest['design']} design
 * @param {Comparison[]} comparisons in the order of the verdicts @param {CheckedSlices} slices unprofiled
 */
export function machinesOf({ count, shards, leftOut }, verdicts, design, comparisons, slices) {
  const boots = groupBy(
    shards.filter(({ boot }) => boot !== null),
    ({ boot }) => boot
  )
  return {
    /** How many shards were planned. */
    count,
    shards: shards.map(({ boot: _, ...shard }) => ({ ...shard, rounds: roundsOf(shard.shard) })),
    leftOut,
    /** Numbers of shards that ran on one machine, which is no sample of several. */
    sameMachine: [...boots.values()].filter(({ length }) => length > 1).map(same => same.map(({ shard }) => shard)),
    changes: verdicts.map(function changesOf(verdict, index) {
      const { candidate, baseline, metric } = verdict
      const load = loadOf(verdict, design)
      const compared = comparisons[index] ?? { candidate, baseline, pairs: [{ candidate, baseline }] }
      const own = shards.map(({ shard }) => changeOf(metric, compared, { load, comparisons: 1 }, alone(slices, shard)))
      const others = differing(own)
      return {
        candidate,
        baseline,
        metric,
        machines: shards.map(({ shard }, place) => ({
          shard,
          /** By its own rounds; null with fewer than two. */
          change: own[place] ?? null,
          differs: others.has(place)
        }))
      }
    })
  }

  /** @param {number} shard @returns {number} with a valid unprofiled slice */
  function roundsOf(shard) {
    return new Set(slices.valid.filter(({ machine }) => machine === shard).map(({ round }) => round)).size
  }
}

/**
 * Returns the machines whose change differs from the mean of the others by more than the rounds of all of them explain: a t test with the
 * standard error and the degrees of freedom of Welch (1947, doi 10.1093/biomet/34.1-2.28), corrected for the number of machines. The one
 * that is furthest off is taken first, and the others are compared without it.
 * @param {(Change | null)[]} changes by machine, each by its own rounds
 * @returns {Set<number>} their places
 */
export function differing(changes) {
  const samples = changes.flatMap((change, place) => (change ? [sampleOf(change, place)] : []))
  /** @type {Set<number>} */
  const found = new Set()
  for (;;) {
    const left = samples.filter(({ place }) => !found.has(place))
    const [furthest] = left
      .map(({ place }) => ({ place, excess: left.length < 3 ? 0 : excessOf(place, left) }))
      .sort((one, other) => other.excess - one.excess)
    if (!furthest || !(furthest.excess > 1)) return found
    found.add(furthest.place)
  }

  /** Returns how often the limit of the test is in the distance of a machine. @param {number} place @param {typeof samples} left */
  function excessOf(place, left) {
    const others = left.filter(each => each.place !== place)
    const parts = left.map(each => ({ ...each, error: each.place === place ? each.error : each.error / others.length }))
    const squared = sum(parts.map(({ error }) => error ** 2))
    const degrees = Math.floor(squared ** 2 / sum(parts.map(each => each.error ** 4 / each.degrees)))
    const own = sum(left.map(each => (each.place === place ? each.log : 0)))
    return (
      Math.abs(own - mean(others.map(({ log }) => log))) /
      (tFactor(1 - ALPHA / samples.length, degrees) * Math.sqrt(squared))
    )
  }
}

/** @param {Change} change @param {number} place */
function sampleOf({ relative, spread, pairs }, place) {
  return { place, log: Math.log1p(relative), error: spread / Math.sqrt(pairs), degrees: pairs - 1 }
}

/** Returns the slices of one machine as those of a run of its own. @type {(slices: CheckedSlices, shard: number) => CheckedSlices} */
function alone({ all, valid, forRates }, shard) {
  return { all: ownOf(all), discarded: [], valid: ownOf(valid), forRates: ownOf(forRates) }

  /** @param {SliceRecord[]} slices */
  function ownOf(slices) {
    return slices.filter(({ machine }) => machine === shard).map(({ machine: _, ...slice }) => slice)
  }
}
