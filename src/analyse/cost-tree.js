import { categoriseFrame } from '../profile/categorise-frame.js'

/**
 * @typedef {import('../types.js').Frame} Frame
 * @typedef {import('../profile/categorise-frame.js').Category} Category
 * @typedef {import('./launch-costs.js').LaunchCosts} LaunchCosts
 *
 * @typedef {object} CostNode a function in its place, with what it costs a request in each launch
 * @property {string} key the function, the same in every launch and under every profiler
 * @property {Frame} frame
 * @property {Category} category
 * @property {CostNode | null} parent
 * @property {Map<string, CostNode>} owners functions of the app, or entries into a package, called from here by whatever way
 * @property {Map<string, CostNode>} parts what this owner spends in node, in V8 and inside its own package
 * @property {number[]} self by launch, in the order of the launches
 */

/** @type {Frame} */
const rootFrame = { name: '', file: '', line: null, column: null, kind: 'program' }

/**
 * One tree of all launches, made for blame rather than for looking at: functions of the app and entries into packages are
 * its branches (`owners`); node's own functions stand below the owner that called them (`parts`), and disappear where
 * they only lead to another owner. So the same place has the same path whether an event, a promise or a stream led there.
 * A function that calls itself, by whatever way, is one node.
 * @param {LaunchCosts[]} launches
 * @returns {CostNode}
 */
export function costTree(launches) {
  const root = makeNode(rootFrame, '', { group: 'core', packageName: null }, null, launches.length)
  launches.forEach(function addLaunch({ threads }, launch) {
    for (const { tree, costPerWeight } of threads) addTree(tree.profile, costPerWeight, launch)
  })
  return root

  /**
   * @param {import('../types.js').Profile} profile
   * @param {number} costPerWeight
   * @param {number} launch
   */
  function addTree({ frames, nodes }, costPerWeight, launch) {
    const categories = frames.map(categoriseFrame)
    const keys = frames.map(functionKey)
    /** @type {{ owner: CostNode, place: CostNode }[]} */
    const places = []
    for (const { frame, parent, self } of nodes) {
      const above = places[parent] ?? { owner: root, place: root }
      const here = descend(
        above,
        /** @type {Frame} */ (frames[frame]),
        keys[frame] ?? '',
        /** @type {Category} */ (categories[frame])
      )
      here.place.self[launch] = (here.place.self[launch] ?? 0) + self * costPerWeight
      places.push(here)
    }
  }

  /**
   * @param {{ owner: CostNode, place: CostNode }} above
   * @param {Frame} frame
   * @param {string} key
   * @param {Category} category
   */
  function descend({ owner, place }, frame, key, category) {
    const isOwner = category.group === 'app' || (category.group === 'package' && !isWithin(owner, category))
    if (!isOwner) return { owner, place: child(place, place.parts, frame, key, category) }
    const again = enclosing(owner, key)
    const node = again ?? child(owner, owner.owners, frame, key, category)
    return { owner: node, place: node }
  }

  /**
   * @param {CostNode} parent
   * @param {Map<string, CostNode>} children
   * @param {Frame} frame
   * @param {string} key
   * @param {Category} category
   */
  function child(parent, children, frame, key, category) {
    const known = children.get(key)
    if (known) return known
    const node = makeNode(frame, key, category, parent, launches.length)
    children.set(key, node)
    return node
  }
}

/**
 * @param {CostNode} node
 * @returns {number[]} by launch, of this function and what it spends outside other owners
 */
export function ownCosts(node) {
  const costs = [...node.self]
  for (const part of node.parts.values()) addTo(costs, ownCosts(part))
  return costs
}

/**
 * @param {CostNode} node
 * @returns {number[]} by launch, of this function and all it calls
 */
export function totalCosts(node) {
  const costs = ownCosts(node)
  for (const owner of node.owners.values()) addTo(costs, totalCosts(owner))
  return costs
}

/**
 * @param {CostNode} node
 * @returns {CostNode[]} the owners below a node, callers before the called
 */
export function ownersBelow(node) {
  return [...node.owners.values()].flatMap(owner => [owner, ...ownersBelow(owner)])
}

/**
 * @param {number[]} sums
 * @param {number[]} costs
 */
export function addTo(sums, costs) {
  costs.forEach((cost, launch) => {
    sums[launch] = (sums[launch] ?? 0) + cost
  })
}

/**
 * @param {Frame} frame
 * @returns {string}
 */
export function functionKey({ name, file, line, kind }) {
  return file === '' ? `${kind} ${name}` : `${file}:${line ?? 0} ${name}`
}

/**
 * @param {Frame} frame
 * @param {string} key
 * @param {Category} category
 * @param {CostNode | null} parent
 * @param {number} launches
 * @returns {CostNode}
 */
function makeNode(frame, key, category, parent, launches) {
  return { key, frame, category, parent, owners: new Map(), parts: new Map(), self: new Array(launches).fill(0) }
}

/**
 * @param {CostNode} owner
 * @param {Category} category
 */
function isWithin(owner, { packageName }) {
  return owner.category.group === 'package' && owner.category.packageName === packageName
}

/**
 * @param {CostNode} owner
 * @param {string} key
 * @returns {CostNode | null} the owner itself or one above it that is the same function
 */
function enclosing(owner, key) {
  for (let node = /** @type {CostNode | null} */ (owner); node; node = node.parent) if (node.key === key) return node
  return null
}
