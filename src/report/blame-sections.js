import { confidenceInWords, functionsNamed, groupInWords, nameInWords } from './blame-words.js'
import { formatCost, formatCostDifference } from './format.js'
import { placeInWords } from './text.js'
import { blameNotes } from './words.js'

/**
 * @import { Blame, CostDifference, FunctionName } from '../blame/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

const FEW_SAMPLES = 500
/** Of a table: what is smaller is told as one. */
const MOST_ROWS = 12
const TOLD_AT_ONCE = 3
/** Groups that cost less than this share of a request are left to analysis.json. */
const TOLD_SHARE = 0.01

/**
 * Which functions carry the difference.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function blameSections(analysis) {
  return analysis.blames.flatMap(blame => [blameSection(blame, analysis), groupSection(blame)])
}

/**
 * @typedef {object} BlameLine
 * @property {string} name
 * @property {string} where file and line
 * @property {Omit<CostDifference, 'pValue'>} cost
 * @property {string} share of the whole difference, where that is sure
 * @property {string} sure how sure that is, in words
 * @property {FunctionName[]} functions those in its name, each calls the next; empty for sums
 */

/**
 * The parts of a difference, largest first, and what they add up to: in `parts` each cost is in one line only.
 * @param {Blame} blame
 * @param {Analysis} analysis
 * @returns {{ parts: BlameLine[], sums: BlameLine[] }}
 */
export function blameTable(blame, analysis) {
  const { rows, moved, unattributed, total } = blame
  const bare = bareDifference(blame, analysis)
  const parts = rows.map(row => ({
    name: nameInWords(row),
    where: placeInWords(row.group === 'other threads' ? (row.path[0] ?? row.owner) : row.owner, analysis.folder),
    cost: row.cost,
    share: shareInWords(row.cost, total),
    sure: confidenceInWords(row),
    functions: functionsNamed(row)
  }))
  const sums = [
    sumOf('not explained', unattributed, shareInWords(unattributed, total)),
    sumOf('all of it, profiled', total, shareInWords(total, total))
  ]
  if (bare) sums.push(sumOf('all of it, bare', bare, ''))
  if (!moved) return { parts, sums }
  const name = `moved between ${moved.names.join(', ')}`
  const share = shareInWords(moved.cost, total)
  return { parts, sums: [{ ...sumOf(name, moved.cost, share), sure: 'no blame' }, ...sums] }
}

/**
 * @param {string} name
 * @param {Omit<CostDifference, 'pValue'>} cost
 * @param {string} share
 * @returns {BlameLine}
 */
function sumOf(name, cost, share) {
  return { name, where: '', cost, share, sure: '', functions: [] }
}

/**
 * @param {Blame} blame
 * @param {Analysis} analysis
 * @returns {Section}
 */
function blameSection(blame, analysis) {
  const { candidate, baseline, unit } = blame
  const { parts, sums } = blameTable(blame, analysis)
  const body = parts.slice(0, MOST_ROWS).map(cellsOf)
  const untold = parts.slice(MOST_ROWS)
  if (untold.length > 0) body.push([`${untold.length} smaller ones`, '', '', '', netInWords(untold, unit), '', ''])
  return {
    heading: headingOf(blame),
    lines: warningsOf(blame),
    table: {
      header: ['', 'where', baseline, candidate, 'difference (95 % CI)', 'of all', 'how sure'],
      rows: [...body, ...sums.map(cellsOf)],
      textColumns: 2
    },
    notes: notesOn(blame)
  }

  /** @param {BlameLine} line */
  function cellsOf({ name, where, cost, share, sure }) {
    const sides = [formatCost(cost.baseline, unit), formatCost(cost.candidate, unit)]
    return [name, where, ...sides, formatCostDifference(cost, unit), share, sure]
  }
}

/**
 * @param {Pick<CostDifference, 'difference'>} part
 * @param {CostDifference} whole
 * @returns {string} empty where the whole is not surely a difference
 */
function shareInWords({ difference }, whole) {
  const isSure = whole.low !== null && whole.high !== null && whole.low * whole.high > 0
  return isSure ? `${Math.round((difference / whole.difference) * 100)} %` : ''
}

/**
 * The blame of a candidate in one line, for the answer: the largest differences first.
 * @param {Analysis} analysis
 * @param {string} candidate
 * @returns {string[]} one line or none
 */
export function blameLines({ blames }, candidate) {
  return blames
    .filter(blame => blame.candidate === candidate && blame.unit === 'micros')
    .flatMap(function inOneLine(blame) {
      const told = blame.rows
        .slice(0, TOLD_AT_ONCE)
        .map(row => `${formatCostDifference(row.cost, blame.unit)} ${nameInWords(row)} (${confidenceInWords(row)})`)
      return told.length === 0 ? [] : [`CPU per request by function: ${told.join('; ')}.`]
    })
}

/** @param {Blame} blame @returns {Section} */
function groupSection({ candidate, baseline, unit, groups, total }) {
  const dear = groups.filter(({ cost }) => Math.max(cost.baseline, cost.candidate) >= TOLD_SHARE * total.candidate)
  const rows = dear.map(({ group, name, cost }) => [
    groupInWords(group, name),
    formatCost(cost.baseline, unit),
    formatCost(cost.candidate, unit),
    formatCostDifference(cost, unit)
  ])
  const what = unit === 'bytes' ? 'bytes of a request are allocated' : 'CPU of a request goes'
  return {
    heading: `Where the ${what}, by whose code it is, calls into node included`,
    table: { header: ['', baseline, candidate, 'difference (95 % CI)'], rows, textColumns: 1 }
  }
}

/** @param {Blame} blame */
function headingOf({ candidate, baseline, unit, profiler, secondProfiler }) {
  const what = unit === 'bytes' ? 'bytes allocated per request' : 'CPU per request'
  const witnesses = secondProfiler
    ? `seen by ${profiler}, checked against ${secondProfiler}`
    : `seen by ${profiler} alone`
  return `Blame: ${what}, ${candidate} against ${baseline} (${witnesses})`
}

/** @param {Blame} blame what makes the whole table doubtful */
function warningsOf({ rounds, rows, hasAppFrames, fewestSamples }) {
  const lines = []
  if (rounds < 2) lines.push('One profiled round has no interval, so nobody is blamed: ask for more rounds.')
  else if (rows.length === 0) lines.push('No function differs surely enough to be blamed.')
  if (!hasAppFrames) lines.push('No sample was in the code of the app or of a package: is the server behind a wrapper?')
  if (fewestSamples < FEW_SAMPLES)
    lines.push(`A launch has only ${fewestSamples} samples: ask for a longer --duration.`)
  return lines
}

/** @param {Blame} blame */
function notesOn({ unit, profiler, secondProfiler, rows, moved, sampledPerCpu }) {
  const notes = unit === 'bytes' ? [blameNotes.bytes] : [blameNotes.cpu]
  if (secondProfiler && rows.length > 0) notes.push(blameNotes.sure)
  if (profiler === 'cdp') notes.push(blameNotes.inlined)
  if (moved) notes.push(blameNotes.moved)
  if (rows.some(row => row.group === 'other threads')) notes.push(blameNotes.otherThreads)
  if (sampledPerCpu !== null) notes.push(`${blameNotes.factor} ${sampledPerCpu.toFixed(2)} s of samples here.`)
  return notes
}

/**
 * @param {BlameLine[]} rows
 * @param {Blame['unit']} unit
 */
function netInWords(rows, unit) {
  const difference = rows.reduce((sum, row) => sum + row.cost.difference, 0)
  return formatCostDifference({ difference, low: null, high: null }, unit)
}

/**
 * The difference of the bare launches where each was alone, as profiled launches are.
 * @param {Blame} blame
 * @param {Analysis} analysis
 * @returns {Omit<CostDifference, 'pValue'> | null}
 */
function bareDifference({ unit, candidate, baseline }, { loads }) {
  const { estimates = {}, changes = {} } = loads[0]?.costSeparate ?? {}
  const [one, other, change] = [estimates[baseline], estimates[candidate], changes[candidate]]
  if (unit === 'bytes' || !one || !other || !change) return null
  return {
    baseline: one.value,
    candidate: other.value,
    difference: one.value * change.relative,
    low: one.value * change.low,
    high: one.value * change.high
  }
}
