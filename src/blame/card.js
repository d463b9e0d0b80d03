import { groupBy } from '../stats/group-by.js'
import { excludesZero, sumOfEstimates } from '../stats/intervals.js'
import { CONFIDENCE } from '../stats/levels.js'
import { sum as sumOf } from '../stats/means.js'
import { isCpuMetric } from '../verdict/decide/classify-change.js'
import { commonErrors } from './costs/cost-difference.js'
import { EXISTED_SHARE } from './merge-rows.js'
import { placeOfRow } from './places.js'

/** @import { MetricName, SizeOfThreads, Transfer, VerdictName } from '../verdict/types.js' */
/** @import { Blame, BlameRow, Card, CardPlace, CostDifference, CostOfRows, OtherRows, PlaceOfRows, PricedSum } from './types.js' */

/**
 * @typedef {object} Facts
 * @property {{ candidate: string, baseline: string, verdict: VerdictName, metric: MetricName }} verdict
 * @property {{ main: SizeOfThreads | null, all: SizeOfThreads | null } | undefined} size
 * @property {{ main: SizeOfThreads | null, all: SizeOfThreads | null }} [pairSize] of the variants that blame compares
 * @property {Blame | undefined} blame of CPU
 * @property {boolean} hasWorkers whether the call trees contain worker threads, whose rows no total of the main thread contains
 * @property {Transfer | null} transfer
 */

/** Other rows of one kind that are smaller together are part of what is unattributed. */
const LEAST_OTHERS = 0.1
/** Launches of equal code can agree on a smaller change of the latency, which nobody would notice. */
export const LEAST_CHANGE = 0.02
const kindNames = /** @type {const} */ (['others', 'removed', 'offset'])

/**
 * Returns the summary card of a candidate: the total per request of both variants, and the blamed functions with their
 * part of the difference. The rows come from profiled launches and are in the microseconds of the total's baseline, which comes from
 * unprofiled ones: what remains is unattributed, so that baseline + places + other rows + displaced + unattributed = candidate. A verdict without
 * a headline has no places.
 * @type {(facts: Facts) => Card}
 */
export function cardOf({ verdict: asked, size, pairSize, blame, hasWorkers, transfer }) {
  const { candidate, baseline, verdict, metric } = asked
  const isCpu = isCpuMetric(metric)
  const threads = metric === 'cpuMainThread' && !hasWorkers ? 'main' : 'all'
  const total = isCpu ? (size?.[threads] ?? null) : null
  const facts = { candidate, baseline, verdict, threads: /** @type {Card['threads']} */ (threads), transfer }
  if (!total) {
    const noTotal = isCpu ? 'not-measured' : 'rates'
    return { ...facts, total: null, pairTotal: null, noTotal, places: [], others: null, unattributed: null, apart: [] }
  }
  const { rows = [], headline = [] } = blame ?? {}
  const apart = threads === 'main' ? headline.filter(index => rows[index]?.threads) : []
  const pairTotal = pairSize?.[threads] ?? null
  // The mean of two pairs has another baseline, and other threads have another ratio.
  const isTied = threads === 'main' && pairTotal?.difference.micros === total.difference.micros
  const steps = stepsTo(total, verdict, blame, threads, isTied ? blame?.tie : undefined)
  return { ...facts, total, pairTotal, noTotal: null, ...steps, apart }
}

/**
 * Returns the lines at which a request of a candidate waits longer or shorter, priced as those of a card; the total is the latency of the
 * requests that were followed.
 * @param {Blame | undefined} blame of latency @returns {PricedSum | null} null where no line is named
 */
export function waitingOf(blame) {
  if (!blame || blame.headline.length === 0) return null
  const { baseline, candidate, difference, low, high } = blame.total
  if (low === null || high === null || Math.abs(difference) < LEAST_CHANGE * baseline) return null
  const [relative = 0, lowest = 0, highest = 0] = [difference, low, high].map(micros => micros / baseline)
  const total = {
    baselineMicros: baseline,
    candidateMicros: candidate,
    difference: { micros: difference, low, high },
    relative: { relative, low: lowest, high: highest, confidence: CONFIDENCE, pairs: blame.rounds },
    rounds: blame.rounds
  }
  return { total, ...stepsTo(total, verdictOn(blame.total), blame, 'all') }
}

/** Returns what a verdict on a difference alone would be. @type {(cost: Omit<CostDifference, 'pValue'>) => VerdictName} */
export function verdictOn(cost) {
  if (!excludesZero(cost)) return 'cannot tell'
  return cost.difference > 0 ? 'slower' : 'faster'
}

/**
 * Returns the steps from one total to the other.
 * @param {PricedSum['total']} total @param {VerdictName} verdict @param {Blame | undefined} blame @param {Card['threads']} threads
 * @param {Blame['tie']} [tie] where the total and the rows have the same errors of baseline and ratio
 * @returns {Omit<PricedSum, 'total'>}
 */
function stepsTo(total, verdict, blame, threads, tie) {
  const { rows = [], headlinePlaces, headlineSums, otherRows, displaced = null } = blame ?? {}
  const scope = threads === 'main' ? 'sampled' : 'all'
  const places = (headlinePlaces?.[scope] ?? []).map(toCardPlace)
  const sum = headlineSums?.[scope] ?? null
  const together = otherRows?.[scope] ?? null
  const others = otherSteps(sum && together ? together.rows.flatMap(index => rows[index] ?? []) : [])
  const ofCalls = sum && displaced && isLarge(displaced.cost.difference) ? displaced.cost : null
  const displacedStep = ofCalls && { micros: ofCalls.difference }
  const steps = [...Object.values(others), displacedStep].flatMap(step => step ?? [])
  return { places, ...others, displaced: displacedStep, unattributed: sum && restOf(sum, steps) }

  /** @param {PlaceOfRows} place @returns {CardPlace} */
  function toCardPlace({ rows: indexes, cost, ...lines }) {
    const own = indexes.flatMap(index => rows[index] ?? [])
    const { broughtInAt } = own.find(row => row.broughtInAt) ?? {}
    return {
      place: own[0] ? placeOfRow(own[0]) : null,
      ...lines,
      ...(broughtInAt && { broughtInAt }),
      cost: { micros: cost.difference, low: cost.low, high: cost.high },
      steps: indexes.map(row => ({ row, micros: rows[row]?.cost.difference ?? 0 }))
    }
  }

  /**
   * Returns rows by whether they go with the verdict, so that they do not cancel each other.
   * @param {BlameRow[]} own
   */
  function otherSteps(own) {
    const kinds = groupBy(own, ({ cost }) => kindOf(cost, verdict))
    const [others = null, removed = null, offset = null] = kindNames.map(function stepOf(kind) {
      const differences = (kinds.get(kind) ?? []).map(({ cost }) => cost.difference)
      const micros = sumOf(differences)
      return isLarge(micros) ? { micros, count: differences.length } : null
    })
    return { others, removed, offset }
  }

  /** @param {number} micros */
  function isLarge(micros) {
    return Math.abs(micros) > LEAST_OTHERS * Math.abs(total.difference.micros)
  }

  /** @param {CostOfRows['cost']} sum @param {Pick<OtherRows, 'micros'>[]} steps */
  function restOf(sum, steps) {
    const { micros, ...ends } = total.difference
    const left = micros - sum.difference - sumOf(steps.map(step => step.micros))
    const hasOthers = together !== null && Object.values(others).some(step => step !== null)
    const costs = [sum, ...(hasOthers ? [together.cost] : []), ...(ofCalls ? [ofCalls] : [])]
    const taken = costs.flatMap(({ candidate, difference, low, high }) =>
      low === null || high === null ? [] : [{ value: -difference, low: -high, high: -low, candidate: -candidate }]
    )
    if (taken.length < costs.length) return { micros: left, low: null, high: null }
    const all = [{ value: micros, ...ends, candidate: total.candidateMicros }, ...taken]
    const { value, low, high } = sumOfEstimates(all.map(withoutShared))
    const shared = sharedError({ difference: left, candidate: sumOf(all.map(({ candidate }) => candidate)) })
    return { micros: left, low: left - Math.hypot(value - low, shared), high: left + Math.hypot(high - value, shared) }
  }

  /** Returns an estimate without the errors that the total and the rows share. @param {{ value: number, low: number, high: number, candidate: number }} estimate */
  function withoutShared({ value, low, high, candidate }) {
    const shared = sharedError({ difference: value, candidate })
    const own = (/** @type {number} */ half) => Math.sqrt(Math.max(0, half ** 2 - shared ** 2))
    return { value, low: value - own(value - low), high: value + own(high - value) }
  }

  /** Returns the half-width of them. @param {Parameters<typeof commonErrors>[0]} costs */
  function sharedError(costs) {
    return Math.hypot(...Object.values(commonErrors(costs, tie)))
  }
}

/** @param {CostDifference} cost @param {VerdictName} verdict @returns {typeof kindNames[number]} */
function kindOf({ baseline, candidate, difference }, verdict) {
  if (difference > 0 === (verdict === 'slower')) return 'others'
  return candidate < EXISTED_SHARE * baseline ? 'removed' : 'offset'
}
