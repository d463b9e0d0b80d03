import { sumOfEstimates } from '../stats/intervals.js'
import { isCpuMetric } from '../verdict/classify-change.js'
import { placeOfRow } from './places.js'

/**
 * @import { MetricName, SizeOfThreads, Transfer, VerdictName } from '../verdict/types.js'
 * @import { Blame, Card, CardPlace, CostOfRows } from './types.js'
 */

/**
 * @typedef {object} Facts
 * @property {{ candidate: string, baseline: string, verdict: VerdictName, metric: MetricName }} verdict
 * @property {{ main: SizeOfThreads | null, all: SizeOfThreads | null } | undefined} size
 * @property {Blame | undefined} blame of CPU
 * @property {boolean} hasWorkers whether the call trees contain worker threads, whose rows no total of the main thread contains
 * @property {Transfer | null} transfer
 */

/**
 * Returns the summary card of a candidate: the total per request of both variants, and the blamed source lines with their
 * part of the difference. The rows come from profiled launches and are not scaled to the total, which comes from unprofiled
 * ones: what remains is unattributed, so that baseline + places + unattributed = candidate. A verdict without a headline
 * has no places.
 * @param {Facts} facts
 * @returns {Card}
 */
export function cardOf({ verdict: { candidate, baseline, verdict, metric }, size, blame, hasWorkers, transfer }) {
  const isCpu = isCpuMetric(metric)
  const threads = metric === 'cpuMainThread' && !hasWorkers ? 'main' : 'all'
  const total = isCpu ? (size?.[threads] ?? null) : null
  const facts = { candidate, baseline, verdict, threads: /** @type {Card['threads']} */ (threads), transfer }
  if (!total) {
    return {
      ...facts,
      total: null,
      noTotal: isCpu ? 'not-measured' : 'rates',
      places: [],
      unattributed: null,
      apart: []
    }
  }
  const { rows = [], headline = [], headlinePlaces, headlineSums } = blame ?? {}
  const scope = threads === 'main' ? 'sampled' : 'all'
  const places = (headlinePlaces?.[scope] ?? []).map(toCardPlace)
  const sum = headlineSums?.[scope] ?? null
  const apart = threads === 'main' ? headline.filter(index => rows[index]?.threads) : []
  return { ...facts, total, noTotal: null, places, unattributed: sum && restOf(sum), apart }

  /** @param {CostOfRows} place @returns {CardPlace} */
  function toCardPlace({ rows: indexes, cost }) {
    const [first] = indexes.map(index => rows[index])
    return {
      place: first ? placeOfRow(first) : null,
      cost: { micros: cost.difference, low: cost.low, high: cost.high },
      steps: indexes.map(row => ({ row, micros: rows[row]?.cost.difference ?? 0 }))
    }
  }

  /** @param {{ difference: number, low: number | null, high: number | null }} sum */
  function restOf({ difference, low, high }) {
    const { micros, ...ends } = /** @type {SizeOfThreads} */ (total).difference
    if (low === null || high === null) return { micros: micros - difference, low: null, high: null }
    const rest = sumOfEstimates([
      { value: micros, ...ends },
      { value: -difference, low: -high, high: -low }
    ])
    return { micros: rest.value, low: rest.low, high: rest.high }
  }
}
