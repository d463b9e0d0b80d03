import { isNameless, knownFunction } from './frames.js'
import { listChildren, outermostNodes, subtreeWeights } from './tree-columns.js'

/** @import { Frame } from '../types.js' */
/** @import { CallTree } from './call-tree.js' */
/** @import { Category, KnownFunction } from './frames.js' */

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

/**
 * @typedef {object} Called a function on a stack
 * @property {FunctionSummary} summary
 * @property {FunctionSummary | null} known the innermost one up to it that the other variant has
 */

/** The key of the place that is below no function. */
const OUTERMOST = ''
/** The key of native code that has only the place of its function, which is another one in each version of a file. */
const NAMELESS = 'native'

/**
 * Returns what each function of a call tree does. A function that calls itself counts once per stack.
 * @param {Pick<CallTree, 'frames' | 'nodes'>} tree
 * @param {(key: string) => string} canonical the key of the same function in the other variant
 * @param {(key: string) => boolean} isKnown whether the other variant has a function with this canonical key
 * @returns {Map<string, FunctionSummary>} by key
 */
export function summariseFunctions({ frames, nodes }, canonical, isKnown) {
  const called = frames.map(knownFunction)
  const totals = subtreeWeights(nodes.parent, nodes.self)
  const isOutermost = outermostNodes(nodes.frame, listChildren(nodes.parent))
  /** @type {Map<string, FunctionSummary>} */
  const summaries = new Map()
  /** @type {(Called | null)[]} by node the function of the app or of a package that is called last */
  const innermost = []
  nodes.frame.forEach(function addNode(frame, node) {
    const { key, category, frame: of } = /** @type {KnownFunction} */ (called[frame])
    const self = nodes.self[node] ?? 0
    const outer = innermost[nodes.parent[node] ?? -1] ?? null
    const isFunction = isOwnCode(category)
    const holder = isFunction ? enter({ key, frame: of, category }, outer, node) : outer
    innermost[node] = holder
    if (!holder || self === 0) return
    const { summary } = holder
    summary.own += self
    if (isFunction) summary.self += self
    else if (of.kind !== 'program' && of.kind !== 'gc') add(summary.does, isNameless(of) ? NAMELESS : key, self)
  })
  return summaries

  /** @type {(called: KnownFunction, outer: Called | null, node: number) => Called} */
  function enter({ key, frame, category }, outer, node) {
    const summary = summaries.get(key) ?? newSummary(key, frame, category)
    summaries.set(key, summary)
    const known = isKnown(canonical(key)) ? summary : (outer?.known ?? null)
    if (!isOutermost[node]) return { summary, known }
    const total = totals[node] ?? 0
    add(summary.below, outer?.known ? canonical(outer.known.key) : OUTERMOST, total)
    if (outer) add(outer.summary.leads, canonical(key), total)
    return { summary, known }
  }
}

/** Returns whether code is of the app or of a package. @param {Category} category */
export function isOwnCode({ group }) {
  return group === 'app' || group === 'package'
}

/** @type {(key: string, frame: Frame, category: Category) => FunctionSummary} */
function newSummary(key, frame, category) {
  return { key, frame, category, own: 0, self: 0, does: new Map(), leads: new Map(), below: new Map() }
}

/** @type {(sums: Map<string, number>, key: string, cost: number) => void} */
function add(sums, key, cost) {
  sums.set(key, (sums.get(key) ?? 0) + cost)
}
