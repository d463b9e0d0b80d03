import { median } from '../../../src/stats/means.js'
import { isOneOf } from './score-run.js'
import { header, percent, row, shareCell } from './tables.js'

/** @import { Refactoring } from '../../../test/fixtures/servers/zoo/refactorings/catalog.js' */
/** @import { Figure, Findings, NamedRow, ZooRow } from './zoo-row.js' */

/** The Markdown tables of the proof with refactored servers; docs/blame.md says what each column means. */

/**
 * @typedef {object} Scored
 * @property {ZooRow} row
 * @property {Refactoring} refactoring
 * @property {Record<string, boolean>} hits by the label of the share
 * @property {number | null} sizeOverTruth null without a planted cost
 * @property {number | null} percentOverTruth the same of both in percent
 * @property {number | null} halfWidth of what is unattributed, as a share of the baseline
 *
 * @property {Figure | null} truth the difference of CPU that longer runs of the case measured, in µs
 *
 * @typedef {{ micros: Figure, relative: Figure | null }} Truth `relative` to the baseline of the same runs
 * @typedef {{ refactoring: Refactoring, truth: Truth | null }} Known what is known of a case without the run
 * @typedef {(findings: Findings, known: Known) => boolean} Rule
 */

/** As many rows as a summary can name. */
const FIRST_ROWS = 3
const groupsOfFunctions = ['app', 'package']
/** @type {Record<string, Rule>} */
const rulesWithoutCost = {
  'nobody on the card': ({ blame }) => !blame.some(each => each.isHeadline && isFunction(each)),
  'nobody among the first three rows': ({ blame }) => !blame.slice(0, FIRST_ROWS).some(isFunction),
  'not slower or faster': ({ verdict }) => verdict !== 'slower' && verdict !== 'faster',
  'unattributed contains 0': ({ unattributedMicros }) => isInside(0, unattributedMicros)
}
/** @type {Record<string, Rule>} */
const rulesWithCost = {
  'planted function first': ({ blame }, { refactoring: { culprits } }) =>
    blame.filter(({ isHeadline }) => isHeadline).findIndex(each => isOneOf(each, culprits)) === 0,
  'nobody else on the card': ({ blame }, { refactoring }) =>
    !blame.some(each => each.isHeadline && isUnchanged(each, refactoring)),
  'nobody else among the first three rows': ({ blame }, { refactoring }) =>
    !blame.slice(0, FIRST_ROWS).some(each => isUnchanged(each, refactoring)),
  'truth inside the size': ({ sizeMicros }, { truth }) => truth !== null && isInside(truth.micros.value, sizeMicros),
  'size agrees with the truth': ({ sizeMicros }, { truth }) => doAgree(sizeMicros, truth?.micros),
  'truth inside the percent': ({ change }, { truth }) => !!truth?.relative && isInside(truth.relative.value, change),
  'percent agrees with the truth': ({ change }, { truth }) => doAgree(change, truth?.relative),
  'unattributed contains 0': rulesWithoutCost['unattributed contains 0'] ?? (() => false),
  'unattributed of the card contains 0': ({ cardUnattributedMicros }) => isInside(0, cardUnattributedMicros)
}
const questions = /** @type {const} */ ([
  { question: 'again', title: 'without a planted cost', rules: rulesWithoutCost },
  { question: 'cost', title: 'with a planted cost', rules: rulesWithCost }
])

/**
 * Returns, per question, a table of shares by half with their exact 95% intervals, and one line per run.
 * @param {ZooRow[]} rows those without profilers are of the longer runs, which have the truth
 * @param {Refactoring[]} refactorings
 * @returns {string[]} lines
 */
export function refactoringTables(rows, refactorings) {
  const truths = new Map(rows.flatMap(truthOf))
  return questions.flatMap(function tablesOf({ question, title, rules }) {
    const runs = rows.filter(each => each.question === question && !each.isVerdictOnly).flatMap(scoreOne)
    return [...sharesTable(title, Object.keys(rules), runs), '', ...runsTable(runs), '']

    /** @param {ZooRow} each @returns {Scored[]} none of a case that is no longer in the catalog */
    function scoreOne(each) {
      const refactoring = refactorings.find(({ name }) => name === each.kind)
      const truth = truths.get(keyOf(each)) ?? null
      return refactoring ? [scoreRefactoring(each, { refactoring, truth }, rules)] : []
    }
  })
}

/** @param {ZooRow} row @returns a key that a run shares with the longer one before it */
function keyOf({ kind, repetition }) {
  return `${kind} ${repetition}`
}

/** @param {ZooRow} run @returns {[key: string, truth: Truth][]} one of a longer run */
function truthOf(run) {
  const { isVerdictOnly, findings } = run
  const { separateMicros: micros, separateBaselineMicros: baselineMicros } = findings ?? {}
  if (!isVerdictOnly || !micros) return []
  const [value, low, high] = [micros.value, micros.low ?? Number.NaN, micros.high ?? Number.NaN]
  const relative = baselineMicros
    ? { value: value / baselineMicros, low: low / baselineMicros, high: high / baselineMicros }
    : null
  return [[keyOf(run), { micros, relative }]]
}

/** @type {(row: ZooRow, known: Known, rules: Record<string, Rule>) => Scored} */
function scoreRefactoring(each, known, rules) {
  const { refactoring, truth } = known
  const { findings, question } = each
  const hits = Object.fromEntries(
    Object.entries(rules).map(([label, rule]) => [label, findings !== null && rule(findings, known)])
  )
  const { sizeMicros, change, baselineMicros, unattributedMicros: left } = findings ?? {}
  const planted = question === 'cost' ? truth : null
  return {
    row: each,
    refactoring,
    truth: planted?.micros ?? null,
    hits,
    sizeOverTruth: quotientOf(sizeMicros, planted?.micros),
    percentOverTruth: quotientOf(change, planted?.relative),
    halfWidth:
      left && left.low !== null && left.high !== null && baselineMicros
        ? (left.high - left.low) / 2 / baselineMicros
        : null
  }
}

/** @type {(found?: Figure | null, truth?: Figure | null) => number | null} */
function quotientOf(found, truth) {
  return found && truth && truth.value > 0 ? found.value / truth.value : null
}

/** @type {(title: string, labels: string[], runs: Scored[]) => string[]} */
function sharesTable(title, labels, runs) {
  const inHalf = (/** @type {Refactoring['half']} */ half) =>
    runs.filter(({ refactoring }) => refactoring.half === half)
  const groups = [inHalf('tuning'), inHalf('held-out'), runs]
  return [
    ...header([`${title}: share (95% interval)`, 'tuning', 'held-out', 'all']),
    ...labels.map(label =>
      row(label, ...groups.map(group => shareCell(group.map(({ hits }) => hits[label] === true))))
    ),
    row('size over truth, median', ...groups.map(group => medianCell(group, 'sizeOverTruth', twoPlaces))),
    row('percent over truth, median', ...groups.map(group => medianCell(group, 'percentOverTruth', twoPlaces))),
    row('half-width of unattributed, median', ...groups.map(group => medianCell(group, 'halfWidth', percent)))
  ]
}

/** @type {(runs: Scored[], field: 'sizeOverTruth' | 'percentOverTruth' | 'halfWidth', print: (value: number) => string) => string} */
function medianCell(runs, field, print) {
  const middle = median(runs.flatMap(run => run[field] ?? []))
  return middle === null ? '-' : print(middle)
}

/** @param {number} value */
function twoPlaces(value) {
  return value.toFixed(2)
}

/** @param {Scored[]} runs */
function runsTable(runs) {
  const names = [
    'case',
    'half',
    'verdict',
    'size, µs',
    'truth, µs',
    'first rows, µs (* on the card)',
    'unattributed, µs'
  ]
  return [
    ...header([...names, 'misses'], 3),
    ...runs.map(function runRow({ row: each, refactoring, truth, hits }) {
      const { findings, problem } = each
      const missed = Object.keys(hits).filter(label => !hits[label])
      return row(
        refactoring.name,
        refactoring.half,
        findings?.verdict ?? problem ?? '-',
        figureCell(findings?.sizeMicros),
        figureCell(truth),
        findings?.blame.slice(0, FIRST_ROWS).map(rowCell).join(', ') || '-',
        figureCell(findings?.unattributedMicros),
        missed.join(', ') || '-'
      )
    })
  ]
}

/** @param {NamedRow} named */
function rowCell({ name, cost, isHeadline }) {
  return `${name} ${cost.value.toFixed(1)}${isHeadline ? '*' : ''}`
}

/** @param {Figure | null} [figure] */
function figureCell(figure) {
  if (!figure) return '-'
  const [value, low, high] = [figure.value, figure.low, figure.high].map(each => each?.toFixed(1) ?? '?')
  return `${value} (${low} to ${high})`
}

/** @param {NamedRow} named */
function isFunction({ group }) {
  return groupsOfFunctions.includes(group)
}

/** @type {(named: NamedRow, refactoring: Refactoring) => boolean} */
function isUnchanged(named, { culprits }) {
  return isFunction(named) && !isOneOf(named, culprits)
}

/**
 * Returns whether two independent figures differ by less than the root of the sum of their squared half-widths.
 * @param {Figure | null} [a] @param {Figure | null} [b]
 */
function doAgree(a, b) {
  return !!a && !!b && Math.abs(a.value - b.value) < Math.hypot(halfWidthOf(a), halfWidthOf(b))
}

/** @param {Figure} figure @returns {number} NaN without an interval */
function halfWidthOf({ low, high }) {
  return low === null || high === null ? Number.NaN : (high - low) / 2
}

/** @param {number} value @param {Figure | null} [figure] */
function isInside(value, figure) {
  return !!figure && figure.low !== null && figure.high !== null && figure.low <= value && value <= figure.high
}
