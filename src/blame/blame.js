import { isBuiltin } from '../profile/tree/frames.js'
import { groupBy } from '../stats/group-by.js'
import { excludesZero } from '../stats/intervals.js'
import { ALPHA } from '../stats/levels.js'
import { mean, sum } from '../stats/means.js'
import { findRows, spreadCosts } from './blame-rows.js'
import { verdictOn } from './card.js'
import { costDifference, costOfRows } from './costs/cost-difference.js'
import { addTo, callerOf, functionName, isOwner, ownCosts, sumOf } from './costs/cost-map.js'
import { hookMicros } from './costs/launch-costs.js'
import { lineCosts, linesOfOwners, netLines } from './costs/line-costs.js'
import { samplingBias, widenInterval } from './costs/sampling-error.js'
import { factorsOf } from './costs/scale-launches.js'
import { countedCalls } from './counted-calls.js'
import { groupCosts } from './group-costs.js'
import { IMPORTED_STACKS, IMPORTED_TIME } from './imported-figures.js'
import { joinRows, mergeSameNames, splitDisplaced } from './merge-rows.js'
import { withoutAll } from './moved-work.js'
import { annotatedLines, namedLines, sumOfLines } from './named-lines.js'
import { isShown, otherThreads, plusUnprofiled, rowOfThreads } from './other-threads.js'
import { costsByPlace, headlineOf } from './places.js'
import { queueingOf } from './request-waits.js'

/** @import { ProfilerName } from '../profile/types.js' */
/** @import { VerdictName } from '../verdict/types.js' */
/** @import { FoundRow, RowSource } from './blame-rows.js' */
/** @import { CostMap, CostNode } from './costs/cost-map.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { ComparedLaunches, Evidence } from './evidence.js' */
/** @import { CheckedRow, JoinedRow } from './merge-rows.js' */
/** @import { MeasuredThreads, UnprofiledThreads } from './other-threads.js' */
/** @import { Blame, BlameGroup, BlameRow, CostDifference, CostOfRows, CountedCalls, GroupCost, NamedLines, PartOfDifference, PlaceOfRows } from './types.js' */

/**
 * @typedef {{ profiler: ProfilerName } & ComparedLaunches} ProfilerData
 *
 * @typedef {object} Unprofiled
 * @property {Blame['unprofiledTotal']} total CPU per request
 * @property {UnprofiledThreads} threads
 * @property {CountedCalls['counted']} differing exact counters per request that differ
 * @property {RegExp[]} same native code whose system calls are the same in both variants, see {@link sameCalls}
 * @property {VerdictName} verdict
 * @property {boolean} isIncomplete whether call trees are missing: then nothing is confirmed
 *
 * @typedef {Omit<Blame, 'candidate' | 'baseline' | 'unit' | 'headline' | 'headlinePlaces' | 'headlineSums' | 'otherRows' | 'countedCalls' |
 *   'unprofiledTotal' | 'sampledPerCpu'> & Sources} Found
 *
 * @typedef {object} Sources
 * @property {RowSource[][]} sources by row where its cost is, empty for threads that were not sampled
 * @property {RowSource[]} displacedSources those of the displaced system-call time, and of differences that no row has because
 *   their sum is not significant
 *
 * @typedef {Blame & Sources} LocatedBlame
 */

/**
 * The profilers to take costs from, in order of preference. V8's ticks come first, because up to Node 24 a CPU profile
 * counts a function that V8 has inlined for its caller, and ticks do not: with 20 µs planted in such a function the profile
 * had 2 of them under its name. The devtools mode is not used, since what it shows is mostly the inspector's own work.
 * @type {{ unit: Blame['unit'], profilers: ProfilerName[] }[]}
 */
export const preferences = [
  { unit: 'micros', profilers: ['prof', 'cdp', IMPORTED_TIME] },
  { unit: 'samples', profilers: [IMPORTED_STACKS] },
  { unit: 'bytes', profilers: ['heap'] },
  { unit: 'latency', profilers: ['waits'] }
]
/** The share of a difference that an owner above must show to stand for an inlined function. */
const NOTABLE_SHARE = 0.5

/**
 * Returns which functions carry the difference between two variants, one list per unit of cost that was profiled, and where in the call
 * trees the cost of each row is.
 * @param {string} candidate @param {string} baseline @param {Evidence} evidence
 * @param {Partial<Unprofiled>} [unprofiled] what the unprofiled launches show of the same variants
 * @returns {LocatedBlame[]}
 */
export function locatedBlames(candidate, baseline, evidence, unprofiled = {}) {
  const {
    total = null,
    threads = {},
    differing = [],
    same = [],
    verdict = 'cannot tell',
    isIncomplete = false
  } = unprofiled
  return preferences.flatMap(function blameIn({ unit, profilers }) {
    const [first, second = null] = measuredBy(profilers, candidate, evidence)
    if (!first) return []
    const scaledBy = factorsOf(first.launches, [baseline, candidate])
    const sampledPerCpu = unit === 'micros' ? mean(first.launches.map(launch => launch.sampledPerCpu)) : null
    const unprofiledTotal = unit === 'micros' ? total : null
    const { costOf, placedLines, ...measured } = blameBy(first, isIncomplete ? null : second, { threads, same })
    const found = { ...measured, unprofiledTotal }
    const isAlone = unit === 'latency' || (unit === 'micros' && second === null && !isIncomplete)
    const direction = unit === 'latency' ? verdictOn(found.total) : verdict
    const headline = headlineOf(found, direction, isAlone)
    const others = [...found.rows.keys()].filter(index => !headline.includes(index))
    const sampled = headlineOf(found, direction, isAlone, headline.filter(isSampled))
    return [
      {
        candidate,
        baseline,
        unit,
        ...found,
        headline,
        countedCalls: unit === 'micros' ? countedCalls(found.rows, differing) : [],
        headlinePlaces: {
          sampled: costsByPlace(found.rows, sampled, placeOf),
          all: costsByPlace(found.rows, headline, placeOf)
        },
        headlineSums: { sampled: costOrNull(sampled), all: costOrNull(headline) },
        otherRows: { sampled: togetherOrNull(others.filter(isSampled)), all: togetherOrNull(others) },
        sampledPerCpu,
        ...(scaledBy && { scaledBy }),
        ...(first.pairing.tie && { tie: first.pairing.tie }),
        ...(unit === 'latency' && { ...hookMicros(first.launches), ...queueingOf(found, first) })
      }
    ]

    /** @param {number[]} rows */
    function placeOf(rows) {
      return { rows, cost: costOf(rows), ...placedLines(rows) }
    }

    /** @param {number[]} rows */
    function costOrNull(rows) {
      return rows.length === 0 ? null : costOf(rows)
    }

    /** @param {number[]} rows */
    function togetherOrNull(rows) {
      return rows.length === 0 ? null : { rows, cost: costOf(rows) }
    }

    /** @param {number} index */
    function isSampled(index) {
      return found.rows[index]?.threads === null
    }
  })
}

/**
 * Returns what profilers measured of a variant, the one first that the costs are from.
 * @type {(profilers: ProfilerName[], candidate: string, evidence: Evidence) => ProfilerData[]}
 */
export function measuredBy(profilers, candidate, evidence) {
  const seen = profilers.flatMap(function dataOf(profiler) {
    const compared = evidence.get(profiler)?.compared.get(candidate)
    return compared ? [{ profiler, ...compared }] : []
  })
  return seen.toSorted((a, b) => Number(hasInterval(b)) - Number(hasInterval(a)))
}

/** @param {LocatedBlame} located @returns {Blame} */
export function withoutSources({ sources, displacedSources, ...blame }) {
  return blame
}

/**
 * @param {ProfilerData} first the profiler that all costs are from
 * @param {ProfilerData | null} second the profiler that confirms
 * @param {Pick<Unprofiled, 'threads' | 'same'>} unprofiled
 * @returns {Found & { costOf: (rows: number[]) => CostOfRows['cost'],
 *   placedLines: (rows: number[]) => Pick<PlaceOfRows, keyof NamedLines | 'calledAt'> }} of several rows together, by index; of one
 *   function where it is of lines
 */
function blameBy({ profiler, launches, pairing, map, unprofiled, compare, isSampled }, second, { threads, same }) {
  const meanCost = mean(launches.map(launch => launch.profiled))
  const others = otherThreads(launches, pairing, unprofiled)
  const {
    rows: separate,
    netted,
    threshold
  } = findRows(
    map,
    compare,
    meanCost,
    others.map(({ cost }) => cost.pValue)
  )
  const merged = mergeSameNames(separate, compare)
  // At most three measured costs are tested together, and not hundreds.
  const othersThreshold = Math.max(threshold, ALPHA / others.length)
  const significantOthers = others.filter(other => isShown(other, othersThreshold, threads))
  const moves = [...merged.filter(({ isMoved }) => isMoved).flatMap(({ sources }) => sources), ...netted]
  const confirming = second && { ...second, nodes: withoutMoves(second.map, moves) }
  const checked = merged.map(row => ({ ...row, isConfirmed: confirming !== null && isConfirmedBy(confirming, row) }))
  const all = launches.map(({ profiled, whole }) => whole ?? profiled)
  const elsewhere = others.filter(({ isUnprofiled }) => isUnprofiled)
  for (const { costs } of elsewhere) addTo(all, costs, -1)
  const hasPool = significantOthers.some(({ threads }) => threads === 'pool')
  const isSeen = (/** @type {CheckedRow[]} */ parts, /** @type {CostDifference} */ sum) =>
    confirming !== null && isSeenTogether(confirming, parts, sum)
  // Latency is measured: no part of it counts for another one.
  const { kept, displaced } = isSampled ? splitDisplaced(checked, compare, same) : { kept: checked, displaced: null }
  const joined = isSampled ? joinRows(kept, compare, { hasPool, isSeen }) : kept.map(row => ({ ...row, joined: null }))
  const left = [...all]
  const inRows = new Set(joined.flatMap(({ sources }) => sources))
  const displacedRows = checked.filter(row => !kept.includes(row))
  const othersHere = significantOthers.filter(({ isUnprofiled }) => !isUnprofiled)
  for (const { costs } of [...joined, ...displacedRows, ...othersHere]) addTo(left, costs, -1)
  const total = plusUnprofiled(costDifference(all, pairing, null), elsewhere)
  const notShown = elsewhere.filter(other => !significantOthers.includes(other))
  const bias = samplingBias(launches)
  const displacedSources = [
    ...separate.flatMap(({ sources }) => sources).filter(source => !inRows.has(source)),
    ...netted
  ]
  const lines = lineCosts(launches, joined, displacedSources)
  const linesOfSecond = second && lineCosts(second.launches, joined, displacedSources)
  const owners = [...new Set(joined.flatMap(({ owner, isSpread }) => (isOwner(owner) && !isSpread ? [owner] : [])))]
  const wholeLines = new Map(
    linesOfOwners(launches, owners).map((each, at) => [/** @type {CostNode} */ (owners[at]), each])
  )
  const sampled = joined.map(({ sources, ...row }, index) => ({
    costs: row.costs,
    sources,
    lines: row.isMoved && row.joined === null && lines[index] ? netLines(lines[index], row.costs) : lines[index],
    annotated: (row.isSpread ? null : wholeLines.get(row.owner)) ?? lines[index],
    linesOfSecond: linesOfSecond?.[index],
    row: rowOf({ ...row, cost: widenInterval(row.cost, bias) })
  }))
  const measured = significantOthers.map(other => ({
    costs: other.costs,
    sources: [],
    lines: undefined,
    annotated: undefined,
    linesOfSecond: undefined,
    row: rowOfThreads(other, map, compare)
  }))
  const found = [...sampled, ...measured]
    .map(({ row, ...others }) => ({ ...others, row: { ...row, cost: partOf(row.cost, total) } }))
    .sort((a, b) => Math.abs(b.row.cost.difference) - Math.abs(a.row.cost.difference))
  return {
    profiler,
    secondProfiler: second?.profiler ?? null,
    rounds: pairing.rounds.length,
    fewestSamples: Math.min(...launches.map(samplesOf)),
    hasAppFrames: map.owners.length > 0,
    groups: groupCosts(map, others, launches, compare),
    rows: found.map((each, index) => ({ ...each.row, ...placedLines([index]), ...annotationOf(each) })),
    costOf,
    placedLines,
    sources: found.map(({ sources }) => sources),
    displacedSources,
    displaced: displaced && { names: displaced.names, cost: partOf(widenInterval(displaced.cost, bias), total) },
    unattributed: partOf(plusUnprofiled(costDifference(left, pairing, null), notShown), total),
    total: partOf(total, total),
    samplingBias: bias
  }

  /** @param {number[]} indexes of rows, at least one */
  function costOf(indexes) {
    const own = indexes.flatMap(index => found[index] ?? [])
    return costOfRows(own, compareWidely)
  }

  /** @param {number[]} costs */
  function compareWidely(costs) {
    return widenInterval(compare(costs), bias)
  }

  /** @param {number[]} indexes of rows of one function */
  function placedLines(indexes) {
    const own = indexes.flatMap(index => found[index] ?? []).filter(({ row }) => row.threads === null)
    const { owner = null, caller = null } = own[0]?.row ?? {}
    const difference = sum(own.map(({ row }) => row.cost.difference))
    const { callers, ...lines } = sumOfLines(own.flatMap(each => each.lines ?? []))
    const ofSecond = second && sumOfLines(own.flatMap(each => each.linesOfSecond ?? []))
    const confirming = ofSecond && { lines: ofSecond, compare: second.compare }
    const calling = { lines: { own: new Map(), calls: callers }, compare: compareWidely }
    return {
      ...(owner &&
        owner.line !== null &&
        namedLines({ lines, compare: compareWidely }, confirming, { difference, line: owner.line })),
      calledAt: caller ? namedLines(calling, null, { difference, line: caller.line }).lines : []
    }
  }

  /** @param {typeof found[0]} row @returns {Pick<BlameRow, 'annotated'>} */
  function annotationOf({ row: { owner }, annotated }) {
    return owner && owner.line !== null && annotated ? { annotated: annotatedLines(annotated, compareWidely) } : {}
  }
}

/**
 * @template {CostOfRows['cost']} Cost
 * @param {Cost} cost @param {CostOfRows['cost']} total @returns {Cost & Pick<PartOfDifference, 'share'>}
 */
function partOf(cost, total) {
  return { ...cost, share: excludesZero(total) ? cost.difference / total.difference : null }
}

/** @param {ComparedLaunches} compared */
function hasInterval({ pairing }) {
  return pairing.rounds.length > 1
}

/** @type {(row: Omit<JoinedRow, 'sources'>) => Omit<BlameRow, 'cost'> & { cost: CostDifference }} */
function rowOf({ owner, path, cost, isSpread, isConfirmed, joined }) {
  return {
    ...owner.category,
    threads: null,
    poolUser: null,
    owner: functionName(owner.frame),
    path: path.map(({ frame }) => functionName(frame)),
    isSpread,
    joined,
    caller: isOwner(owner) ? callerOf(owner) : null,
    cost,
    evidence: isConfirmed ? 'confirmed' : 'one-profiler'
  }
}

/** @param {LaunchCosts} launch */
export function samplesOf({ threads }) {
  return sum(threads.map(({ tree }) => tree.sampleCount))
}

/**
 * Returns the owners and the code without an owner of the second profiler, less the work that moved by the first one.
 * @type {(map: CostMap, moves: RowSource[]) => CostNode[]}
 */
function withoutMoves({ owners, outside }, moves) {
  const movesOf = groupBy(moves, ({ owner }) => owner.key)
  return [...owners, ...outside].flatMap(
    node =>
      withoutAll(
        node,
        (movesOf.get(node.key) ?? []).map(({ calls }) => calls)
      ) ?? []
  )
}

/**
 * Returns whether a second profiler finds a difference of the same sign in several functions together.
 * @type {(second: ComparedLaunches & { nodes: CostNode[] }, rows: FoundRow[], cost: CostDifference) => boolean}
 */
function isSeenTogether({ nodes, compare }, rows, { difference }) {
  const keys = new Set(rows.map(({ owner }) => owner.key))
  const found = compare(sumOf(nodes.filter(({ key }) => keys.has(key)).map(ownCosts)))
  return found.pValue <= ALPHA && found.difference * difference > 0
}

/**
 * Returns whether a second profiler finds a difference of the same sign in the same place: in the function, in the call from
 * it, over what it calls, or in all calls of work that moved. Where it finds too little under the function's name, V8 may have
 * inlined the function without the profiler showing that: then the own cost of an owner above it must show it.
 * @type {(second: ComparedLaunches & { nodes: CostNode[] }, row: FoundRow) => boolean}
 */
function isConfirmedBy({ map, nodes: found, compare }, { owner, path, cost, isSpread, isMoved, spreadOver, sources }) {
  if (isMoved) {
    const called = [...new Set(sources.flatMap(calledIn))]
    return called.length > 0 ? agrees(sumOf(called.map(ownCosts)), 0) : isOwnCodeOfCallers()
  }
  const places = found.filter(node => node.key === owner.key)
  const [call] = path
  if (isSpread) {
    const same = map.owners.filter(node => node.key === owner.key)
    return same.some(node => agrees(spreadCosts(node, spreadOver, map, compare), 0))
  }
  if (call)
    return agrees(sumOf(places.flatMap(node => node.parts.get(call.key) ?? []).map(ownCosts)), 0) || isSeenIn(places)
  if (isSeenIn(places)) return true
  const above = isOwner(owner) ? [...owner.above] : []
  return above.some(key => agrees(sumOf(map.owners.filter(node => node.key === key).map(ownCosts)), NOTABLE_SHARE))

  /** The second profiler may name native code otherwise: what the owner calls first has one name. @param {RowSource} source */
  function calledIn({ owner: root, calls: [first] }) {
    const nodes = [...map.owners, ...map.outside].filter(node => node.key === root.key)
    return first ? nodes.flatMap(node => node.parts.get(first.key) ?? []) : nodes
  }

  /** A CPU profile has no frames of builtins: the own code of their callers must differ by about as much. */
  function isOwnCodeOfCallers() {
    if (!sources.every(({ calls: [first] }) => first && isBuiltin(first.frame))) return false
    const keys = new Set(sources.map(source => source.owner.key))
    const callers = [...map.owners, ...map.outside].filter(({ key }) => keys.has(key))
    return agrees(sumOf(callers.map(node => ownCosts({ ...node, parts: new Map() }))), NOTABLE_SHARE, 1 / NOTABLE_SHARE)
  }

  /** @param {CostNode[]} nodes */
  function isSeenIn(nodes) {
    return agrees(sumOf(nodes.map(ownCosts)), 0)
  }

  /** @param {number[]} costs @param {number} share of the difference that the second profiler must find @param {number} [most] */
  function agrees(costs, share, most = Number.POSITIVE_INFINITY) {
    const found = compare(costs)
    const part = found.difference / cost.difference
    return found.pValue <= ALPHA && part > share && part < most
  }
}
