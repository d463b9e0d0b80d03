import { halfWidth } from '../stats/intervals.js'
import { blameLines, blameSections } from './blame-sections.js'
import { checkSections } from './check-sections.js'
import { changeCells, comparisonHeader, drawnChanges } from './comparison-cells.js'
import {
  formatChange,
  formatCount,
  formatDuration,
  formatExactPercent,
  formatMean,
  formatPercent,
  formatSeconds
} from './format.js'
import { heavySections } from './heavy-sections.js'
import { latencySections } from './latency-sections.js'
import { profilerSections } from './profiler-sections.js'
import { verdictWords } from './verdict-words.js'
import {
  artifactInWords,
  loadInWords,
  loadNotes,
  metricWords,
  modeNotes,
  sharedCoreNote,
  statusWords,
  tickNotes,
  tickWords
} from './words.js'

/**
 * @import { TickOddity, TickRow, TickTable } from '../blame/types.js'
 * @import { Change, Estimate } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { LoadComparison } from '../verdict/types.js'
 */

/**
 * @typedef {object} Table the first columns are text, the others figures
 * @property {string[]} header
 * @property {string[][]} rows
 * @property {number} textColumns
 * @property {(Drawn | null)[]} [drawn] by row, the changes its last columns tell, for those who can draw them
 *
 * @typedef {{ changes: (Change | null)[], moreIs: 'worse' | 'better' }} Drawn
 *
 * @typedef {object} Section one part of the report, the same on the terminal and in Markdown
 * @property {string} heading
 * @property {string[]} [lines]
 * @property {Table} [table]
 * @property {string[]} [notes] below the table
 * @property {string[]} [details] likewise, where there is room: not on the terminal
 */

/**
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function sectionsOf(analysis) {
  return Object.values(chaptersOf(analysis)).flat()
}

/**
 * The sections by what they are about, in the order in which they are told.
 * @param {Analysis} analysis
 */
export function chaptersOf(analysis) {
  return {
    answer: [answer(analysis)],
    loads: analysis.loads.map(load => loadSection(load, analysis)),
    latencies: latencySections(analysis),
    blames: blameSections(analysis),
    heavyTables: heavySections(analysis),
    ticks: tickSections(analysis),
    profilers: profilerSections(analysis),
    checks: checkSections(analysis),
    files: artifactSection(analysis)
  }
}

/** @param {Analysis} analysis @returns {Section} */
function answer(analysis) {
  const { experiment, question, verdicts, status, problem, quick, rounds, timing } = analysis
  const run = { roundMs: rounds === 0 ? 0 : timing.wallMs / rounds, isQuick: quick }
  const lines = verdicts.flatMap(verdict => [...verdictWords(verdict, run), ...blameLines(analysis, verdict.candidate)])
  if (status !== 'complete')
    lines.push(
      `The run ${statusWords[status]}; the figures are of ${roundsInWords(rounds)}. ${problem ?? ''}`.trimEnd()
    )
  lines.push(...endingInWords(analysis))
  if (quick)
    lines.push(
      'A quick run: shorter slices and fewer rounds on servers that are hardly warm, so the interval is wider than by default.'
    )
  return { heading: `${experiment}: ${question}`, lines }
}

/**
 * Why a run has not the number of rounds one would expect.
 * @param {Analysis} analysis
 */
function endingInWords({ asked, rounds, verdicts, status, timing }) {
  if (status !== 'complete') return []
  const { untilHalfWidth, maxMs } = asked
  if (untilHalfWidth === null) {
    return rounds < asked.rounds
      ? [`It has ${rounds} of ${asked.rounds} rounds: no other would have ended in time (--max-time).`]
      : []
  }
  const widths = verdicts.map(({ change }) => (change ? halfWidth(change) : Number.POSITIVE_INFINITY))
  const goal = `an interval of ±${formatExactPercent(untilHalfWidth)}`
  if (widths.every(width => width <= untilHalfWidth))
    return [`It went on until it had ${goal}: ${roundsInWords(rounds)}.`]
  const limit = maxMs === null ? '' : ` in the ${formatDuration(maxMs)} it had`
  return [
    `It did not come to ${goal}${limit}: ${roundsInWords(rounds)}, ${formatDuration(timing.wallMs)}. --max-time gives it longer.`
  ]
}

/**
 * @param {LoadComparison} part
 * @param {Analysis} analysis
 * @returns {Section}
 */
function loadSection(
  { load, notes, rounds, rows, isCostOnSharedCore, costSeparate, requests, loadMs },
  { baseline, candidates }
) {
  const variants = [baseline, ...candidates]
  const header = comparisonHeader(variants)
  const told = rows
    .filter(row => variants.some(variant => row.estimates[variant]))
    .map(row => ({ ...row, ...metricWords[row.metric] }))
  if (isCostOnSharedCore) {
    const metric = /** @type {const} */ ('cpuPerRequest')
    told.push({ metric, ...costSeparate, ...metricWords[metric], label: 'CPU per request, alone' })
  }
  const body = told.map(({ label, format, estimates, changes }) => [
    label,
    ...variants.map(variant => estimateText(estimates[variant], format)),
    ...changeCells(candidates, changes)
  ])
  const drawn = told.map(({ metric, changes }) => drawnChanges(candidates, changes, metric))
  body.push(
    ['requests', ...variants.map(name => formatCount(requests[name] ?? 0)), ...candidates.map(() => '')],
    ['time under load', ...variants.map(name => formatSeconds(loadMs[name] ?? 0)), ...candidates.map(() => '')]
  )
  const heading = `${loadInWords(load)}, ${roundsInWords(rounds)}, no profiler`
  const reading = isCostOnSharedCore ? [sharedCoreNote, loadNotes[load.mode]] : [loadNotes[load.mode]]
  return { heading, table: { header, rows: body, textColumns: 1, drawn }, notes: reading, details: notes }
}

/**
 * A value with the half-width of its interval, which is taken on the logarithm and so is the same factor either way.
 * @param {Estimate | null | undefined} estimate
 * @param {(value: number) => string} format
 */
function estimateText(estimate, format) {
  if (!estimate) return '-'
  const { value, low, high } = estimate
  if (low === null || high === null) return format(value)
  return formatMean(value, Math.sqrt(high / low) - 1, format)
}

/** @param {Analysis} analysis @returns {Section[]} */
function tickSections({ ticks, tickOddities }) {
  if (ticks.length === 0) return []
  /** @type {('wall' | 'cpp' | TickOddity)[]} */
  const told = tickOddities.includes('no-nm') ? ['wall', ...tickOddities] : ['wall', 'cpp', ...tickOddities]
  const notes = told.map(oddity => tickNotes[oddity])
  return [...ticks.map(tickSection), { heading: 'Reading the ticks', notes }]
}

/** @param {TickTable} table @returns {Section} */
function tickSection({ profiler, generator, mode, variants, changes }) {
  const [first] = Object.values(variants)
  const header = ['', '', 'ticks', 'share', 'nonlib', 'per 1,000 requests', 'change of that (95 % CI)']
  const rows = (first?.rows ?? []).flatMap(({ name }) =>
    Object.entries(variants).map(function rowOf([variant, column], index) {
      const change = changes[variant]?.[name]
      const label = index === 0 ? tickWords[name] : ''
      return [
        label,
        variant,
        ...tickCells(column.rows.find(row => row.name === name)),
        change ? formatChange(change) : ''
      ]
    })
  )
  const launches = first?.launches === 1 ? '1 launch' : `${first?.launches} launches`
  const heading = `V8's ticks (${profiler}) under ${generator}, ${launches} a variant`
  return { heading, table: { header, rows, textColumns: 2 }, notes: [modeNotes[mode]] }
}

/** @param {TickRow | undefined} row */
function tickCells(row) {
  if (!row) return ['-', '-', '-', '-']
  const nonlib = row.nonlibShare === null ? '' : formatPercent(row.nonlibShare)
  return [formatCount(row.ticks), formatPercent(row.share), nonlib, formatCount(row.ticksPer1000Requests)]
}

/** @param {number} rounds */
function roundsInWords(rounds) {
  return rounds === 1 ? '1 round' : `${rounds} rounds`
}

/** @param {Analysis} analysis @returns {Section[]} */
function artifactSection({ artifacts }) {
  if (artifacts.length === 0) return []
  const rows = artifacts.map(artifact => [artifactInWords(artifact), artifact.path])
  return [{ heading: 'Files', table: { header: ['', 'in the run folder'], rows, textColumns: 2 } }]
}
