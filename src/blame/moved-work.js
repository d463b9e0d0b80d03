import { groupBy } from '../stats/group-by.js'
import { ALPHA } from '../stats/levels.js'
import { mean } from '../stats/means.js'
import { addTo, isOwner, ownCosts, sumOf } from './costs/cost-map.js'

/** @import { CostMap, CostNode } from './costs/cost-map.js' */
/** @import { CostDifference } from './types.js' */

/**
 * @typedef {object} CalledPlace a function where an owner, or code without an owner, calls it
 * @property {CostNode} root that owner or code
 * @property {Call} call the last of the calls from the root to the function
 * @property {number[]} costs by launch, of the function and all it calls
 * @property {CostDifference} cost
 *
 * @typedef {{ node: CostNode, outer: Call | null, depth: number }} Call `outer`: null for the root
 * @typedef {{ places: CalledPlace[], costs: number[] }} MovedWork the places of a function that costs less at one and more at another
 * @typedef {(costs: number[]) => CostDifference} Compare
 */

/** Each pass takes out one function, the largest first. What is left after so many is small. */
const MOST_MOVED = 20

/**
 * Takes work that moved out of a map: a function of Node.js, of V8 or inside a package that costs significantly less below one
 * owner and significantly more below another one, and makes one of the two differ. It is the same work below another caller, so that
 * only its net over all these places is a difference. Where several functions on one path moved together, the one of which most has
 * moved is taken, with all that it calls.
 * @param {Pick<CostMap, 'owners' | 'outside'>} map @param {Compare} compare
 * @param {number} least what a function must cost per request at a place
 * @returns {{ moved: MovedWork[], nodes: CostNode[] }} `nodes`: owners and code without an owner, less what moved
 */
export function takeMoved({ owners, outside }, compare, least) {
  const roots = [...owners, ...outside]
  let left = new Map(roots.map(root => [root, calledPlaces(root, compare, least)]))
  const differing = new Set(roots.filter(root => compare(ownCosts(root)).pValue <= ALPHA).map(({ key }) => key))
  /** @type {MovedWork[]} */
  const moved = []
  while (moved.length < MOST_MOVED) {
    const places = largestMove([...left.values()].flat(), differing)
    if (!places) break
    moved.push({ places, costs: sumOf(places.map(({ costs }) => costs)) })
    left = new Map(
      [...left].flatMap(function withoutMoved([root, known]) {
        const taken = places.filter(place => place.root === root)
        if (taken.length === 0) return [[root, known]]
        const rest = withoutAll(
          root,
          taken.map(({ call }) => callsTo(call))
        )
        return rest ? [[rest, calledPlaces(rest, compare, least)]] : []
      })
    )
  }
  return { moved, nodes: [...left.keys()] }
}

/** Returns the calls from a root to a function; none for the root itself. @param {Call} call @returns {CostNode[]} */
export function callsTo(call) {
  const calls = []
  for (let each = call; each.outer; each = each.outer) calls.push(each.node)
  return calls.reverse()
}

/**
 * Returns the functions that a root calls and that cost enough, each at its outermost place on a path, and code without an owner
 * itself. With a stack of its own: calls may be deeper than JavaScript allows.
 * @param {CostNode} root @param {Compare} compare @param {number} least @returns {CalledPlace[]}
 */
function calledPlaces(root, compare, least) {
  /** @type {CalledPlace[]} */
  const places = []
  /** @type {Map<string, number>} how often each function is on the path */
  const onPath = new Map()
  const open = [enter({ node: root, outer: null, depth: 0 })]
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { call, costs } = last
    const { value: node, done } = last.parts.next()
    if (!done) {
      open.push(enter({ node, outer: call, depth: call.depth + 1 }))
      continue
    }
    open.pop()
    addTo(open.at(-1)?.costs ?? [], costs)
    if (leave(call.node.key) > 0 || (call.node === root && isOwner(root))) continue
    // The mean of a cost that only one variant has is half of it.
    if (mean(costs) >= least / 2) places.push({ root, call, costs, cost: compare(costs) })
  }
  return places

  /** @param {Call} call */
  function enter(call) {
    const { key, self, parts } = call.node
    onPath.set(key, (onPath.get(key) ?? 0) + 1)
    return { call, costs: self.toArray(), parts: parts.values() }
  }

  /** Returns how often the function is still on the path. @param {string} key */
  function leave(key) {
    const count = (onPath.get(key) ?? 0) - 1
    onPath.set(key, count)
    return count
  }
}

/**
 * Returns the places of the function of which most has moved. Functions of owners that do not differ are left: among hundreds of
 * them some seem to differ by chance, or by the kernel's work, and what such an owner has left would differ the other way.
 * @param {CalledPlace[]} places @param {Set<string>} differing keys of owners whose own cost differs
 */
function largestMove(places, differing) {
  const significant = places.filter(({ cost }) => cost.pValue <= ALPHA)
  const moves = [...groupBy(significant, ({ call }) => call.node.key).values()].flatMap(function moveOf(own) {
    const [more, less] = [1, -1].map(sign =>
      own.reduce((sum, { cost }) => sum + Math.max(0, sign * cost.difference), 0)
    )
    const size = Math.min(more ?? 0, less ?? 0)
    const keys = new Set(own.map(({ root }) => root.key))
    const isMove = size > 0 && keys.size > 1 && [...keys].some(key => differing.has(key))
    return isMove ? [{ places: own, size, depth: mean(own.map(({ call }) => call.depth)) }] : []
  })
  const [largest] = moves.sort((a, b) => b.size - a.size || a.depth - b.depth)
  return largest?.places ?? null
}

/**
 * Returns a root without what it calls along several paths; null where one of them is the root itself.
 * @type {(root: CostNode, paths: Pick<CostNode, 'key'>[][]) => CostNode | null}
 */
export function withoutAll(root, paths) {
  return paths.reduce((/** @type {CostNode | null} */ node, calls) => node && without(node, calls), root)
}

/** @type {(root: CostNode, calls: Pick<CostNode, 'key'>[]) => CostNode | null} `calls`: to the function that is left out */
function without(root, calls) {
  const last = calls.at(-1)
  if (!last) return null
  const copy = { ...root, parts: new Map(root.parts) }
  let above = copy
  for (const { key } of calls.slice(0, -1)) {
    const known = above.parts.get(key)
    if (!known) return copy
    const next = { ...known, parts: new Map(known.parts) }
    above.parts.set(key, next)
    above = next
  }
  above.parts.delete(last.key)
  return copy
}
