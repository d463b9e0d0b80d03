import { sumOfEstimates } from '../stats/intervals.js'
import { isCpuMetric } from '../verdict/decide/classify-change.js'
import { placeOfRow } from './places.js'

/** @import { MetricName, SizeOfThreads, Transfer, VerdictName } from '../verdict/types.js' */
/** @import { Blame, Card, CardPlace, CostOfRows } from './types.js' */

/**
 * @typedef {object} Facts
 * @property {{ candidate: string, baseline: string, verdict: VerdictName, metric: MetricName }} verdict
 * @property {{ main: SizeOfThreads | null, all: SizeOfThreads | null } | undefined} size
 * @property {{ main: SizeOfThreads | null, all: SizeOfThreads | null }} [pairSize] of the variants that blame compares
 * @property {Blame | undefined} blame of CPU
 * @property {boolean} hasWorkers whether the call trees contain worker threads, whose rows no total of the main thread contains
 * @property {Transfer | null} transfer
 */

/** Other rows that are smaller together, whatever their signs, are part of what is unattributed. */
const LEAST_OTHERS = 0.1

/**
 * Returns the summary card of a candidate: the total per request of both variants, and the blamed source lines with their
 * part of the difference. The rows come from profiled launches and are not scaled to the total, which comes from unprofiled
 * ones: what remains is unattributed, so that baseline + places + others + unattributed = candidate. A verdict without a headline
 * has no places.
 * @type {(facts: Facts) => Card}
 */
export function cardOf({ verdict: asked, size, pairSize, blame, hasWorkers, transfer }) {
  const { candidate, baseline, verdict, metric } = asked
  const isCpu = isCpuMetric(metric)
  const threads = metric === 'cpuMainThread' && !hasWorkers ? 'main' : 'all'
  const total = isCpu ? (size?.[threads] ?? null) : null
  const facts = { candidate, baseline, verdict, threads: /** @type {Card['threads']} */ (threads), transfer }
  if (!total) {
    return {
      ...facts,
      total: null,
      pairTotal: null,
      noTotal: isCpu ? 'not-measured' : 'rates',
      places: [],
      others: null,
      unattributed: null,
      apart: []
    }
  }
  const { rows = [], headline = [], headlinePlaces, headlineSums, otherRows } = blame ?? {}
  const scope = threads === 'main' ? 'sampled' : 'all'
  const places = (headlinePlaces?.[scope] ?? []).map(toCardPlace)
  const sum = headlineSums?.[scope] ?? null
  const together = otherRows?.[scope] ?? null
  const others = sum && together && areLarge(together) ? together : null
  const apart = threads === 'main' ? headline.filter(index => rows[index]?.threads) : []
  return {
    ...facts,
    total,
    pairTotal: pairSize?.[threads] ?? null,
    noTotal: null,
    places,
    others: others && toStep(others),
    unattributed: sum && restOf(sum, others),
    apart
  }

  /** @param {CostOfRows} place @returns {CardPlace} */
  function toCardPlace({ rows: indexes, cost }) {
    const [first] = indexes.map(index => rows[index])
    return {
      place: first ? placeOfRow(first) : null,
      cost: { micros: cost.difference, low: cost.low, high: cost.high },
      steps: indexes.map(row => ({ row, micros: rows[row]?.cost.difference ?? 0 }))
    }
  }

  /** Returns whether rows are not small, also where they cancel each other. @param {CostOfRows} other */
  function areLarge({ rows: indexes }) {
    const gross = indexes.reduce((sum, index) => sum + Math.abs(rows[index]?.cost.difference ?? 0), 0)
    return gross >= LEAST_OTHERS * Math.abs(/** @type {SizeOfThreads} */ (total).difference.micros)
  }

  /** @param {CostOfRows['cost']} sum @param {CostOfRows | null} others */
  function restOf(sum, others) {
    const { micros, ...ends } = /** @type {SizeOfThreads} */ (total).difference
    const steps = others ? [sum, others.cost] : [sum]
    const left = steps.reduce((rest, { difference }) => rest - difference, micros)
    const taken = steps.flatMap(({ difference, low, high }) =>
      low === null || high === null ? [] : [{ value: -difference, low: -high, high: -low }]
    )
    if (taken.length < steps.length) return { micros: left, low: null, high: null }
    const rest = sumOfEstimates([{ value: micros, ...ends }, ...taken])
    return { micros: rest.value, low: rest.low, high: rest.high }
  }
}

/** @param {CostOfRows} others @returns {NonNullable<Card['others']>} */
function toStep({ rows, cost: { difference, low, high } }) {
  return { micros: difference, low, high, count: rows.length }
}
