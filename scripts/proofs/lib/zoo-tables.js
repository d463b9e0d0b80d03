import { median } from '../../../src/stats/means.js'
import { binomialInterval } from './binomial.js'
import { doOverlap, scoreRun } from './score-run.js'
import { header, percent, row, seconds } from './tables.js'

/** @import { Kind } from '../../../test/fixtures/servers/zoo/catalog.js' */
/** @import { Scored } from './score-run.js' */
/** @import { ZooRow } from './zoo-row.js' */

/** The Markdown tables of the proof; docs/zoo.md says what each column means. */

/**
 * @typedef {'isSignRight' | 'isCulpritFirst' | 'isCostClose' | 'isTruthCovered' | 'isNobodyElseNamed' | 'isSame'} Share
 * @typedef {{ hits: number, runs: number }} Counted
 */

const KIND_COLUMNS = [
  'kind',
  'half',
  'runs with a cost',
  'sign right',
  'culprit first',
  'cost over truth',
  'truth inside',
  'nobody else named',
  'runs without change',
  'no difference',
  'nobody named',
  'wall time'
]
/** No number of runs shows a share of 100%. */
const MOST_SHOWN = 0.95
/** @type {{ label: string, aim: number | null, counted: (runs: Scored[]) => Counted }[]} */
const shares = [
  { label: 'sign right', aim: 1, counted: runs => count(runs, 'isSignRight') },
  { label: 'culprit first', aim: 0.95, counted: runs => count(runs, 'isCulpritFirst') },
  { label: 'cost within 15% of the truth', aim: 0.9, counted: runs => count(runs, 'isCostClose') },
  { label: 'truth inside the interval', aim: 0.9, counted: runs => count(runs, 'isTruthCovered') },
  {
    label: 'nobody else named, runs with a cost',
    aim: null,
    counted: runs => count(withCost(runs), 'isNobodyElseNamed')
  },
  { label: 'nobody named, runs without change', aim: 0.95, counted: runs => count(same(runs), 'isNobodyElseNamed') },
  { label: 'no difference, runs without change', aim: null, counted: runs => count(runs, 'isSame') },
  { label: 'two runs of one question overlap', aim: 0.9, counted: countOverlaps }
]

/**
 * Returns a table of the kinds, and one of the shares of all kinds together with their exact 95% intervals.
 * @param {ZooRow[]} rows
 * @param {Kind[]} kinds
 * @returns {string[]} lines
 */
export function zooTables(rows, kinds) {
  const runs = rows.map(each => scoreRun(each, kinds.find(({ name }) => name === each.kind) ?? null))
  const names = [...kinds.map(({ name }) => name), ...new Set(runs.filter(run => !run.kind).map(run => run.row.kind))]
  const played = names.map(name => runs.filter(run => run.row.kind === name)).filter(each => each.length > 0)
  return [...header(KIND_COLUMNS, 2), ...played.map(kindRow), '', ...pooledTable(runs)]
}

/** @param {Scored[]} runs of one kind */
function kindRow(runs) {
  const [first] = runs
  const [costs, without] = [withCost(runs), same(runs)]
  return row(
    first?.row.kind ?? '',
    first?.kind?.half ?? '-',
    String(costs.length),
    fraction(count(costs, 'isSignRight')),
    fraction(count(costs, 'isCulpritFirst')),
    rangeOf(costs.flatMap(({ costOverTruth }) => costOverTruth ?? [])),
    fraction(count(costs, 'isTruthCovered')),
    fraction(count(costs, 'isNobodyElseNamed')),
    String(without.length),
    fraction(count(without, 'isSame')),
    fraction(count(without, 'isNobodyElseNamed')),
    [costs, without].map(medianTime).join(' and ')
  )
}

/** @param {Scored[]} runs */
function pooledTable(runs) {
  const inHalf = (/** @type {Kind['half']} */ half) => runs.filter(({ kind }) => kind?.half === half)
  const groups = [inHalf('tuning'), inHalf('held-out'), runs]
  const lines = shares.map(({ label, aim, counted }) =>
    row(label, ...groups.map(group => shareCell(counted(group), aim)), aim === null ? '-' : percent(aim, 0))
  )
  const ratios = groups.map(group => rangeOf(group.flatMap(({ costOverTruth }) => costOverTruth ?? [])))
  const times = groups.map(group => [withCost(group), same(group)].map(medianTime).join(' and '))
  return [
    ...header(['share (95% interval)', 'tuning', 'held-out', 'all, with info', 'aim']),
    ...lines,
    row('cost over truth, median (range)', ...ratios, '0.85 to 1.15'),
    row('wall time, with a cost and without change', ...times, '-')
  ]
}

/**
 * Says so where even a full count of so many runs would not show the aim.
 * @param {Counted} counted
 * @param {number | null} aim
 */
function shareCell({ hits, runs }, aim) {
  if (runs === 0) return '-'
  const { low, high } = binomialInterval(hits, runs)
  const cell = `${hits}/${runs} (${percent(low, 0)} to ${percent(high, 0)})`
  if (aim === null) return cell
  const shown = Math.min(aim, MOST_SHOWN)
  const best = binomialInterval(runs, runs).low
  return best < shown ? `${cell}, too few to show ${percent(shown, 0)}` : cell
}

/** @param {Counted} counted */
function fraction({ hits, runs }) {
  return runs === 0 ? '-' : `${hits}/${runs}`
}

/** @type {(runs: Scored[], share: Share) => Counted} */
function count(runs, share) {
  const asked = runs.filter(run => run[share] !== null)
  return { hits: asked.filter(run => run[share]).length, runs: asked.length }
}

/** Pairs the first run of a question with the second, the third with the fourth. @param {Scored[]} runs @returns {Counted} */
function countOverlaps(runs) {
  /** @type {Map<string, Scored[]>} */
  const groups = new Map()
  for (const run of runs) {
    const { kind, question, node, isVerdictOnly } = run.row
    const key = [kind, question, node, isVerdictOnly].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), run])
  }
  const pairs = [...groups.values()].flatMap(pairUp)
  return { hits: pairs.filter(([one, other]) => doOverlap(one.row, other.row) === true).length, runs: pairs.length }
}

/** @param {Scored[]} runs of one question @returns {[Scored, Scored][]} */
function pairUp(runs) {
  const sorted = runs.toSorted((one, other) => one.row.repetition - other.row.repetition)
  return sorted.flatMap(function withNext(run, index) {
    const next = sorted[index + 1]
    return index % 2 === 0 && next ? [/** @type {[Scored, Scored]} */ ([run, next])] : []
  })
}

/** @param {Scored[]} runs */
function withCost(runs) {
  return runs.filter(({ row: { question } }) => question === 'cost')
}

/** @param {Scored[]} runs */
function same(runs) {
  return runs.filter(({ row: { question } }) => question === 'again')
}

/** @param {number[]} ratios */
function rangeOf(ratios) {
  if (ratios.length === 0) return '-'
  const figures = [median(ratios) ?? Number.NaN, Math.min(...ratios), Math.max(...ratios)]
  const [middle, least, most] = figures.map(each => each.toFixed(2))
  return `${middle} (${least} to ${most})`
}

/** @param {Scored[]} runs */
function medianTime(runs) {
  const wallMs = median(runs.map(({ row }) => row.wallMs))
  return wallMs === null ? '-' : seconds(wallMs)
}
