import { metaCallFrame, toCallFrames } from '../tree/call-frames.js'

/**
 * @import { CallFrame } from '../tree/call-frames.js'
 * @import { Profile } from '../types.js'
 */

/**
 * Writes the format of `.heapprofile` files, HeapProfiler.SamplingHeapProfile of the DevTools protocol:
 * https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/#type-SamplingHeapProfile
 *
 * @typedef {object} HeapNode
 * @property {CallFrame} callFrame
 * @property {number} selfSize bytes
 * @property {number} id
 * @property {HeapNode[]} children
 */

/**
 * Returns a profile as a .heapprofile.
 * @param {Profile} profile of bytes
 * @returns {{ head: HeapNode, samples: never[] }}
 */
export function toHeapprofile({ frames, nodes }) {
  const callFrames = toCallFrames(frames)
  const head = heapNode(1, metaCallFrame('(root)'), 0)
  /** @type {HeapNode[]} */
  const written = []
  nodes.forEach(function addUnderParent({ frame, parent, self }, index) {
    const node = heapNode(index + 2, callFrames[frame] ?? metaCallFrame('(program)'), self)
    const caller = written[parent] ?? head
    caller.children.push(node)
    written.push(node)
  })
  return { head, samples: [] }
}

/** @type {(id: number, callFrame: CallFrame, selfSize: number) => HeapNode} */
function heapNode(id, callFrame, selfSize) {
  return { callFrame, selfSize, id, children: [] }
}
