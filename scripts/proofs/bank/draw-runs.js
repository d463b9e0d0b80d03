import { relativeChange } from '../../../src/stats/intervals.js'
import { sum } from '../../../src/stats/means.js'
import { seededRandom, shuffled } from '../../../src/stats/seeded-random.js'
import { classifyChange } from '../../../src/verdict/decide/classify-change.js'

/** @import { BankRound, BankSlice } from './rounds.js' */

export const MARGIN = 0.02
export const DRAWS = 1000

/**
 * Returns how often runs that are drawn from rounds are right: shares of the verdicts and of the intervals with the mean of all rounds,
 * and the mean half-width.
 * @param {BankRound[]} own of one server @param {number} planted percent @param {number} length rounds of a run
 */
export function drawRuns(own, planted, length) {
  const pairs = own.map(round => valuesOf(round, planted, 'together'))
  const truth = relativeChange(pairs)?.relative ?? 0
  const random = seededRandom(length)
  const total = { slower: 0, faster: 0, 'no difference': 0, 'cannot tell': 0, halfWidth: 0, held: 0 }
  for (let draw = 0; draw < DRAWS; draw++) {
    const change = relativeChange(shuffled(pairs, random).slice(0, length))
    if (!change) continue
    total[classifyChange('cpuPerRequest', change, MARGIN).verdict] += 1 / DRAWS
    total.halfWidth += (change.high - change.low) / 2 / DRAWS
    if (change.low <= truth && truth <= change.high) total.held += 1 / DRAWS
  }
  return total
}

/** @param {BankRound} round @param {number} planted percent @param {'together' | 'separate'} kind of slices */
export function valuesOf({ server, variants }, planted, kind) {
  const thread = server === 'http-gzip' ? 1 : 2
  return { baseline: costOf(variants.baseline?.[kind]), candidate: costOf(variants[`plus-${planted}`]?.[kind]) }

  /** @param {BankSlice[]} [slices] */
  function costOf(slices = []) {
    const requests = sum(slices.map(([count]) => count))
    return requests === 0 ? null : sum(slices.map(slice => slice[thread])) / requests
  }
}
