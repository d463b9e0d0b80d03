import { ALPHA } from '../stats/levels.js'
import { mean } from '../stats/means.js'
import { measuredBy, preferences, samplesOf } from './blame.js'
import { TESTED_SHARE } from './blame-rows.js'
import { costDifference } from './costs/cost-difference.js'
import { callerOf, functionName, ownCosts, sumOf } from './costs/cost-map.js'
import { linesOfOwners } from './costs/line-costs.js'
import { samplingBias, widenInterval } from './costs/sampling-error.js'
import { groupCosts } from './group-costs.js'
import { annotatedLines, namedLines, sumOfLines } from './named-lines.js'
import { otherThreads } from './other-threads.js'

/** @import { Mean } from '../stats/types.js' */
/** @import { ProfilerData } from './blame.js' */
/** @import { Owner } from './costs/cost-map.js' */
/** @import { Evidence } from './evidence.js' */
/** @import { CostDifference, FunctionCost, FunctionCosts } from './types.js' */

/** Two profilers agree on a cost where neither shows more than this multiple of the other one's. */
const MOST_APART = 2
/** Of a single launch, which has no interval: a line with fewer samples is not named. */
const FEWEST_LINE_SAMPLES = 10

/**
 * Returns what a request of a single variant costs, by function: one list per unit of cost that was profiled. A function of the app, or one
 * by which a package is entered, has its own cost and that of the Node.js code below it, as in blame.
 * @param {string} variant @param {Evidence} evidence
 * @param {boolean} isIncomplete whether call trees are missing: then nothing is confirmed
 * @returns {FunctionCosts[]}
 */
export function functionCosts(variant, evidence, isIncomplete) {
  return preferences.flatMap(function costsIn({ unit, profilers }) {
    const [first, second = null] = measuredBy(profilers, variant, evidence)
    if (!first) return []
    const sampledPerCpu = unit === 'micros' ? mean(first.launches.map(launch => launch.sampledPerCpu)) : null
    return [{ variant, unit, sampledPerCpu, ...costsBy(first, isIncomplete ? null : second) }]
  })
}

/** @type {(first: ProfilerData, second: ProfilerData | null) => Omit<FunctionCosts, 'variant' | 'unit' | 'sampledPerCpu'>} */
function costsBy({ profiler, launches, pairing, map, compare }, second) {
  const bias = samplingBias(launches)
  const total = costDifference(
    launches.map(({ profiled, whole }) => whole ?? profiled),
    pairing,
    null
  )
  const groups = groupCosts(map, otherThreads(launches, pairing), launches, sampled)
  const own = groups.map(({ cost, ...group }) => ({ ...group, cost: toMean(cost) }))
  const withoutOwner = own.filter(({ group }) => group !== 'app' && group !== 'package').map(each => together(each, 0))
  return {
    profiler,
    secondProfiler: second?.profiler ?? null,
    launches: launches.length,
    fewestSamples: Math.min(...launches.map(samplesOf)),
    hasAppFrames: map.owners.length > 0,
    total: toMean(total),
    rows: [...ownerRows(), ...withoutOwner].sort((a, b) => b.cost.value - a.cost.value),
    groups: own,
    samplingBias: bias
  }

  /** @param {number[]} costs */
  function sampled(costs) {
    return widenInterval(compare(costs), bias)
  }

  /** @param {number[]} costs of a line */
  function sampledLine(costs) {
    const cost = sampled(costs)
    if (pairing.rounds.length > 1) return cost
    return { ...cost, pValue: cost.candidate >= FEWEST_LINE_SAMPLES * pairing.costPerSample ? 0 : 1 }
  }

  /** @returns {FunctionCost[]} of the functions that are large enough, and of the others together */
  function ownerRows() {
    const isLarge = (/** @type {Owner} */ owner) => compare(ownCosts(owner)).candidate >= TESTED_SHARE * total.candidate
    const large = map.owners.filter(isLarge)
    const small = map.owners.filter(owner => !isLarge(owner)).map(ownCosts)
    const [lines, others] = [launches, second?.launches ?? []].map(each => linesOfOwners(each, large))
    const rows = large.map(function rowOf(owner, index) {
      const cost = sampled(ownCosts(owner))
      const confirming = second && { lines: others?.[index] ?? sumOfLines([]), compare: second.compare }
      const seen = { lines: lines?.[index] ?? sumOfLines([]), compare: sampledLine }
      const named = namedLines(seen, confirming, { ...cost, line: owner.frame.line })
      return {
        ...together({ ...owner.category, threads: null, cost: toMean(cost) }, 1),
        owner: functionName(owner.frame),
        caller: owner.category.group === 'app' ? null : callerOf(owner),
        evidence: isConfirmed(owner, cost) ? /** @type {const} */ ('confirmed') : /** @type {const} */ ('one-profiler'),
        ...named,
        lines: named.lines.map(each => ({ ...each, cost: toMean(each.cost) })),
        annotated: annotatedLines(seen.lines, sampled).map(({ line, candidate }) => ({ line, value: candidate }))
      }
    })
    const rest = {
      group: /** @type {const} */ ('app'),
      packageName: null,
      threads: null,
      cost: toMean(sampled(sumOf(small)))
    }
    return small.length > 0 ? [...rows, together(rest, small.length)] : rows
  }

  /** @param {Owner} owner @param {CostDifference} cost */
  function isConfirmed({ key }, { candidate }) {
    const same = second?.map.owners.find(other => other.key === key)
    const other = same && second?.compare(ownCosts(same))
    return other && other.pValue <= ALPHA && Math.abs(Math.log(other.candidate / candidate)) <= Math.log(MOST_APART)
  }
}

/** @param {FunctionCosts['groups'][0]} group @param {number} functions of it @returns {FunctionCost} without a name */
function together(group, functions) {
  const evidence = group.threads === null ? 'one-profiler' : 'measured-directly'
  return { ...group, owner: null, caller: null, functions, evidence }
}

/** @param {Omit<CostDifference, 'pValue'>} cost from zero @returns {Mean} */
function toMean({ candidate, low, high }) {
  return { value: candidate, low, high }
}
