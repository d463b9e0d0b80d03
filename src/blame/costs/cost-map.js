import { getOrAdd } from '../../stats/group-by.js'
import { CostsBelow, LaunchSums } from './costs-below.js'
import { StackPlaces } from './stack-places.js'

/** @import { Category, KnownFunction } from '../../profile/tree/frames.js' */
/** @import { Frame } from '../../profile/types.js' */
/** @import { FunctionName } from '../types.js' */
/** @import { PlacedThread } from './costs-below.js' */
/** @import { LaunchCosts } from './launch-costs.js' */

/**
 * @typedef {object} CostNode a function and its cost per request, by launch
 * @property {string} key the function, the same in every launch and under every profiler
 * @property {Frame} frame
 * @property {Category} category
 * @property {LaunchSums} self in the order of the launches
 * @property {Map<string, CostNode>} parts its cost in Node.js, in V8 and inside its own package
 *
 * @typedef {CostNode & { number: number, callers: Map<string, { frame: Frame, cost: number }>, below: Set<string>,
 *   above: Set<string> }} Owner
 *   `number`: its place in `owners`; `callers`: the nearest functions of the app above it, with the cost here on their behalf;
 *   `above`: the keys of all owners that were on a stack with it, further out;
 *   `below`: the keys of the owners it leads to, itself included
 *
 * @typedef {object} CostMap
 * @property {Owner[]} owners functions of the app and entries into packages
 * @property {CostNode[]} outside code without an owner above it: the garbage collector, what V8 could not name, Node.js
 * @property {CostsBelow} costsBelow
 *
 * @typedef {{ owner: Owner, outer: Above | null, count: number }} Above the owners on a stack, each once: the innermost, those
 *   further out, and how many they are. A list per stack would be several times as large as all stacks.
 *
 * @typedef {object} Place of a stack
 * @property {Owner | null} owner
 * @property {CostNode | null} node
 * @property {Above | null} above
 * @property {{ cost: number } | null} caller of the owner; null where there is none, or no cost yet
 * @property {boolean} hasCost
 */

/** V8 keeps 255 frames of a stack. What is called below more different functions counts for the outermost ones of them. */
const MOST_ABOVE = 256

/** @type {Place} */
const outermost = { owner: null, node: null, above: null, caller: null, hasCost: false }

/**
 * Returns all costs by owner. An owner is a function of the app, or the function by which a package is entered. It owns its
 * self cost and the cost of Node.js functions below it, up to the next owner. It is the same owner wherever it is called
 * from, so that another call path is not a difference. Every sample belongs to one owner or to none.
 * @type {(launches: LaunchCosts[]) => CostMap}
 */
export function costMap(launches) {
  /** @type {Map<string, Owner>} */
  const owners = new Map()
  /** @type {Owner[]} */
  const numbered = []
  /** @type {Map<string, CostNode>} */
  const outside = new Map()
  /** @type {StackPlaces<Place>} */
  const stacks = new StackPlaces(enter)
  const threads = launches.flatMap((launch, index) => launch.threads.map(thread => addThread(thread, index)))
  return {
    owners: numbered,
    outside: [...outside.values()],
    costsBelow: new CostsBelow(threads, stacks.places, numbered, launches.length)
  }

  /** @type {(thread: LaunchCosts['threads'][0], launch: number) => PlacedThread} */
  function addThread({ tree, costPerWeight }, launch) {
    const placeOf = stacks.placesOf(tree.profile)
    const { self } = tree.profile.nodes
    for (let node = 0; node < self.length; node++) {
      const weight = self[node] ?? 0
      if (weight > 0) spend(placeOf[node] ?? -1, weight * costPerWeight, launch)
    }
    return { launch, costPerWeight, self, placeOf }
  }

  /** @type {(above: Place | null, called: KnownFunction) => Place} */
  function enter(place, { frame, key, category }) {
    const { owner, node, above } = place ?? outermost
    if (!entersOwner(category, owner?.category))
      return { ...outermost, owner, node: getOrAdd(node ? node.parts : outside, key, newNode), above }
    const entered = getOrAdd(owners, key, newOwner)
    return { ...outermost, owner: entered, node: entered, above: addOwner(above, entered) }

    /** @returns {CostNode} */
    function newNode() {
      return { key, frame, category, self: new LaunchSums(launches.length), parts: new Map() }
    }

    /** @returns {Owner} */
    function newOwner() {
      const number = numbered.length
      const added = { ...newNode(), number, callers: new Map(), below: new Set(), above: new Set() }
      numbered.push(added)
      return added
    }
  }

  /** @type {(index: number, cost: number, launch: number) => void} */
  function spend(index, cost, launch) {
    const place = /** @type {Place} */ (stacks.places[index])
    if (!place.hasCost) open(place)
    place.node?.self.add(launch, cost)
    if (place.caller) place.caller.cost += cost
  }
}

/**
 * Returns whether a function is an owner where it is called: one of the app, or one by which a package is entered.
 * @param {Category} category of the function @param {Category} [above] of the owner above it
 */
export function entersOwner({ group, packageName }, above) {
  return group === 'app' || (group === 'package' && above?.packageName !== packageName)
}

/** @type {(above: Above | null, owner: Owner) => Above | null} */
function addOwner(above, owner) {
  if (above?.count === MOST_ABOVE) return above
  for (let each = above; each; each = each.outer) if (each.owner === owner) return above
  return { owner, outer: above, count: (above?.count ?? 0) + 1 }
}

/** Notes at the owners on a stack that it has a cost. @param {Place} place */
function open(place) {
  const { owner } = place
  place.hasCost = true
  if (!owner) return
  for (let above = place.above; above; above = above.outer) {
    const { owner: outer } = above
    outer.below.add(owner.key)
    if (outer === owner) continue
    owner.above.add(outer.key)
    if (!place.caller && outer.category.group === 'app')
      place.caller = getOrAdd(owner.callers, outer.key, () => ({ frame: outer.frame, cost: 0 }))
  }
}

/**
 * The own costs of owners, which are asked for again and again. Of all calls below them they would be far more.
 * @type {WeakMap<CostNode, number[]>}
 */
const ofOwners = new WeakMap()

/**
 * Returns the cost of a function and of all below it that is not another owner's, by launch.
 * @param {CostNode} node of a complete map
 * @returns {number[]} not to be changed
 */
export function ownCosts(node) {
  const known = ofOwners.get(node)
  if (known) return known
  const costs = sumOfParts(node)
  if (isOwner(node)) ofOwners.set(node, costs)
  return costs
}

/** @param {CostNode} node @returns {number[]} */
function sumOfParts(node) {
  // With a stack of its own: calls may be deeper than JavaScript allows. Each sum is complete before it is added.
  const open = [{ costs: node.self.toArray(), parts: node.parts.values() }]
  for (;;) {
    const last = /** @type {typeof open[0]} */ (open.at(-1))
    const { value: part, done } = last.parts.next()
    if (!done) {
      if (part.parts.size === 0) part.self.addTo(last.costs)
      else open.push({ costs: part.self.toArray(), parts: part.parts.values() })
      continue
    }
    open.pop()
    const outer = open.at(-1)
    if (!outer) return last.costs
    addTo(outer.costs, last.costs)
  }
}

/**
 * Returns the function of the app on whose behalf most of an owner's cost is spent.
 * @type {(owner: Owner) => FunctionName | null}
 */
export function callerOf(owner) {
  const [, most] = mostCalling(owner) ?? []
  return most ? functionName(most.frame) : null
}

/** Returns the key and the frame of that function. @param {Owner} owner */
export function mostCalling({ callers }) {
  return [...callers].sort(([, a], [, b]) => b.cost - a.cost)[0]
}

/** @param {Frame} frame @returns {FunctionName} */
export function functionName({ name, file, line, replaces }) {
  return replaces === undefined ? { name, file, line } : { name, file, line, replaces }
}

/**
 * Adds costs to sums, launch by launch, or subtracts them with a sign of -1.
 * @type {(sums: number[], costs: number[], sign?: number) => void}
 */
export function addTo(sums, costs, sign = 1) {
  for (let launch = 0; launch < costs.length; launch++) sums[launch] = (sums[launch] ?? 0) + sign * (costs[launch] ?? 0)
}

/** Returns the sum of several rows of costs, by launch. @param {number[][]} rows */
export function sumOf(rows) {
  /** @type {number[]} */
  const sums = []
  for (const row of rows) addTo(sums, row)
  return sums
}

/** @param {CostNode} node an owner, or code without an owner above it @returns {node is Owner} */
export function isOwner(node) {
  return 'callers' in node
}
