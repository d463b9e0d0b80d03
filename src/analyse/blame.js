import { findRows } from './blame-rows.js'
import { costDifference, dispersionOf, pairLaunches } from './cost-difference.js'
import { addTo, costTree, ownCosts, ownersBelow } from './cost-tree.js'
import { launchCosts } from './launch-costs.js'
import { findQueuer } from './queued-work.js'

/**
 * @typedef {import('../types.js').Blame} Blame
 * @typedef {import('../types.js').BlameRow} BlameRow
 * @typedef {import('../types.js').LaunchTrees} LaunchTrees
 * @typedef {import('../types.js').ProfilerName} ProfilerName
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('./blame-rows.js').FoundRow} FoundRow
 * @typedef {import('./cost-tree.js').CostNode} CostNode
 * @typedef {import('./launch-costs.js').LaunchCosts} LaunchCosts
 *
 * @typedef {object} Evidence what one profiler saw
 * @property {ProfilerName} profiler
 * @property {LaunchCosts[]} launches
 * @property {import('./cost-difference.js').Pairing} pairing
 * @property {CostNode} root
 * @property {number} dispersion
 * @property {FoundRow[]} rows
 */

/**
 * Who can be asked for blame, the better witness first. 0x is V8's ticks again and no second witness to --prof; the
 * devtools mode is none at all, since what it shows is mostly the inspector's own work.
 * @type {{ unit: Blame['unit'], witnesses: ProfilerName[][] }[]}
 */
const courts = [
  { unit: 'micros', witnesses: [['cdp'], ['prof', '0x']] },
  { unit: 'bytes', witnesses: [['heap']] }
]
const CONFIRMED = 0.05

/**
 * Which functions carry the difference between two variants.
 * @param {string} candidate
 * @param {string} baseline
 * @param {{ trees: LaunchTrees[], slices: SliceRecord[], isValid: (slice: SliceRecord) => boolean, load: import('../types.js').Load }} measured
 * @returns {Blame[]} one a unit of cost that was profiled
 */
export function blameOn(candidate, baseline, measured) {
  return courts.flatMap(function hold({ unit, witnesses }) {
    const heard = witnesses.flatMap(alternatives => alternatives.flatMap(testimony).slice(0, 1))
    const [first, second = null] = heard
    return first ? [judgement(unit, first, second)] : []
  })

  /** @param {ProfilerName} profiler */
  function testimony(profiler) {
    const launches = measured.trees.filter(tree => tree.profiler === profiler).flatMap(costsOf)
    const own = launches.filter(({ variant }) => variant === candidate || variant === baseline)
    return own.length === 0 ? [] : [evidenceOf(profiler, own, baseline, candidate)]
  }

  /** @param {LaunchTrees} tree */
  function costsOf(tree) {
    const own = measured.slices.filter(
      slice => slice.launch === tree.launch && slice.load.generator === measured.load.generator
    )
    const costs = own.every(measured.isValid) ? launchCosts(tree, own) : null
    return costs ? [costs] : []
  }

  /**
   * @param {Blame['unit']} unit
   * @param {Evidence} first
   * @param {Evidence | null} second
   * @returns {Blame}
   */
  function judgement(unit, first, second) {
    const { launches, pairing, root } = first
    const rows = [...first.rows.map(row => tellRow(row, second)), ...otherThreadRows(first)]
    rows.sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
    const all = launches.map(({ profiled, whole }) => whole ?? profiled)
    return {
      candidate,
      baseline,
      unit,
      profiler: first.profiler,
      secondProfiler: second?.profiler ?? null,
      rounds: pairing.rounds.length,
      fewestSamples: Math.min(...launches.map(samplesOf)),
      hasAppFrames: ownersBelow(root).length > 0,
      rows,
      notExplained: costDifference(withoutRows(all, first), pairing, null),
      total: costDifference(all, pairing, null),
      bare: null,
      sampledPerCpu: unit === 'bytes' ? null : mean(launches.map(launch => launch.weightPerCost))
    }
  }
}

/**
 * @param {ProfilerName} profiler
 * @param {LaunchCosts[]} launches
 * @param {string} baseline
 * @param {string} candidate
 * @returns {Evidence}
 */
function evidenceOf(profiler, launches, baseline, candidate) {
  const pairing = pairLaunches(launches, baseline, candidate)
  const root = costTree(launches)
  const dispersion = dispersionOf(ownersBelow(root).map(ownCosts), pairing)
  return { profiler, launches, pairing, root, dispersion, rows: findRows(root, pairing, dispersion) }
}

/**
 * @param {FoundRow} row
 * @param {Evidence | null} second
 * @returns {BlameRow}
 */
function tellRow({ owner, path, cost }, second) {
  const isOutside = owner.category.group !== 'app' && owner.category.group !== 'package'
  return {
    group: owner.category.group,
    packageName: owner.category.packageName,
    owner: nameOf(owner),
    path: path.map(node => node.frame.name),
    caller: isOutside ? null : callerOf(owner),
    cost,
    isConfirmed: second !== null && isConfirmedBy(second, owner, path[0], cost.difference)
  }
}

/**
 * Whether another profiler finds a difference of the same sign in the same function, or in the same call from it. Which
 * of node's own functions below that had the samples may differ: inlining is told differently.
 * @param {Evidence} second
 * @param {CostNode} owner
 * @param {CostNode | undefined} firstCall
 * @param {number} difference
 */
function isConfirmedBy({ root, pairing, dispersion }, owner, firstCall, difference) {
  const places = [...ownersBelow(root), ...root.parts.values()].filter(node => node.key === owner.key)
  const calls = places.flatMap(node => (firstCall ? (node.parts.get(firstCall.key) ?? []) : []))
  return [places, calls].some(function agrees(nodes) {
    if (nodes.length === 0) return false
    const costs = pairing.rounds.length === 0 ? [] : nodes.map(ownCosts).reduce(added)
    const cost = costDifference(costs, pairing, dispersion)
    return cost.pValue <= CONFIRMED && Math.sign(cost.difference) === Math.sign(difference)
  })
}

/**
 * What no profiler here sees, but the system counts: the thread pool and V8's helpers, where they differ.
 * @param {Evidence} evidence
 * @returns {BlameRow[]}
 */
function otherThreadRows({ launches, pairing, root }) {
  return /** @type {const} */ (['pool', 'helpers']).flatMap(function rowOf(threads) {
    const costs = launches.map(launch => launch[threads])
    if (costs.includes(null)) return []
    const cost = costDifference(costs.map(Number), pairing, null)
    if (cost.pValue > CONFIRMED) return []
    const queuer = threads === 'pool' ? findQueuer(root, pairing, Math.sign(cost.difference)) : null
    const name = threads === 'pool' ? 'thread pool' : "V8's helper threads: compilers and garbage collector"
    return [
      {
        group: /** @type {const} */ ('other threads'),
        packageName: queuer?.owner.category.packageName ?? null,
        owner: {
          name: queuer ? queuer.name : name,
          file: queuer?.owner.frame.file ?? '',
          line: queuer?.owner.frame.line ?? null
        },
        path: queuer ? [queuer.owner.frame.name] : [],
        caller: queuer ? (queuer.owner.category.group === 'app' ? nameOf(queuer.owner) : callerOf(queuer.owner)) : null,
        cost,
        isConfirmed: false
      }
    ]
  })
}

/**
 * @param {number[]} all by launch
 * @param {Evidence} evidence
 */
function withoutRows(all, { launches, pairing, rows }) {
  const left = [...all]
  for (const row of rows)
    addTo(
      left,
      row.costs.map(cost => -cost)
    )
  for (const threads of /** @type {const} */ (['pool', 'helpers'])) {
    const costs = launches.map(launch => launch[threads])
    if (costs.includes(null)) continue
    if (costDifference(costs.map(Number), pairing, null).pValue <= CONFIRMED)
      addTo(
        left,
        costs.map(cost => -Number(cost))
      )
  }
  return left
}

/**
 * The nearest function of the app above.
 * @param {CostNode} node
 */
function callerOf(node) {
  for (let above = node.parent; above; above = above.parent) if (above.category.group === 'app') return nameOf(above)
  return null
}

/** @param {CostNode} node */
function nameOf({ frame: { name, file, line } }) {
  return { name, file, line }
}

/** @param {LaunchCosts} launch */
function samplesOf({ threads }) {
  return threads.reduce((sum, { tree }) => sum + tree.sampleCount, 0)
}

/**
 * @param {number[]} sums
 * @param {number[]} costs
 */
function added(sums, costs) {
  return sums.map((sum, launch) => sum + (costs[launch] ?? 0))
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
