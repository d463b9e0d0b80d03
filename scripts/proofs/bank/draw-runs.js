import { groupBy } from '../../../src/stats/group-by.js'
import { halfWidth, relativeChange } from '../../../src/stats/intervals.js'
import { ALPHA } from '../../../src/stats/levels.js'
import { mean, sum } from '../../../src/stats/means.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { classifyChange } from '../../../src/verdict/decide/classify-change.js'
import { changeOf, withDrift } from '../../../src/verdict/decide/deciding-change.js'
import { quantile } from '../lib/tables.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { BankRound, BankSlice } from './rounds.js' */
/** @import { BankMetric } from './servers.js' */

/**
 * @typedef {Record<'slower' | 'faster' | 'no difference' | 'halfWidth' | 'covered', number>} Drawn shares of runs, and the mean half-width, as
 *   a difference of logarithms; `covered`: the interval contains the mean of all rounds
 * @typedef {{ low: number, high: number }} Interval
 * @typedef {{ planted: number, metric: BankMetric, isExact?: boolean }} Asked `planted` in percent; `isExact`: the candidate's CPU is scaled so
 *   that all rounds together measure that
 */

export const MARGIN = 0.02
export const DRAWS = 1000
const RESAMPLES = 100
/** A share of so many runs is off by 5 points at most (standard deviation). */
const DRAWS_OF_RESAMPLE = 100
/** @type {SliceRecord['load']} */
const LOAD = { generator: 'autocannon', mode: 'closed', connections: 1 }

/**
 * Returns how often runs that are drawn from rounds, with replacement, are right. They are decided as a run is.
 * @param {BankRound[]} own of one server @param {Asked} asked @param {number} length rounds of a run @returns {Drawn}
 */
export function drawRuns(own, asked, length) {
  return drawFrom(own, { ...asked, length, draws: DRAWS }, seededRandom(length))
}

/**
 * Returns the intervals (95%) of what {@link drawRuns} returns. The recorded runs are drawn with replacement, again and again (Efron 1979,
 * percentile bootstrap), since the rounds of one of them can be alike.
 * @type {(own: BankRound[], asked: Asked, length: number) => Record<keyof Drawn, Interval>}
 */
export function intervalsOf(own, asked, length) {
  const random = seededRandom(length)
  const runs = [...groupBy(own, ({ run }) => run).values()]
  const all = Array.from({ length: RESAMPLES }, function resampled() {
    const chosen = runs.flatMap(() => runs[Math.floor(random() * runs.length)] ?? [])
    return drawFrom(chosen, { ...asked, length, draws: DRAWS_OF_RESAMPLE }, random)
  })
  return {
    slower: middleOf(all.map(({ slower }) => slower)),
    faster: middleOf(all.map(({ faster }) => faster)),
    'no difference': middleOf(all.map(drawn => drawn['no difference'])),
    halfWidth: middleOf(all.map(({ halfWidth: width }) => width)),
    covered: middleOf(all.map(({ covered }) => covered))
  }
}

/** @param {number[]} values @returns {Interval} with 95% of them */
function middleOf(values) {
  return { low: quantile(values, ALPHA / 2), high: quantile(values, 1 - ALPHA / 2) }
}

/** Returns the mean change over all rounds. @param {BankRound[]} own @param {Asked} asked */
export function truthOf(own, asked) {
  return changeOfAll(own, asked)?.relative ?? Number.NaN
}

/** Returns the change that all rounds measure, with by how much one of them is off. @param {BankRound[]} own @param {Asked} asked */
export function changeOfAll(own, asked) {
  return relativeChange(own.map(round => valuesOf(round, asked)))
}

/** @type {(own: BankRound[], asked: Asked & { length: number, draws: number }, random: () => number) => Drawn} */
function drawFrom(own, { length, draws, planted, metric, isExact }, random) {
  const measuredMean = truthOf(own, { planted, metric })
  const truth = isExact ? planted / 100 : measuredMean
  const scale = (1 + truth) / (1 + measuredMean)
  const places = Array.from({ length }, (_, place) => own.map(round => slicesOf(round, { planted, scale }, place)))
  const candidate = `plus-${planted}`
  const compared = { baseline: 'baseline', candidate, pairs: [{ baseline: 'baseline', candidate }] }
  const total = { slower: 0, faster: 0, 'no difference': 0, 'cannot tell': 0, halfWidth: 0, covered: 0 }
  for (let draw = 0; draw < draws; draw++) {
    const slices = places.flatMap(rounds => rounds[Math.floor(random() * rounds.length)] ?? [])
    const checked = { all: slices, valid: slices, forRates: slices, discarded: [] }
    const measured = changeOf(metric, compared, { load: LOAD, comparisons: 1 }, checked)
    if (!measured) continue
    const { change } = withDrift(measured, metric, compared, slices)
    total[classifyChange(metric, change, MARGIN).verdict] += 1 / draws
    total.halfWidth += halfWidth(change) / draws
    if (change.low <= truth && truth <= change.high) total.covered += 1 / draws
  }
  return total
}

/**
 * Returns the slices of the baseline and of one candidate, with what a verdict on CPU reads of them.
 * @param {BankRound} bankRound @param {{ planted: number, scale: number }} asked `scale` of the candidate's CPU
 * @param {number} round its number in a run
 */
function slicesOf({ variants }, { planted, scale }, round) {
  return ['baseline', `plus-${planted}`].flatMap((variant, place) =>
    (variants[variant] ?? []).map(function toSlice([completed, ...micros], index) {
      const [cpuMicros, cpuMainThreadMicros] = micros.map(each => each * (place > 0 ? scale : 1))
      const cpu = { completed, server: { cpuMicros, cpuMainThreadMicros } }
      const where = { variant, launch: `${variant} ${round}`, round, index, profiler: 'none' }
      const slice = { ...cpu, ...where, load: LOAD, beside: ['the others'] }
      return /** @type {SliceRecord} */ (/** @type {unknown} */ (slice))
    })
  )
}

/**
 * Returns by how much the ratio of a slice is off within its round, as a standard deviation of logarithms: what remains where launches do not
 * differ.
 * @param {BankRound[]} own @param {Asked} asked
 */
export function sliceScatter(own, { planted, metric }) {
  const thread = threadOf(metric)
  const rounds = own.map(function ratiosIn({ variants: { baseline = [], [`plus-${planted}`]: candidate = [] } }) {
    return baseline.flatMap(function ratioOf(before, index) {
      const after = candidate[index]
      const ratio = after ? after[thread] / after[0] / (before[thread] / before[0]) : 0
      return ratio > 0 && Number.isFinite(ratio) ? [Math.log(ratio)] : []
    })
  })
  const usable = rounds.filter(ratios => ratios.length > 1)
  const squares = usable.flatMap(ratios => ratios.map(ratio => (ratio - mean(ratios)) ** 2))
  return {
    perSlice: Math.sqrt(sum(squares) / (squares.length - usable.length)),
    slicesPerRound: squares.length / usable.length
  }
}

/** @param {BankRound} round @param {Asked} asked */
function valuesOf({ variants }, { planted, metric }) {
  const thread = threadOf(metric)
  return { baseline: costOf(variants.baseline), candidate: costOf(variants[`plus-${planted}`]) }

  /** @param {BankSlice[]} [slices] */
  function costOf(slices = []) {
    const requests = sum(slices.map(([count]) => count))
    return requests === 0 ? null : sum(slices.map(slice => slice[thread])) / requests
  }
}

/** @param {BankMetric} metric @returns {1 | 2} where a slice has its CPU */
function threadOf(metric) {
  return metric === 'cpuPerRequest' ? 1 : 2
}
