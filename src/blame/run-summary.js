import { geometricMean } from '../stats/means.js'
import { shownLines, shownPlace } from './places.js'

/** @import { Change } from '../stats/types.js' */
/** @import { Analysis } from '../types.js' */
/** @import { Compared, CounterName, MetricName, SizeOfThreads, Verdict } from '../verdict/types.js' */
/** @import { SummaryAnswer, SummaryMetric } from './types.js' */

/** @typedef {Pick<Analysis, 'comparisons' | 'verdicts' | 'sizes' | 'loads' | 'latencies' | 'counters' | 'cards'>} Summarised */

/** What a run shows first of its counters: calls, bytes and heap. @type {CounterName[]} */
const shownCounters = ['readCalls', 'writeCalls', 'writtenBytes', 'allocatedBytes']
const percentiles = /** @type {const} */ ([
  ['latencyP50', 0.5],
  ['latencyP99', 0.99]
])

/**
 * Returns what every surface shows of each verdict first: the answer, the lines with their cost, and the most important metrics.
 * @param {Summarised} analysis @returns {SummaryAnswer[]}
 */
export function runSummary(analysis) {
  const { comparisons, verdicts, cards } = analysis
  return comparisons.flatMap(function summarise(compared) {
    const { candidate, baseline, pairs } = compared
    const verdict = verdicts.find(each => each.candidate === candidate)
    const card = cards.find(each => each.candidate === candidate)
    if (!verdict) return []
    const { metric, change, size } = verdict
    const places = card?.places.length ? card.places : (card?.waiting?.places ?? [])
    const lines = places.map(shownPlace).flatMap(each =>
      each.place
        ? shownLines(each).map(({ line, cost: { micros, low, high } }) => ({
            file: each.place?.file ?? '',
            line,
            micros,
            low,
            high
          }))
        : []
    )
    return {
      candidate,
      baseline,
      verdict: verdict.verdict,
      metric,
      pairs: pairs.length,
      change,
      size,
      lines,
      metrics: metricsOf(compared, analysis, verdict)
    }
  })
}

/**
 * Returns the most important metrics of two variants, or of one: of a toggle the mean of both sides over the levels of the others.
 * @param {Pick<Compared, 'candidate' | 'pairs'>} compared @param {Omit<Summarised, 'verdicts' | 'cards'>} analysis @param {Verdict} [verdict] on them
 * @returns {SummaryMetric[]}
 */
export function metricsOf({ candidate, pairs }, { sizes, loads: [load], latencies, counters }, verdict) {
  const size = sizes.find(each => each.candidate === candidate)
  const counted = counters.find(each => each.candidate === candidate)
  const isAlone = pairs.every(pair => pair.candidate === pair.baseline)
  return [
    ...cpuRow('cpuMainThread', size?.main ?? null),
    ...cpuRow('cpuPerRequest', size?.all ?? null),
    ...loadRow('requestsPerSecond'),
    ...percentiles.flatMap(([name, quantile]) => latencyRow(name, quantile)),
    ...shownCounters.flatMap(counterRow)
  ]

  /** @type {(name: MetricName, size: SizeOfThreads | null) => SummaryMetric[]} */
  function cpuRow(name, size) {
    if (!size) return loadRow(name)
    const { baselineMicros, candidateMicros, relative } = size
    return [{ ...bare(name), baseline: baselineMicros, candidate: candidateMicros, change: relative }]
  }

  /** @type {(name: MetricName) => SummaryMetric[]} */
  function loadRow(name) {
    const { estimates, changes } = load?.rows.find(({ metric }) => metric === name) ?? {}
    return estimates ? rowOf(name, variant => estimates[variant]?.value, changes?.[candidate] ?? null, null) : []
  }

  /** Returns the latency at a fixed rate, where that was measured. @type {(name: MetricName, quantile: number) => SummaryMetric[]} */
  function latencyRow(name, quantile) {
    const [open] = latencies.flatMap(({ rows, intendedRatePerSecond }) => {
      const row = rows.find(each => each.quantile === quantile)
      const known = row?.responseMicros ?? {}
      const own = rowOf(
        name,
        variant => known[variant] ?? undefined,
        row?.changes[candidate] ?? null,
        intendedRatePerSecond
      )
      return own.filter(({ baseline }) => baseline !== null)
    })
    return open ? [open] : loadRow(name)
  }

  /** @type {(name: CounterName) => SummaryMetric[]} */
  function counterRow(name) {
    const row = counted?.rows.find(({ counter }) => counter === name)
    if (!counted || !row) return []
    const { baseline, candidate: other, difference, low, high } = row
    const isSame = row.kind === 'exact' && !counted.verdict.differing.includes(name)
    return [
      { ...bare(name), baseline, candidate: isAlone ? null : other, difference: { difference, low, high }, isSame }
    ]
  }

  /**
   * Returns a row whose candidate is the change away from the baseline: rounds in which only one side counts are in no change. The change
   * of a metric that the verdict is on, or has in its second half, is that of the verdict.
   * @type {(name: MetricName, read: (variant: string) => number | undefined, found: Change | null, ratePerSecond: number | null) => SummaryMetric[]}
   */
  function rowOf(name, read, found, ratePerSecond) {
    const beside = name === verdict?.secondary?.metric ? verdict.secondary.change : null
    const change = (name === verdict?.metric ? verdict.change : beside) ?? found
    const sideOf = (/** @type {'baseline' | 'candidate'} */ side) => {
      const values = pairs.flatMap(pair => read(pair[side]) ?? [])
      return values.length < pairs.length ? null : geometricMean(values)
    }
    const baseline = sideOf('baseline')
    const candidate = change && baseline !== null ? baseline * (1 + change.relative) : sideOf('candidate')
    return [{ ...bare(name), baseline, candidate: isAlone ? null : candidate, change, ratePerSecond }]
  }
}

/** @param {SummaryMetric['name']} name */
function bare(name) {
  return { name, baseline: null, candidate: null, change: null, difference: null, isSame: false, ratePerSecond: null }
}
