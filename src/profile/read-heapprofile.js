import { frameOfCallFrame } from './call-frames.js'
import { CallTree } from './call-tree.js'
import { gcFrame } from './frames.js'

/**
 * @import { CallFrame } from './call-frames.js'
 * @import { Profile } from './types.js'
 */

/**
 * Reads a .heapprofile, which HeapProfiler.stopSampling returns and `node --heap-prof` and clinic heapprofiler write. The self
 * weight of a node is V8's estimate of the bytes allocated there that were still alive at the end.
 * https://chromedevtools.github.io/devtools-protocol/v8/HeapProfiler/#type-SamplingHeapProfile
 *
 * Allocations without a JavaScript stack are under V8's activity: `(GC)`, here `(garbage collector)`, `(PARSER)` or
 * `(V8 API)` (AddStack in V8's src/profiler/sampling-heap-profiler.cc). The file's own `samples` have an order but no
 * times, and their sum is larger: some are of nodes that are not in the tree.
 *
 * @typedef {object} HeapProfile
 * @property {HeapProfileNode} head `(root)`
 *
 * @typedef {object} HeapProfileNode
 * @property {CallFrame} callFrame
 * @property {number} selfSize bytes
 * @property {HeapProfileNode[]} children
 */

/**
 * @param {HeapProfile} file
 * @param {{ label?: string }} [options]
 * @returns {Profile} unit bytes, without samples and idle
 * @throws {Error} when it is not a heap profile
 */
export function readHeapprofile(file, { label = 'main' } = {}) {
  if (!Array.isArray(file.head?.children)) throw new TypeError('Not a heap profile: it has no head')
  const tree = new CallTree()
  const open = file.head.children.map(child => ({ from: child, parent: -1 }))
  for (const { from, parent } of open) {
    const node = tree.child(parent, tree.frame(frameOfNode(from)), null)
    tree.add(node, from.selfSize)
    for (const child of from.children) open.push({ from: child, parent: node })
  }
  return { unit: 'bytes', label, frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null }
}

/** @param {HeapProfileNode} node */
function frameOfNode({ callFrame }) {
  return callFrame.functionName === '(GC)' ? gcFrame : frameOfCallFrame(callFrame)
}
