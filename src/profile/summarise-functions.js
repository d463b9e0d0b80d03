import { categoriseFrame } from './categorise-frame.js'
import { functionKey } from './function-key.js'
import { subtreeWeights } from './tree-columns.js'

/**
 * @import { Category } from './categorise-frame.js'
 * @import { Frame, Profile } from './types.js'
 */

/**
 * @typedef {object} FunctionSummary a function of the app or of a package; costs are shares of a launch
 * @property {string} key
 * @property {Frame} frame
 * @property {Category} category
 * @property {number} own its cost, with the Node.js and V8 code that it calls
 * @property {number} self
 * @property {Map<string, number>} does its cost in Node.js and V8, by the function on top of the stack
 * @property {Map<string, number>} leads the cost of the functions of the app and of packages that it calls
 * @property {Map<string, number>} below the cost of its calls, by the nearest known function above
 */

/** The key of the place that is below no function. */
const OUTERMOST = ''

/**
 * Returns what each function of a call tree does. A function that calls itself counts once per stack.
 * @param {Pick<Profile, 'frames' | 'nodes'>} tree
 * @param {(key: string) => string} canonical the key of the same function in the other variant
 * @param {(key: string) => boolean} isKnown whether the other variant has a function with this canonical key
 * @returns {Map<string, FunctionSummary>} by key
 */
export function summariseFunctions({ frames, nodes }, canonical, isKnown) {
  const called = frames.map(frame => ({ frame, key: functionKey(frame), category: categoriseFrame(frame) }))
  const totals = subtreeWeights(
    nodes.map(node => node.parent),
    nodes.map(node => node.self)
  )
  /** @type {Map<string, FunctionSummary>} */
  const summaries = new Map()
  /** @type {FunctionSummary[][]} the functions on the stack of each node, outermost first */
  const stacks = []
  nodes.forEach(function addNode({ frame, parent, self }, node) {
    const { key, category, frame: of } = /** @type {typeof called[0]} */ (called[frame])
    const above = stacks[parent] ?? []
    const isFunction = category.group === 'app' || category.group === 'package'
    stacks[node] = isFunction ? [...above, enter(key, of, category, above, totals[node] ?? 0)] : above
    const holder = stacks[node]?.at(-1)
    if (!holder || self === 0) return
    holder.own += self
    if (isFunction) holder.self += self
    else if (of.kind !== 'program' && of.kind !== 'gc') add(holder.does, key, self)
  })
  return summaries

  /** @type {(key: string, frame: Frame, category: Category, above: FunctionSummary[], total: number) => FunctionSummary} */
  function enter(key, frame, category, above, total) {
    const entered = summaries.get(key) ?? newSummary(key, frame, category)
    summaries.set(key, entered)
    if (above.includes(entered)) return entered
    const known = above.findLast(each => isKnown(canonical(each.key)))
    add(entered.below, known ? canonical(known.key) : OUTERMOST, total)
    const caller = above.at(-1)
    if (caller) add(caller.leads, canonical(key), total)
    return entered
  }
}

/** @type {(key: string, frame: Frame, category: Category) => FunctionSummary} */
function newSummary(key, frame, category) {
  return { key, frame, category, own: 0, self: 0, does: new Map(), leads: new Map(), below: new Map() }
}

/** @type {(sums: Map<string, number>, key: string, cost: number) => void} */
function add(sums, key, cost) {
  sums.set(key, (sums.get(key) ?? 0) + cost)
}
