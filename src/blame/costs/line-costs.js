import { knownFunction } from '../../profile/tree/frames.js'
import { forEachLine } from '../../profile/tree/source-lines.js'
import { subtreeWeights } from '../../profile/tree/tree-columns.js'
import { getOrAdd } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'
import { entersOwner, isOwner, mostCalling } from './cost-map.js'
import { StackPlaces } from './stack-places.js'

/** @import { KnownFunction } from '../../profile/tree/frames.js' */
/** @import { Profile } from '../../profile/types.js' */
/** @import { FoundRow, RowSource } from '../blame-rows.js' */
/** @import { Owner } from './cost-map.js' */
/** @import { LaunchCosts } from './launch-costs.js' */

/**
 * @typedef {Map<number, number[]>} CostsByLine costs by launch, by line of the function that a row names
 *
 * @typedef {object} LineCosts of a row
 * @property {CostsByLine} own by line whose own code has the cost
 * @property {CostsByLine} calls by line that makes the calls with the cost
 * @property {CostsByLine} callers by line of the app's function that mostly calls the row's function
 *
 * @typedef {object} Step calls below an owner, as a trie
 * @property {number} row of what begins with the last of these calls; -1 where it is in no row
 * @property {Map<string, Step>} next by key of the function that is called
 *
 * @typedef {{ owner: KnownFunction | null, isEntry: boolean, step: Step | undefined, row: number }} Place of a stack
 *
 * @typedef {object} Holders which nodes of a tree are the function whose lines are asked for, and which are in a row
 * @property {(node: number) => boolean} isHolder
 * @property {(node: number) => number} rowOf -1: in none
 * @property {boolean} isCaller whether they call the function that the row names
 */

/**
 * Returns the lines of work that moved: its net, at the costliest line. What the work cost below another caller is in no line of this one.
 * @param {LineCosts} lines @param {number[]} costs of the work by launch @returns {LineCosts}
 */
export function netLines({ own, calls, callers }, costs) {
  const [first, ...others] = [...own, ...calls]
  if (!first) return { own, calls, callers }
  const [line] = others.reduce((most, each) => (sum(each[1]) > sum(most[1]) ? each : most), first)
  return { own: new Map(), calls: new Map([[line, costs]]), callers }
}

/** Of a node that is the function itself, and of one that is not below it. */
const [ITSELF, OUTSIDE] = [-1, -2]

/**
 * Returns the costs of rows by line of the function that each names, as far as the profiler recorded lines. Where a function calls
 * another one on several lines, a row that has only a part of what these calls do has that part of each line.
 * @param {LaunchCosts[]} launches @param {Pick<FoundRow, 'owner' | 'sources' | 'isSpread' | 'spreadOver'>[]} rows
 * @param {RowSource[]} others what belongs to no row
 * @returns {LineCosts[]} one per row
 */
export function lineCosts(launches, rows, others) {
  const found = rows.map(() => ({ own: new Map(), calls: new Map(), callers: new Map() }))
  const steps = stepsTo(rows, others)
  /** @type {StackPlaces<Place>} */
  const stacks = new StackPlaces(enter)
  launches.forEach(function addLaunch({ threads }, launch) {
    for (const { tree, costPerWeight } of threads) {
      const { profile } = tree
      if (!profile.lines) continue
      /** @type {Parameters<typeof eachLine>[2]} */
      const take = (row, kind, line, weight) => {
        const costs = getOrAdd(found[row]?.[kind] ?? new Map(), line, () => Array(launches.length).fill(0))
        costs[launch] += weight * costPerWeight
      }
      for (const holders of holdersIn(profile)) eachLine(profile, holders, take)
    }
  })
  return found

  /** @type {(above: Place | null, called: KnownFunction) => Place} */
  function enter(above, called) {
    const { key, category } = called
    if (entersOwner(category, above?.owner?.category)) {
      const step = steps.get(key)
      return { owner: called, isEntry: true, step, row: rowOf(step, called, -1) }
    }
    const { owner = null, row = -1 } = above ?? {}
    const step = above?.step?.next.get(key)
    return { owner, isEntry: false, step, row: rowOf(step, owner, row) }
  }

  /** @type {(step: Step | undefined, owner: KnownFunction | null, above: number) => number} */
  function rowOf(step, owner, above) {
    if (!step || step.row === NO_ROW) return above
    return rows[step.row]?.owner.key === owner?.key ? step.row : -1
  }

  /** @param {Profile} profile @returns {Holders[]} */
  function holdersIn(profile) {
    const placeOf = stacks.placesOf(profile)
    const placeAt = (/** @type {number} */ node) => stacks.places[placeOf[node] ?? -1]
    const usual = {
      isHolder: (/** @type {number} */ node) => placeAt(node)?.isEntry === true,
      rowOf: (/** @type {number} */ node) => placeAt(node)?.row ?? -1,
      isCaller: false
    }
    const others = rows.flatMap(function holdersOf({ owner, isSpread, spreadOver }, row) {
      const over = new Set(isSpread ? spreadOver : [])
      const [caller] = (isOwner(owner) && mostCalling(owner)) || []
      const rowOf = (/** @type {number} */ node) => {
        const place = placeAt(node)
        return place?.row === row || over.has(place?.owner?.key ?? '') ? row : -1
      }
      return [
        ...(isSpread ? [{ isHolder: isFunction(owner.key), rowOf, isCaller: false }] : []),
        ...(caller === undefined ? [] : [{ isHolder: isFunction(caller), rowOf, isCaller: true }])
      ]
    })
    return [usual, ...others]

    /** @param {string} key */
    function isFunction(key) {
      const isNamed = profile.frames.map(frame => knownFunction(frame).key === key)
      return (/** @type {number} */ node) => isNamed[profile.nodes.frame[node] ?? -1] === true
    }
  }
}

/**
 * Returns the own costs of owners by line, whether they differ or not.
 * @param {LaunchCosts[]} launches @param {Owner[]} owners @returns {LineCosts[]} one per owner
 */
export function linesOfOwners(launches, owners) {
  const whole = owners.map(owner => ({
    owner,
    sources: [{ owner, calls: [], path: [] }],
    isSpread: false,
    spreadOver: []
  }))
  return lineCosts(launches, whole, [])
}

/** Of a step that only leads to others. */
const NO_ROW = -2

/** @type {(rows: Pick<FoundRow, 'sources' | 'isSpread'>[], others: RowSource[]) => Map<string, Step>} by key of the owner */
function stepsTo(rows, others) {
  /** @type {Map<string, Step>} */
  const steps = new Map()
  rows.forEach(({ sources, isSpread }, row) => {
    if (!isSpread) for (const source of sources) add(source, row)
  })
  for (const source of others) add(source, -1)
  return steps

  /** @param {RowSource} source @param {number} row */
  function add({ owner, calls }, row) {
    if (!isOwner(owner)) return
    const last = calls.reduce((step, { key }) => getOrAdd(step.next, key, newStep), getOrAdd(steps, owner.key, newStep))
    if (last.row === NO_ROW) last.row = row
  }
}

/** @returns {Step} */
function newStep() {
  return { row: NO_ROW, next: new Map() }
}

/**
 * Calls a function for each line that has a part of a row.
 * @param {Profile} profile @param {Holders} holders
 * @param {(row: number, kind: keyof LineCosts, line: number, weight: number) => void} take
 */
function eachLine({ nodes: { parent, self }, lines }, { isHolder, rowOf, isCaller }, take) {
  if (!lines) return
  /** By node that the function calls: the weight there by row. @type {Map<number, Map<number, number>>} */
  const below = new Map()
  const calledIn = new Int32Array(self.length)
  for (let node = 0; node < self.length; node++) {
    const above = parent[node] ?? -1
    const call = isHolder(node)
      ? ITSELF
      : above === -1
        ? OUTSIDE
        : isHolder(above)
          ? node
          : (calledIn[above] ?? OUTSIDE)
    calledIn[node] = call
    const [row, weight] = [rowOf(node), self[node] ?? 0]
    if (call < 0 || row < 0 || weight === 0) continue
    const weights = getOrAdd(below, call, () => new Map())
    weights.set(row, (weights.get(row) ?? 0) + weight)
  }
  forEachLine(lines.self, function takeOwn(node, line, weight) {
    const row = calledIn[node] === ITSELF && !isCaller ? rowOf(node) : -1
    if (row >= 0) take(row, 'own', line, weight)
  })
  const totals = subtreeWeights(parent, self)
  forEachLine(lines.calls, function takeCalls(node, line, weight) {
    for (const [row, part] of below.get(node) ?? [])
      take(row, isCaller ? 'callers' : 'calls', line, (part * weight) / (totals[node] || 1))
  })
}
