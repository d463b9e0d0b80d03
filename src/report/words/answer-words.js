import { isCpuMetric, isDecided, moreIs } from '../../verdict/decide/classify-change.js'
import { sizeOfMetric } from '../../verdict/decide/size-of.js'
import { isRate } from '../../verdict/slices/slice-validity.js'
import { counterWords } from '../sections/counter-sections.js'
import { sideNames } from '../sections/toggle-sections.js'
import { cardView, formatSum } from './card-words.js'
import {
  formatChange,
  formatChangeInText,
  formatChangePoint,
  formatConfidence,
  formatCost,
  formatCostDifference,
  formatCount,
  formatFigure,
  formatFigureDifference,
  formatInterval
} from './format.js'
import { listed, shown } from './text.js'
import { isTooWide } from './too-few-samples.js'
import { openingOf, openingParts, refusalInWords } from './verdict-words.js'
import { metricInWords, metricWords } from './words.js'

/** @import { SummaryMetric } from '../../blame/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { CounterName, MetricName, SizeOfThreads, Verdict } from '../../verdict/types.js' */
/** @import { CardView } from './card-words.js' */

/**
 * @typedef {object} Headline one sentence with one number
 * @property {string} before
 * @property {string} number empty where there is none
 * @property {string} after
 * @property {string} detail the interval, and what the number is between
 *
 * @typedef {object} MetricLine
 * @property {SummaryMetric['name']} name
 * @property {string} label
 * @property {string[]} sides of the baseline and the candidate, or of the only variant
 * @property {string} change in words; empty of a single variant
 * @property {Change | null} drawn the change, where it has a figure
 * @property {'worse' | 'better'} moreIs
 *
 * @typedef {ReturnType<typeof answerOf>} Answer
 */

/** A server that only waits longer costs the same CPU. */
const NO_RATES = 'Requests/s and latency were not measured.'

/** Returns what every surface says of a verdict first. @param {Verdict} verdict @param {Analysis} analysis */
export function answerOf(verdict, analysis) {
  const { candidate } = verdict
  const card = analysis.cards.find(each => each.candidate === candidate)
  const view = card ? cardView(card, analysis) : null
  const waiting = card?.waiting ? cardView(card, analysis, 'latency') : null
  const { metrics = [] } = analysis.summary?.find(each => each.candidate === candidate) ?? {}
  const lines = metrics.map(row =>
    metricLine(
      row,
      analysis.sizes.find(size => size.candidate === candidate)
    )
  )
  const isOfCpu = metrics.length > 0 && metrics.every(({ name }) => name in counterWords || isCpuMetric(name))
  return {
    verdict,
    headline: headlineOf(verdict, view, analysis),
    where: placeOf(view?.lines.length ? view : waiting),
    card,
    view,
    waiting,
    sides: sideNames(analysis, verdict).map(shown),
    metrics: lines.filter(({ change }) => change !== ''),
    without: withoutResult(lines.filter(({ change }) => change === '')) || (isOfCpu ? NO_RATES : '')
  }
}

/** Returns the metrics of a single variant. @param {Analysis} analysis */
export function ownMetrics({ profile }) {
  const lines = (profile?.metrics ?? []).map(row => ({ row, line: { ...metricLine(row), change: '' } }))
  const without = withoutResult(lines.filter(({ row }) => row.baseline === null).map(({ line }) => line))
  return { metrics: lines.filter(({ row }) => row.baseline !== null).map(({ line }) => line), without }
}

/** Returns which metrics have no result, as one sentence; empty where all have one. @param {MetricLine[]} lines */
function withoutResult(lines) {
  return lines.length === 0 ? '' : `Too few samples for ${listed(lines.map(({ label }) => label))}.`
}

/** Returns the first source line of a card, or what costs more there. @param {CardView | null} view */
function placeOf(view) {
  const [first] = view?.lines ?? []
  const { file = '', line = null } = view?.lines.find(each => each.file !== '') ?? {}
  return file === '' ? (first?.name ?? '') : `${file}${line === null ? '' : `:${line}`}`
}

/** @type {(verdict: Verdict, view: CardView | null, analysis: Pick<Analysis, 'summary'>) => Headline} */
function headlineOf(verdict, view, { summary = [] }) {
  const { candidate, change, metric, refusal, size } = verdict
  const [before, figure, after] = openingParts(verdict).map(shown)
  const { pairs = 1, metrics = [] } = summary.find(each => each.candidate === candidate) ?? {}
  const beside = besideInWords(verdict, metrics)
  if (!change || !isDecided(verdict))
    return {
      before: before ?? '',
      number: figure ?? '',
      after: `${after ?? ''}${beside}`,
      detail: refusal ? `: ${refusalInWords(refusal)}` : ''
    }
  const opening = `${shown(openingOf(verdict))}: `
  const name = metricInWords(metric)
  const mean = pairs > 1 ? `, mean of ${pairs} pairs` : ''
  // Of the verdict: the total of a card with worker threads is that of all threads.
  if (view?.total && size && !isTooWide(change)) {
    const { number, half, start, end } = totalInWords(size)
    return {
      before: opening,
      number,
      after: ` of ${name}`,
      detail: `${half}, from ${start} to ${end}, ${formatChangeInText(size.relative)}${mean}${beside}`
    }
  }
  if (isTooWide(change))
    return {
      before: opening,
      number: formatChange(change, { hasAllRounds: true }),
      after: ` ${name}${beside}`,
      detail: ''
    }
  const [one, other] = metrics.flatMap(row => (row.name === metric ? metricLine(row).sides : []))
  const between = one && other ? `from ${one} to ${other} ` : ''
  const interval = `${between}(${formatConfidence(change)} CI ${formatInterval(change)})${mean}${beside}`
  return { before: opening, number: formatChangePoint(change), after: ` ${name}${between && ','}`, detail: interval }
}

/**
 * Returns the second half of a verdict on CPU: latency or requests/s, where that is slower or faster.
 * @type {(verdict: Pick<Verdict, 'metric' | 'verdict'> & Partial<Pick<Verdict, 'secondary'>>, metrics: SummaryMetric[]) => string}
 */
export function besideInWords(verdict, metrics) {
  const { metric, secondary } = verdict
  if (!secondary || isRate(metric) || !isDecided(secondary) || isTooWide(secondary.change)) return ''
  const row = metrics.find(({ name }) => name === secondary.metric)
  const values = row && !isDecided(verdict) ? ` from ${metricLine(row).sides.join(' to ')},` : ''
  return `; ${metricInWords(secondary.metric)}${values} ${formatChange(secondary.change)}`
}

/** @type {(row: SummaryMetric, size?: Pick<Analysis['sizes'][0], 'main' | 'all'>) => MetricLine} */
function metricLine(row, size) {
  if (row.name in counterWords) return counterLine(row, /** @type {CounterName} */ (row.name))
  const name = /** @type {MetricName} */ (row.name)
  const { format } = metricWords[name]
  const { baseline, candidate, change, ratePerSecond } = row
  const known = size ? sizeOfMetric(name, size) : null
  const rate = ratePerSecond === null ? '' : ` (${formatCount(ratePerSecond)}/s)`
  const hasFigure = change !== null && !isTooWide(change)
  const values = candidate === null ? [baseline] : [baseline, candidate]
  return {
    name,
    label: `${shortLabels[name] ?? metricWords[name].label}${rate}`,
    sides: known ? sizeTexts(known) : values.map(value => (value === null ? '-' : format(value))),
    change: hasFigure ? formatChange(change) : '',
    drawn: hasFigure ? change : null,
    moreIs: moreIs(name)
  }
}

/** Where there is little room. @type {Partial<Record<SummaryMetric['name'], string>>} */
const shortLabels = {
  cpuMainThread: 'CPU, main thread',
  cpuPerRequest: 'CPU, all threads',
  allocatedBytes: 'heap allocated',
  latencyP50: 'p50 latency',
  latencyP99: 'p99 latency'
}

/** Returns the texts of both sides of a size, as the card has them. @param {SizeOfThreads} size */
export function sizeTexts(size) {
  const { start, end } = totalInWords(size)
  return [start, end]
}

/** @param {SizeOfThreads} size */
function totalInWords({ baselineMicros, difference }) {
  return formatSum({ start: baselineMicros, difference, groups: [], rest: { low: null, high: null } })
}

/** @type {(row: SummaryMetric, name: CounterName) => MetricLine} */
function counterLine({ baseline, candidate, difference, isSame }, name) {
  const { label, unit } = counterWords[name]
  const text = (/** @type {number} */ value) => (unit === 'count' ? formatFigure(value) : formatCost(value, unit))
  const values = [baseline, candidate].flatMap(value => (value === null ? [] : [text(value)]))
  const format =
    unit === 'count' ? formatFigureDifference : (/** @type {any} */ cost) => formatCostDifference(cost, unit)
  const change = isSame ? 'same' : difference && candidate !== null ? format(difference) : ''
  return { name, label: shortLabels[name] ?? label, sides: values, change, drawn: null, moreIs: 'worse' }
}
