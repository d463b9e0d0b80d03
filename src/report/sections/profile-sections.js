import { linesAround, MOST_LINES } from '../../blame/places.js'
import { sum } from '../../stats/means.js'
import {
  blameNotes,
  evidenceWords,
  fewSamplesInWords,
  groupInWords,
  nameInWords,
  noAppFrames
} from '../words/blame-words.js'
import { broughtInWords } from '../words/brought-in-words.js'
import { costWordsOf } from '../words/cost-words.js'
import { formatCost, formatCostMean, formatCounted, formatPercent } from '../words/format.js'
import { attachedLines, unitsOf } from '../words/kinds/attached-words.js'
import { importedLines } from '../words/kinds/imported-words.js'
import { omittedInWords } from '../words/source-lines.js'
import { placeInWords, shorten } from '../words/text.js'
import { annotatedFunction } from './annotated-functions.js'

/** @import { FunctionCost, FunctionCosts } from '../../blame/types.js' */
/** @import { ListedAnalysis } from '../../runs/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Headline } from '../words/answer-words.js' */
/** @import { Section } from './sections.js' */

/** @typedef {ReturnType<typeof costLines>[0]} CostLine */

const LONGEST_TEXT = 48
const NOTE = 'The rows add up to the total. Calls into Node.js count for the app or package function that makes them.'
const EVIDENCE_NOTE =
  'Confirmed by both profilers: the second profiler shows between half and twice the cost. Seen by one profiler: it does not.'

/**
 * Returns what a request of a single variant costs without a profiler.
 * @param {Pick<NonNullable<Analysis['profile']>, 'variant' | 'cpu' | 'attached'>} profile
 * @returns {Headline}
 */
export function profileHeadline({ variant, cpu, attached }) {
  const { slice, launch } = unitsOf({ profile: { attached } })
  const unknown = `${variant}: no ${slice} without a profiler can be used, so CPU per request is not known.`
  if (!cpu) return { before: unknown, number: '', after: '', detail: '' }
  const launches = formatCounted(cpu.launches, ...launch)
  return {
    before: `${variant}: `,
    number: formatCostMean(cpu, 'micros'),
    after: ' of CPU per request',
    detail: `over ${launches} without a profiler`
  }
}

/**
 * Returns the same as a sentence.
 * @param {Analysis | Pick<ListedAnalysis, 'profile'>} analysis @returns {string[]} none of a comparison
 */
export function profileLines(analysis) {
  if ('imported' in analysis && analysis.imported) return importedLines(analysis)
  const { profile } = analysis
  if (!profile) return []
  const { before, number, after, detail } = profileHeadline(profile)
  return [`${before}${number}${after}${detail && `, ${detail}.`}`, ...attachedLines(profile)]
}

/** Returns two sections per unit of cost: what each function costs, and each package. @param {Analysis} analysis @returns {Section[]} */
export function profileSections(analysis) {
  return (analysis.profile?.costs ?? []).flatMap(costs => [
    costSection(costs, analysis),
    packageSection(costs, analysis)
  ])
}

/**
 * Returns what each function costs with its lines that have most of it, the costliest function first, and the total.
 * @param {FunctionCosts} costs @param {Pick<Analysis, 'folder' | 'sources' | 'imported'>} analysis
 */
export function costLines({ unit, rows, total }, { folder, sources, imported }) {
  const parts = rows.map(row => ({
    name: nameOf(row, unit),
    where: row.owner ? placeInWords(row.owner, folder) : '',
    origin: broughtInWords(row, folder),
    cost: formatCostMean(row.cost, unit),
    share: formatPercent(row.cost.value / total.value),
    evidence: row.owner && row.evidence,
    lines: (row.lines ?? []).slice(0, MOST_LINES).map(({ line, cost }) => ({
      line,
      text:
        linesAround(row.owner?.file ?? '', [line], sources)
          .find(({ number }) => number === line)
          ?.text.trim() ?? '',
      cost: formatCostMean(cost, unit)
    })),
    row
  }))
  const name = imported ? 'total' : 'total, profiled launches'
  const sum = { name, where: '', origin: '', cost: formatCostMean(total, unit), share: '' }
  return [...parts, { ...sum, evidence: null, lines: [], row: null }]
}

/**
 * Returns the first functions of a table, and what all others cost together.
 * @param {FunctionCosts} costs @param {Pick<Analysis, 'folder' | 'sources' | 'imported'>} analysis @param {number} most
 */
export function firstCosts(costs, analysis, most) {
  const lines = costLines(costs, analysis).filter(({ row }) => row !== null)
  const others = costs.rows.slice(most)
  if (others.length === 0) return lines
  const value = sum(others.map(({ cost }) => cost.value))
  const rest = {
    where: '',
    origin: '',
    evidence: null,
    lines: [],
    row: null,
    share: formatPercent(value / costs.total.value)
  }
  const name = formatCounted(others.length, 'other row')
  return [...lines.slice(0, most), { ...rest, name, cost: formatCost(value, costs.unit) }]
}

/** @param {FunctionCost} row @param {string} unit */
function nameOf({ owner, functions, ...row }, unit) {
  if (!owner) return functions > 0 ? formatCounted(functions, 'smaller function') : groupInWords(row, unit)
  return nameInWords({ ...row, owner, threads: null, poolUser: null, path: [], isSpread: false, joined: null })
}

/**
 * Returns a function with what its lines cost.
 * @param {CostLine} line @param {FunctionCosts} costs @param {Analysis} analysis
 */
export function annotatedCosts({ name, cost, row }, { unit }, analysis) {
  const known = new Map(row?.lines?.map(({ line, cost: own }) => [line, formatCostMean(own, unit)]))
  const figures = (row?.annotated ?? []).map(({ line, value }) => [known.get(line) ?? formatCost(value, unit)])
  return row
    ? annotatedFunction(row, { heading: `${name} ${cost}`, columns: [perWhat(analysis)], figures }, analysis)
    : []
}

/** @param {Pick<Analysis, 'imported'>} analysis */
function perWhat({ imported }) {
  return imported?.isPerRequest === false ? 'per profile' : 'per request'
}

/** @param {FunctionCosts} costs @param {Analysis} analysis @returns {Section} */
function costSection(costs, analysis) {
  const { unit, profiler, secondProfiler, hasAppFrames, fewestSamples, launches, sampledPerCpu, samplingBias } = costs
  const { imported } = analysis
  const { what } = costWordsOf(unit, analysis)
  const lines = hasAppFrames || imported ? [] : [noAppFrames]
  lines.push(...fewSamplesInWords(fewestSamples, { ...analysis, unit }))
  const checked = secondProfiler ? `, checked with ${secondProfiler}` : ''
  const details = [imported ? blameNotes.samples : blameNotes[unit], ...(secondProfiler ? [EVIDENCE_NOTE] : [])]
  if (profiler === 'cdp' && !imported) details.push(blameNotes.inlined)
  if (sampledPerCpu !== null && !imported) details.push(blameNotes.scaled(sampledPerCpu))
  if (samplingBias > 0) details.push(blameNotes.bias(samplingBias))
  const measured = `measured with ${profiler}${checked}, ${formatCounted(launches, ...unitsOf(analysis).launch)}`
  return {
    heading: `${what} by function (${imported ? formatCounted(launches, 'profile') : measured})`,
    lines,
    table: {
      header: ['function', 'where', `${what} (95% CI)`, 'share', 'evidence'],
      rows: costLines(costs, analysis).flatMap(rowsOf),
      textColumns: 2
    },
    notes: [NOTE, ...omittedInWords(costs.rows.flatMap(placesOf), analysis)],
    details
  }
}

/** @param {FunctionCost} row @returns its lines, as those of a card */
function placesOf({ owner, lines = [] }) {
  return owner ? lines.slice(0, MOST_LINES).map(({ line }) => ({ file: owner.file, line })) : []
}

/** @param {CostLine} line @returns {string[][]} with its lines below it */
function rowsOf({ name, where, origin, cost, share, evidence, lines }) {
  const below = lines.map(({ line, text, cost: own }) => [`  ${line}  ${shorten(text, LONGEST_TEXT)}`, '', own, '', ''])
  if (origin) below.push([`  ${origin}`, '', '', '', ''])
  return [[name, where, cost, share, evidence ? evidenceWords[evidence] : ''], ...below]
}

/** @param {FunctionCosts} costs @param {Analysis} analysis @returns {Section} */
function packageSection({ variant, unit, groups, total }, analysis) {
  const rows = groups.map(({ cost, ...group }) => [
    groupInWords(group, unit),
    formatCostMean(cost, unit),
    formatPercent(cost.value / total.value)
  ])
  const table = { header: ['', `${variant} (95% CI)`, 'share'], rows, textColumns: 1 }
  return { heading: `${costWordsOf(unit, analysis).what} by package`, table }
}
