import { moreIs } from '../../verdict/decide/classify-change.js'
import { isRate } from '../../verdict/slices/slice-validity.js'
import {
  formatChange,
  formatConfidence,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMean,
  formatMicros,
  formatPercentile,
  formatSeconds,
  formatTooFew
} from '../words/format.js'
import { hasInterval, lacksChange } from '../words/too-few-samples.js'
import { equalRateNote, loadInWords, loadNotes, metricWords, sharedCoreNote } from '../words/words.js'
import { levelsInWords } from './toggle-sections.js'

/**
 * @import { Change, Estimate } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { RowName } from '../../verdict/slices/launch-metrics.js'
 * @import { LatencyTable, LoadComparison, MetricRow } from '../../verdict/types.js'
 * @import { Drawn, Section } from './sections.js'
 * @import { Source } from '../words/too-few-samples.js'
 */

/** Below every table with such a value. */
export const APPROXIMATE_NOTE = '~: too few rounds for an interval.'
const LATENCY_NOTES = [
  'Response time: from the scheduled send time (no coordinated omission). In brackets, service time: from the actual send time.',
  'A percentile pools all requests of a variant, and is shown if at least five requests were slower. Its change is the mean over the rounds in which both launches have five slower requests, and needs two such rounds.'
]

/**
 * Returns all metrics under each load.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function loadSections(analysis) {
  const played = analysis.loads.filter(({ rounds }) => rounds > 0)
  return played.map(load => loadSection(load, analysis))
}

/**
 * Returns the latency in each open loop.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function latencySections(analysis) {
  return analysis.latencies.map(table => latencySection(table, analysis))
}

/** @param {Pick<LoadComparison, 'load' | 'rounds'>} part */
export function loadHeading({ load, rounds }) {
  return `${loadInWords(load)}, ${formatCounted(rounds, 'round')}, unprofiled`
}

/** @type {(part: LoadComparison, analysis: Pick<Analysis, 'variants' | 'candidates' | 'baseline' | 'comparisons' | 'loads'>) => Section} */
function loadSection(part, analysis) {
  const { variants, candidates, baseline } = analysis
  const { load, costRounds, rateRounds, isCostOnSharedCore, isAtEqualRate, requests, loadMs } = part
  const separate = isCostOnSharedCore ? ', separate slices' : ''
  const rows = part.rows
    .filter(row => variants.some(variant => row.estimates[variant]))
    .map(row => ({ ...row, ...metricWords[row.metric] }))
  const body = rows.map(({ metric, label, format, estimates, changes }) => [
    label,
    ...variants.map(variant => estimateText(estimates[variant], format)),
    ...changeCells(candidates, changes, {
      baseline,
      values: estimates,
      hasAllRounds: hasAllRounds(part, metric, analysis)
    })
  ])
  const drawn = rows.map(({ metric, changes }) => drawnChanges(candidates, changes, metric))
  if (variants.some(name => requests[name])) body.push(...totalRows())
  return {
    heading: loadHeading(part),
    table: { header: comparisonHeader(variants, candidates), rows: body, textColumns: 1, drawn },
    notes: [
      ...approximateNotes(part),
      ...levelsOfChanges(analysis),
      ...kindNotes(),
      ...(rateRounds === 0 ? [] : [loadNotes[load.mode]])
    ]
  }

  function totalRows() {
    const empty = candidates.map(() => '')
    return [
      [`requests${separate}`, ...variants.map(name => formatCount(requests[name] ?? 0)), ...empty],
      [`time under load${separate}`, ...variants.map(name => formatSeconds(loadMs[name] ?? 0)), ...empty]
    ]
  }

  function kindNotes() {
    if (isAtEqualRate) return [equalRateNote]
    return isCostOnSharedCore ? [sharedCoreNote(costRounds, rateRounds)] : []
  }
}

/**
 * Returns whether `--rounds` adds samples to a metric under a load: the rounds of the verdict play the deciding load only, and where
 * all variants share a core they measure CPU only.
 * @type {(part: LoadComparison, metric: RowName, analysis: Pick<Analysis, 'loads'>) => boolean}
 */
export function hasAllRounds(part, metric, { loads }) {
  return part === loads[0] && !(part.isCostOnSharedCore && isRate(metric))
}

/**
 * Returns what ~ means, where a value of a table has it.
 * @param {{ rows: { estimates: MetricRow['estimates'] }[] }} table
 */
export function approximateNotes({ rows }) {
  const estimates = rows.flatMap(row => Object.values(row.estimates))
  return estimates.some(estimate => estimate && !hasInterval(estimate)) ? [APPROXIMATE_NOTE] : []
}

/** @type {(estimate: Estimate | null | undefined, format: (value: number) => string) => string} */
export function estimateText(estimate, format) {
  return estimate ? formatMean(estimate, format) : '-'
}

/** @type {(table: LatencyTable, analysis: Pick<Analysis, 'variants' | 'candidates' | 'baseline' | 'comparisons'>) => Section} */
function latencySection(table, analysis) {
  const { variants, candidates, baseline } = analysis
  const { requests, roundsDiscarded, rows } = table
  const heading = latencyHeading(table)
  const discarded = `${formatCounted(roundsDiscarded, 'round')} excluded: the load generator sent late, or a server was saturated.`
  if (Object.values(requests).every(count => count === 0)) return { heading, lines: [`No result. ${discarded}`] }
  const body = rows.map(({ quantile, responseMicros, serviceMicros, changes }) => [
    formatPercentile(quantile),
    ...variants.map(name => latencyCell(responseMicros[name], serviceMicros[name])),
    // The longest request of each launch has no mean.
    ...changeCells(candidates, changes, { baseline, values: quantile === 1 ? {} : responseMicros })
  ])
  const drawn = rows.map(({ changes }) => drawnChanges(candidates, changes))
  body.push(['requests', ...variants.map(name => formatCount(requests[name] ?? 0)), ...candidates.map(() => '')])
  return {
    heading,
    table: { header: comparisonHeader(variants, candidates), rows: body, textColumns: 1, drawn },
    notes: [...levelsOfChanges(analysis), ...LATENCY_NOTES, ...(roundsDiscarded === 0 ? [] : [discarded])]
  }
}

/**
 * Returns what the columns of changes are means of, as one note or none: a page folds all notes after the second.
 * @param {Pick<Analysis, 'candidates' | 'comparisons'>} analysis
 */
function levelsOfChanges(analysis) {
  const levels = analysis.candidates.flatMap(candidate => levelsInWords(analysis, candidate))
  return levels.length === 0 ? [] : [levels.join(' ')]
}

/** @param {LatencyTable} table */
export function latencyHeading({ load, intendedRatePerSecond }) {
  const share = load.mode === 'open' ? `${formatExactPercent(load.capacityShare)} of the slower variant's capacity` : ''
  if (intendedRatePerSecond === null) return `Latency at ${share}`
  return `Latency at ${formatCount(intendedRatePerSecond)} requests/s per variant (${share})`
}

/** @type {(responseMicros: number | null | undefined, serviceMicros: number | null | undefined) => string} */
export function latencyCell(responseMicros, serviceMicros) {
  if (responseMicros === null || responseMicros === undefined) return '-'
  const service = serviceMicros === null || serviceMicros === undefined ? '' : ` (${formatMicros(serviceMicros)})`
  return formatMicros(responseMicros) + service
}

/**
 * @param {string[]} variants
 * @param {string[]} candidates those with a change
 * @param {{ confidence?: number }} [interval] of the changes
 */
export function comparisonHeader(variants, candidates, interval = {}) {
  const level = formatConfidence(interval)
  const changes = candidates.map(name => `${candidates.length === 1 ? 'change' : name} (${level} CI)`)
  return ['', ...variants, ...changes]
}

/**
 * Returns the changes of a row: each with its interval, or without a figure where it has too few samples.
 * @param {string[]} candidates
 * @param {Record<string, Change | null>} changes
 * @param {{ baseline: string, values: Record<string, unknown> } & Source} row values by variant, null without one
 */
export function changeCells(candidates, changes, { baseline, values, hasAllRounds }) {
  return candidates.map(function changeCell(candidate) {
    const change = changes[candidate]
    if (change) return formatChange(change, { hasAllRounds })
    return lacksChange(values[baseline], values[candidate]) ? formatTooFew() : '-'
  })
}

/**
 * @param {string[]} candidates
 * @param {Record<string, Change | null>} changes
 * @param {RowName} [metric] a cost when left out
 * @returns {Drawn}
 */
function drawnChanges(candidates, changes, metric) {
  return {
    changes: candidates.map(name => changes[name] ?? null),
    moreIs: metric ? moreIs(metric) : 'worse'
  }
}
