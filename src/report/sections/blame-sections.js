import { excludesZero } from '../../stats/intervals.js'
import { sum } from '../../stats/means.js'
import {
  blameNotes,
  blameWarnings,
  evidenceWords,
  functionsNamed,
  groupInWords,
  nameInWords
} from '../words/blame-words.js'
import { broughtInWords } from '../words/brought-in-words.js'
import { costWordsOf } from '../words/cost-words.js'
import { formatCost, formatCostDifference, formatCounted, formatPercent, formatTooFew } from '../words/format.js'
import { adviceOnBlame } from '../words/request-words.js'
import { placeInWords } from '../words/text.js'
import { isTooWideCost } from '../words/too-few-samples.js'
import { differencesInWords } from './counter-sections.js'

/** @import { Blame, CostDifference, FunctionName } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Section } from './sections.js' */

/** What is smaller than these rows is one row together. */
const MOST_ROWS = 12
/** A smaller share of the difference without a function is not shown. */
const NOTABLE_REST = 0.25
const DIFFERENCE_HEADER = 'difference (95% CI)'

/**
 * Returns two sections per blame: the functions whose cost differs, and the cost by package.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function blameSections(analysis) {
  return analysis.blames.flatMap(blame => [blameSection(blame, analysis), groupSection(blame, analysis)])
}

/**
 * @typedef {object} BlameLine
 * @property {string} name
 * @property {string} where the file, and the line that is named or else the first one of the function
 * @property {string} origin where the app brings in the package; empty for most rows, and sums
 * @property {Omit<CostDifference, 'pValue'>} cost
 * @property {string[]} figures the cost as texts, by column
 * @property {string} evidence in words; empty for sums
 * @property {FunctionName[]} functions those in its name, each calls the next; empty for sums
 */

/**
 * Returns the blame table, the same for the terminal, Markdown and the page: the parts, largest first, of which no two have the same
 * cost; then what is not in them, and the totals.
 * @param {Blame} blame @param {Pick<Analysis, 'folder' | 'imported'>} analysis
 * @returns {{ figureHeaders: string[], parts: BlameLine[], sums: BlameLine[] }}
 */
export function blameTable(blame, { folder, imported }) {
  const { candidate, baseline, unit, rows, unattributed, displaced, total, unprofiledTotal } = blame
  const hasShares = total.share !== null
  const ofLaunches = imported ? '' : ', profiled launches'
  const sums = [sumOf(`total${ofLaunches}`, total)]
  if (excludesZero(unattributed) || Math.abs(unattributed.difference) > NOTABLE_REST * Math.abs(total.difference)) {
    const rest = sumOf(`unattributed${ofLaunches}`, unattributed)
    // What the rows leave is a difference: most of the two costs is in functions that did not change.
    sums.unshift({ ...rest, figures: ['', '', ...rest.figures.slice(2)] })
  }
  if (displaced) sums.unshift(sumOf(`displaced system-call time (${displaced.names.join(', ')})`, displaced.cost))
  if (unprofiledTotal) sums.push(sumOf('total, unprofiled launches', unprofiledTotal))
  return {
    figureHeaders: [baseline, candidate, DIFFERENCE_HEADER, ...(hasShares ? ['share of total'] : [])],
    parts: rows.map(row => ({
      name: nameInWords(row),
      where: row.owner ? placeInWords({ ...row.owner, line: row.line ?? row.owner.line }, folder) : '',
      origin: broughtInWords(row, folder),
      cost: row.cost,
      figures: figuresOf(row.cost),
      evidence: evidenceWords[row.evidence],
      functions: functionsNamed(row)
    })),
    sums
  }

  /** @type {(name: string, cost: Parameters<typeof figuresOf>[0]) => BlameLine} */
  function sumOf(name, cost) {
    return {
      name,
      where: '',
      origin: '',
      cost,
      figures: figuresOf(cost),
      evidence: '',
      functions: []
    }
  }

  /** @param {Omit<CostDifference, 'pValue'> & { share?: number | null }} cost */
  function figuresOf(cost) {
    const sides = [cost.baseline, cost.candidate].map(side => formatCost(side, unit))
    const share = typeof cost.share === 'number' && cost.share <= 1 ? formatPercent(cost.share) : ''
    return [...sides, differenceText(cost, blame), ...(hasShares ? [share] : [])]
  }
}

/** @type {(blame: Blame, analysis: Analysis) => Section} */
function blameSection(blame, analysis) {
  const { figureHeaders, parts, sums } = blameTable(blame, analysis)
  const warnings = [...blameWarnings(blame, analysis.imported), ...adviceOnBlame(blame, analysis.requests)]
  const rows = parts.slice(0, MOST_ROWS).map(cellsOf)
  const smaller = parts.slice(MOST_ROWS)
  if (smaller.length > 0) {
    const difference = sum(smaller.map(({ cost }) => cost.difference))
    const net = differenceText({ difference, low: null, high: null }, blame)
    const figures = figureHeaders.map(header => (header === DIFFERENCE_HEADER ? net : ''))
    rows.push([formatCounted(smaller.length, 'smaller row'), '', ...figures, ''])
  }
  return {
    heading: headingOf(blame, analysis),
    lines: [...warnings, ...countedLines(blame)],
    table: {
      header: ['function', 'where', ...figureHeaders, 'evidence'],
      rows: [...rows, ...sums.map(cellsOf)],
      textColumns: 2,
      // The difference says more than both costs, and than its share.
      spare: blame.total.share === null ? [2, 3] : [2, 3, 5]
    },
    ...notesOn(blame, analysis)
  }

  /** @param {BlameLine} line */
  function cellsOf(line) {
    return [line.name, whereInWords(line), ...line.figures, line.evidence]
  }
}

/** Returns where the function of a row is, and where the app brings in its package. @param {Pick<BlameLine, 'where' | 'origin'>} line */
export function whereInWords({ where, origin }) {
  return [where, origin].filter(Boolean).join(', ')
}

/**
 * Returns a difference with its interval, unless that is too wide.
 * @param {Pick<CostDifference, 'difference' | 'low' | 'high'>} cost
 * @param {{ unit: Blame['unit'], total: { baseline: number, candidate: number } }} table a blame, or another one
 */
export function differenceText(cost, { unit, total }) {
  const isTooWide = isTooWideCost(cost, Math.max(total.baseline, total.candidate))
  return isTooWide ? formatTooFew() : formatCostDifference(cost, unit)
}

/** @param {Blame} blame @returns what the counters explain of its rows */
function countedLines({ rows, countedCalls }) {
  return countedCalls.flatMap(({ row, counted }) =>
    rows.slice(row, row + 1).map(blamed => `${nameInWords(blamed)}: ${differencesInWords(counted)} per request.`)
  )
}

/** @param {Blame} blame @param {Analysis} analysis @returns {Section} */
function groupSection(blame, analysis) {
  const { candidate, baseline, unit, groups } = blame
  const rows = groups.map(({ cost, ...group }) => {
    const sides = [formatCost(cost.baseline, unit), formatCost(cost.candidate, unit)]
    return [groupInWords(group, unit), ...sides, differenceText(cost, blame)]
  })
  return {
    heading: `${costWordsOf(unit, analysis).what} by package: ${candidate} compared with ${baseline}`,
    table: { header: ['', baseline, candidate, DIFFERENCE_HEADER], rows, textColumns: 1 }
  }
}

/** @param {Blame} blame @param {Analysis} analysis */
function headingOf({ candidate, baseline, unit, profiler, secondProfiler }, analysis) {
  const { what } = costWordsOf(unit, analysis)
  if (analysis.imported) return `${what} by function, ${candidate} compared with ${baseline}`
  const evidence = secondProfiler ? `, checked with ${secondProfiler}` : ''
  return `Blame: ${what} by function, ${candidate} compared with ${baseline} (measured with ${profiler}${evidence})`
}

/** @type {(blame: Blame, analysis: Analysis) => Pick<Section, 'notes' | 'details'>} */
function notesOn(
  {
    unit,
    profiler,
    secondProfiler,
    rows,
    displaced,
    unprofiledTotal,
    sampledPerCpu,
    scaledBy,
    tie,
    samplingBias,
    hookMicros
  },
  { loads, imported }
) {
  const notes = [blameNotes.rows]
  if (unprofiledTotal && loads[0]?.isCostOnSharedCore) notes.push(blameNotes.separate)
  const details = [imported ? blameNotes.samples : blameNotes[unit]]
  if (hookMicros) details.push(blameNotes.hook(hookMicros))
  if (secondProfiler && rows.length > 0) details.push(blameNotes.evidence)
  if (displaced) details.push(blameNotes.displaced)
  if (rows.some(({ threads }) => threads !== null)) details.push(blameNotes.otherThreads)
  if (profiler === 'cdp' && !imported) details.push(blameNotes.inlined)
  if (sampledPerCpu !== null && !imported) details.push(blameNotes.scaled(sampledPerCpu))
  if (scaledBy !== undefined) details.push(blameNotes.unprofiled(scaledBy, tie !== undefined))
  if (samplingBias > 0) details.push(blameNotes.bias(samplingBias))
  return { notes, details }
}
