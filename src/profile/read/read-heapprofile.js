import { isAmount, isObject } from '../../errors/type-guards.js'
import { frameOfCallFrame } from '../tree/call-frames.js'
import { CallTree } from '../tree/call-tree.js'
import { gcFrame } from '../tree/frames.js'
import { checkCallFrame, isMetaCallFrame } from './check-cpuprofile.js'
import { wrongValue } from './profile-error.js'

/** @import { CallFrame } from '../tree/call-frames.js' */
/** @import { Profile } from '../types.js' */

const MOST_STEPS = 12

/**
 * Reads a .heapprofile, which HeapProfiler.stopSampling returns and `node --heap-prof` and clinic heapprofiler write. The self
 * weight of a node is V8's estimate of the bytes allocated there that were still alive at the end.
 * https://chromedevtools.github.io/devtools-protocol/v8/HeapProfiler/#type-SamplingHeapProfile
 *
 * Allocations without a JavaScript stack are under V8's activity: `(GC)`, here `(garbage collector)`, `(PARSER)` or
 * `(V8 API)` (AddStack in V8's src/profiler/sampling-heap-profiler.cc). The file's own `samples` have an order but no
 * times, and their sum is larger: some are of nodes that are not in the tree.
 *
 * The `head` of the file is `(root)`.
 *
 * @typedef {object} HeapProfileNode
 * @property {CallFrame} callFrame
 * @property {number} selfSize bytes
 * @property {HeapProfileNode[]} children
 */

/**
 * @param {unknown} content the parsed JSON
 * @param {{ label?: string }} [options]
 * @returns {Profile} unit bytes, without samples and idle
 * @throws {ProfileError} when it is not a sound heap profile
 */
export function readHeapprofile(content, { label = 'main' } = {}) {
  const head = isObject(content) ? content.head : null
  if (!isObject(head)) throw wrongValue('head', 'object')
  const tree = new CallTree()
  const open = childrenOf({ from: head, node: -1, above: null, index: 0 })
  for (const place of open) {
    const { selfSize } = place.from
    if (!isAmount(selfSize)) throw wrongValue(`${nameOf(place)}.selfSize`, 'amount')
    const callFrame = checkCallFrame(place.from.callFrame, () => `${nameOf(place)}.callFrame`)
    const parent = place.above?.node ?? -1
    place.node = tree.child(parent, tree.frame(frameOfNode(callFrame, parent)), null)
    tree.add(place.node, selfSize)
    for (const child of childrenOf(place)) open.push(child)
  }
  return { unit: 'bytes', label, frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null }
}

/**
 * @typedef {object} Place of a node in the file
 * @property {Record<string, unknown>} from
 * @property {number} node of the tree, -1 of the head
 * @property {Place | null} above
 * @property {number} index among the children of the node above
 */

/** @param {Place} place @returns {Place[]} */
function childrenOf(place) {
  const { children } = place.from
  if (!Array.isArray(children)) throw wrongValue(`${nameOf(place)}.children`, 'array')
  return children.map(function placeOf(from, index) {
    if (!isObject(from)) throw wrongValue(`${nameOf(place)}.children[${index}]`, 'object')
    return { from, node: -1, above: place, index }
  })
}

/** @param {Place} place @returns {string} the way to it from the head; of a long one the last part */
function nameOf(place) {
  /** @type {string[]} */
  const steps = []
  /** @type {Place} */
  let at = place
  for (; at.above && steps.length < MOST_STEPS; at = at.above) steps.push(`.children[${at.index}]`)
  return `${at.above ? '...' : 'head'}${steps.toReversed().join('')}`
}

/** @param {CallFrame} callFrame @param {number} parent */
function frameOfNode(callFrame, parent) {
  const isGc = parent === -1 && isMetaCallFrame(callFrame) && callFrame.functionName === '(GC)'
  return isGc ? gcFrame : frameOfCallFrame(callFrame)
}
