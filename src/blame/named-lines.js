import { getOrAdd } from '../stats/group-by.js'
import { ALPHA } from '../stats/levels.js'
import { sum } from '../stats/means.js'
import { addTo } from './costs/cost-map.js'

/** @import { CostsByLine, LineCosts } from './costs/line-costs.js' */
/** @import { BlamedLine, CostDifference, LineCost, NamedLines } from './types.js' */

/**
 * @typedef {object} SeenLines what a profiler recorded of the lines of a function
 * @property {Pick<LineCosts, 'own' | 'calls'>} lines
 * @property {(costs: number[]) => CostDifference} compare
 */

/** Lines are named where they have at least this share of the difference together. */
const NAMING_SHARE = 0.5
/** Or, where most of it has no line, this share of what has one, and of the difference. */
const PLACED_SHARES = { placed: 2 / 3, difference: 0.2 }
/** A line with less of the difference is not named, whichever sign it has. */
const NOTABLE_SHARE = 0.1
/** Of the cost of a function in either variant: a line with less is not in its annotated source. */
const LEAST_SHARE = 0.01
const MOST_ANNOTATED = 40
/** A line is its own code's where that has at least this share of the line's difference. */
const OWN_SHARE = 0.5

const lineKinds = /** @type {const} */ (['own', 'calls', 'callers'])

/** Returns the costs by line of several rows of one function together. @param {LineCosts[]} rows @returns {LineCosts} */
export function sumOfLines(rows) {
  const [own, calls, callers] = lineKinds.map(kind => sumByLine(rows.map(row => row[kind])))
  return { own: own ?? new Map(), calls: calls ?? new Map(), callers: callers ?? new Map() }
}

/** @param {CostsByLine[]} parts @returns {CostsByLine} */
function sumByLine(parts) {
  /** @type {CostsByLine} */
  const sums = new Map()
  for (const part of parts)
    for (const [line, costs] of part)
      addTo(
        getOrAdd(sums, line, () => []),
        costs
      )
  return sums
}

/**
 * Returns the lines of a function that carry its difference, each significantly, and the one that is named: the costliest. There are
 * none where lines cost significantly less though the function costs more, or the reverse: its text may have moved between the
 * variants. None is named where the second profiler sees the difference at another line. It sees lines of a function's own code, not
 * those of calls.
 * @param {SeenLines} first the profiler that all costs are from
 * @param {SeenLines | null} second the profiler that confirms
 * @param {{ difference: number, line: number | null }} named the difference, and where the function begins
 * @returns {NamedLines}
 */
export function namedLines({ lines: { own, calls }, compare }, second, { difference, line: begin }) {
  const all = costsOfLines({ own, calls }, compare)
  if (all.length === 0) return { line: null, lines: [], noLine: 'not-recorded' }
  const found = all.filter(
    ({ cost }) => cost.pValue <= ALPHA && Math.abs(cost.difference / difference) >= NOTABLE_SHARE
  )
  const carrying = found.filter(({ cost }) => cost.difference * difference > 0)
  const carried = sum(carrying.map(({ cost }) => cost.difference))
  const share = carried / difference
  const placed = sum(all.map(({ cost }) => Math.abs(cost.difference)))
  const isMostPlaced = Math.abs(carried) / placed >= PLACED_SHARES.placed && share >= PLACED_SHARES.difference
  const isMost = share >= NAMING_SHARE || isMostPlaced
  if (carrying.length < found.length || !isMost) return { line: null, lines: [], noLine: 'uncertain' }
  const seen = carrying
    .map(each => ({ ...each, evidence: evidenceOf(each) }))
    .sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
  const lines = seen.flatMap(({ line, cost: { pValue, ...cost }, evidence }) =>
    evidence ? { line, cost, evidence } : []
  )
  const [costliest] = seen
  if (!costliest?.evidence) return { line: null, lines, noLine: 'profilers-differ' }
  return { line: costliest.line, lines }

  /** @param {{ line: number, cost: CostDifference }} each @returns {BlamedLine['evidence'] | null} null: the profilers differ */
  function evidenceOf({ line, cost }) {
    const ownDifference = compare(own.get(line) ?? []).difference
    if (!second || ownDifference / cost.difference < OWN_SHARE) return 'one-profiler'
    if (isSeen(second.lines.own.get(line))) return 'confirmed'
    return [...second.lines.own].some(isElsewhere) ? null : 'one-profiler'
  }

  /**
   * Up to Node 24 a CPU profile also books lines of inlined functions to a caller, and what it has no line of to the first one: these
   * are no lines that the first profiler saw in the function, or the first line.
   * @param {[line: number, costs: number[]]} entry
   */
  function isElsewhere([line, costs]) {
    return line !== begin && own.has(line) && isSeen(costs)
  }

  /** @param {number[]} [costs] of the second profiler */
  function isSeen(costs) {
    if (!second || !costs) return false
    const cost = second.compare(costs)
    return cost.pValue <= ALPHA && cost.difference / difference >= NOTABLE_SHARE
  }
}

/** @type {(lines: SeenLines['lines'], compare: SeenLines['compare']) => { line: number, cost: CostDifference }[]} */
function costsOfLines({ own, calls }, compare) {
  return [...sumByLine([own, calls])].map(([line, costs]) => ({ line, cost: compare(costs) }))
}

/**
 * Returns what the costliest lines of a function cost in both variants, in their order, whether they differ or not.
 * @param {SeenLines['lines']} costs @param {SeenLines['compare']} compare @returns {LineCost[]}
 */
export function annotatedLines(costs, compare) {
  const lines = costsOfLines(costs, compare)
  const whole = Math.max(sum(lines.map(({ cost }) => cost.baseline)), sum(lines.map(({ cost }) => cost.candidate)))
  return lines
    .map(({ line, cost: { baseline, candidate, low, high } }) => ({ line, baseline, candidate, low, high }))
    .sort((a, b) => Math.max(b.baseline, b.candidate) - Math.max(a.baseline, a.candidate))
    .filter(({ baseline, candidate }) => Math.max(baseline, candidate) >= LEAST_SHARE * whole)
    .slice(0, MOST_ANNOTATED)
    .sort((a, b) => a.line - b.line)
}
