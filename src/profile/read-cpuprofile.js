import { frameOfCallFrame } from './call-frames.js'
import { CallTree } from './call-tree.js'
import { gcFrame, programFrame } from './frames.js'

/**
 * @import { CallFrame } from './call-frames.js'
 * @import { Profile } from './types.js'
 */

/**
 * Reads a .cpuprofile, which Profiler.stop returns and `node --cpu-prof` writes.
 * https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile
 *
 * A sample weighs the time until the next one, as in the Performance panel of Chrome DevTools (forEachFrame in
 * front_end/models/cpu_profile/CPUProfileDataModel.ts); the last one weighs the mean of the others. DevTools also adds a
 * single `(program)` sample to the stack before it when the stack after it has the same outermost frame. This reader does
 * not: in a server that frame is the same for unrelated requests.
 *
 * Inlined functions have their own nodes where V8 records them. Compiler tiers are not recorded.
 *
 * @typedef {object} CpuProfile
 * @property {CpuProfileNode[]} nodes the first one is `(root)`
 * @property {number[]} [samples] ids of nodes
 * @property {number[]} [timeDeltas] microseconds, the first from `startTime`; negative when V8 wrote samples out of order
 * @property {number} startTime microseconds
 * @property {number} endTime microseconds
 *
 * @typedef {object} CpuProfileNode
 * @property {number} id
 * @property {CallFrame} callFrame
 * @property {number[]} [children]
 */

/** `(idle)` is a node of the file, but not of the profile. */
const idleNode = -1

/**
 * @param {CpuProfile} file
 * @param {{ label?: string }} [options]
 * @returns {Profile} unit micros; `atMicros` on V8's clock, that of `startTime`
 * @throws {Error} when it is not a CPU profile, or has no samples (hit counts alone, which the protocol allows and V8
 *   has not written since 2014, are not read)
 */
export function readCpuprofile(file, { label = 'main' } = {}) {
  const { samples, timeDeltas } = file
  if (!Array.isArray(file.nodes)) throw new TypeError('Not a CPU profile: it has no nodes')
  if (!samples?.length || !timeDeltas) throw new Error('The CPU profile has no samples')
  if (samples.length !== timeDeltas.length) {
    throw new Error(`The CPU profile has ${samples.length} samples but ${timeDeltas.length} time deltas`)
  }
  const tree = new CallTree()
  const nodeById = addNodes(tree, file.nodes)
  const taken = inOrder(samples, timeDeltas, file.startTime)
  let idle = 0
  const nodes = taken.map(({ id, weight }) => {
    const node = nodeById.get(id)
    if (node === undefined) throw new Error(`The CPU profile has a sample of an unknown node, ${id}`)
    if (node === idleNode) idle += weight
    else tree.add(node, weight)
    return node
  })
  const atMicros = taken.map(sample => sample.atMicros)
  return { unit: 'micros', label, frames: tree.frames, nodes: tree.nodes, idle, samples: { nodes, atMicros } }
}

/** @param {CallTree} tree @param {CpuProfileNode[]} nodes @returns {Map<number, number>} nodes of the tree by id */
function addNodes(tree, nodes) {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const nodeById = new Map()
  const open = (nodes[0]?.children ?? []).map(id => ({ id, parent: -1 }))
  for (const { id, parent } of open) {
    const callFrame = byId.get(id)?.callFrame
    if (!callFrame) throw new Error(`The CPU profile lacks node ${id}`)
    const isIdle = callFrame.functionName === '(idle)'
    const node = isIdle ? idleNode : tree.child(parent, tree.frame(frameOfNode(callFrame)), null)
    nodeById.set(id, node)
    for (const child of byId.get(id)?.children ?? []) open.push({ id: child, parent: node })
  }
  return nodeById
}

/** @param {CallFrame} callFrame */
function frameOfNode(callFrame) {
  if (callFrame.functionName === '(garbage collector)') return gcFrame
  if (callFrame.functionName === '(program)') return programFrame
  return frameOfCallFrame(callFrame)
}

/** @param {number[]} samples @param {number[]} timeDeltas @param {number} startTime */
function inOrder(samples, timeDeltas, startTime) {
  let now = startTime
  const taken = samples.map((id, i) => {
    now += timeDeltas[i] ?? 0
    return { id, atMicros: now, weight: 0 }
  })
  taken.sort((a, b) => a.atMicros - b.atMicros)
  const lastMicros = taken.at(-1)?.atMicros ?? 0
  const meanWeight = (lastMicros - (taken[0]?.atMicros ?? 0)) / Math.max(1, taken.length - 1)
  taken.forEach((sample, i) => {
    const next = taken[i + 1]
    sample.weight = next ? next.atMicros - sample.atMicros : meanWeight
  })
  return taken
}
