import { sum } from '../../stats/means.js'
import { frameOfCallFrame } from '../tree/call-frames.js'
import { CallTree } from '../tree/call-tree.js'
import { gcFrame, programFrame } from '../tree/frames.js'
import { LineSums, linesOf } from '../tree/source-lines.js'
import { checkCpuprofile, isMetaCallFrame } from './check-cpuprofile.js'
import { ProfileError } from './profile-error.js'

/** @import { Profiler } from 'node:inspector' */
/** @import { CallFrame } from '../tree/call-frames.js' */
/** @import { Frame, Profile } from '../types.js' */

/**
 * Reads a .cpuprofile, which Profiler.stop returns and `node --cpu-prof` writes.
 * https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile
 *
 * A sample weighs the time until the next one, as in the Performance panel of Chrome DevTools (forEachFrame in
 * front_end/models/cpu_profile/CPUProfileDataModel.ts); the last one weighs the mean of the others. DevTools also adds a
 * single `(program)` sample to the stack before it when the stack after it has the same outermost frame. This reader does
 * not: in a server that frame is the same for unrelated requests.
 *
 * Inlined functions have their own nodes where V8 records them. Compiler tiers are not recorded. Lines are recorded per node and not
 * per sample, for the whole recording: the time of a node is divided among them by their ticks.
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
 * @property {{ line: number, ticks: number }[]} [positionTicks] of samples with the node on top; lines from 1 on
 */

/** `(idle)` is a node of the file, but not of the profile. */
const idleNode = -1

/**
 * @param {unknown} content the parsed JSON
 * @param {{ label?: string }} [options]
 * @returns {Profile} unit micros; `atMicros` on V8's clock, that of `startTime`
 * @throws {ProfileError} when it is not a sound CPU profile, or has no samples (hit counts alone, which the protocol allows and V8
 *   has not written since 2014, are not read)
 */
export function readCpuprofile(content, { label = 'main' } = {}) {
  const file = checkCpuprofile(content)
  if (file.samples.length === 0) throw new ProfileError({ code: 'no-samples' })
  const tree = new CallTree()
  const nodeById = addNodes(tree, file.nodes)
  const { ids, atMicros } = inOrder(file.samples, file.timeDeltas, file.startTime)
  const lastMicros = atMicros.at(-1) ?? 0
  const meanWeight = (lastMicros - (atMicros[0] ?? 0)) / Math.max(1, atMicros.length - 1)
  let idle = 0
  const nodes = ids.map(function addSample(id, index) {
    const node = nodeById.get(id) ?? tree.child(-1, tree.frame(programFrame), null)
    const next = atMicros[index + 1]
    const weight = next === undefined ? meanWeight : next - (atMicros[index] ?? 0)
    if (node === idleNode) idle += weight
    else tree.add(node, weight)
    return node
  })
  return {
    unit: 'micros',
    label,
    frames: tree.frames,
    nodes: tree.nodes,
    idle,
    samples: { nodes, atMicros },
    ...selfLines(file.nodes, nodeById, tree)
  }
}

/** @type {(nodes: CpuProfileNode[], nodeById: Map<number, number>, tree: CallTree) => Pick<Profile, 'lines'>} */
function selfLines(nodes, nodeById, { nodes: { frame, self }, frames }) {
  const sums = new LineSums()
  /** @type {Map<number, number>} by node */
  const totals = new Map()
  for (const { id, positionTicks = [] } of nodes) {
    const node = nodeById.get(id) ?? idleNode
    const { kind, line: begin } = frames[frame[node] ?? -1] ?? gcFrame
    if (kind !== 'javascript') continue
    for (const { line, ticks } of positionTicks) {
      // Up to Node 24 lines of inlined functions are here too. What they have is at no line of this one.
      if (line >= (begin ?? 1)) sums.add(node, line, ticks)
      totals.set(node, (totals.get(node) ?? 0) + ticks)
    }
  }
  const { node, line, weight } = sums.toColumns()
  const ofTime = weight.map((ticks, at) => ((self[node[at] ?? -1] ?? 0) * ticks) / (totals.get(node[at] ?? -1) || 1))
  const kept = [...node.keys()].filter(at => (ofTime[at] ?? 0) > 0)
  const [nodesKept = [], linesKept = [], weights = []] = [node, line, ofTime].map(each => kept.map(at => each[at] ?? 0))
  const none = { node: [], line: [], weight: [] }
  return linesOf({ self: { node: nodesKept, line: linesKept, weight: weights }, calls: none })
}

/**
 * @param {CallTree} tree @param {CpuProfileNode[]} nodes
 * @returns {Map<number, number>} nodes of the tree by id; of all but the root, whose own time has no name
 */
function addNodes(tree, [root, ...nodes]) {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const nodeById = new Map()
  const open = (root?.children ?? []).map(id => ({ id, parent: -1 }))
  for (const { id, parent } of open) {
    const { callFrame, children = [] } = /** @type {CpuProfileNode} */ (byId.get(id))
    const { functionName } = callFrame
    // Where this package exports a profile, the collector is below what ran before it.
    const isGc = isMetaCallFrame(callFrame) && functionName === gcFrame.name
    const ofV8 = isGc || (parent === -1 && isMetaCallFrame(callFrame)) ? functionName : ''
    const isIdle = ofV8 === '(idle)'
    const node = isIdle
      ? idleNode
      : tree.child(isGc ? -1 : parent, tree.frame(metaFrames[ofV8] ?? frameOfCallFrame(callFrame)), null)
    nodeById.set(id, node)
    for (const child of children) open.push({ id: child, parent: node })
  }
  return nodeById
}

/** @type {Partial<Record<string, Frame>>} */
const metaFrames = { '(garbage collector)': gcFrame, '(program)': programFrame }

/**
 * Returns the samples in the order of their times.
 * @param {number[]} samples @param {number[]} timeDeltas @param {number} startTime
 * @returns {{ ids: number[], atMicros: number[] }}
 */
function inOrder(samples, timeDeltas, startTime) {
  let now = startTime
  const atMicros = timeDeltas.map(delta => {
    now += delta
    return now
  })
  // The first delta is from the start of the profile.
  if (timeDeltas.every((delta, index) => index === 0 || delta >= 0)) return { ids: samples, atMicros }
  const order = [...atMicros.keys()].sort((a, b) => (atMicros[a] ?? 0) - (atMicros[b] ?? 0))
  return { ids: order.map(index => samples[index] ?? -1), atMicros: order.map(index => atMicros[index] ?? 0) }
}

/**
 * Returns a .cpuprofile with only the samples within the given windows of time, and with the nodes of these samples. The time
 * between two windows is removed, because it would count for the sample before it. Lines stay those of the whole recording.
 * @param {Profiler.Profile} file
 * @param {{ startMicros: number, endMicros: number }[]} windows in order of time, on V8's clock: the system's monotonic clock
 * @returns {Profiler.Profile & { samples: number[], timeDeltas: number[] }}
 */
export function cutCpuprofile({ nodes, samples = [], timeDeltas = [], startTime }, windows) {
  /** @type {number[]} */
  const kept = []
  /** @type {number[]} */
  const deltas = []
  /** @type {Map<number, number>} */
  const hits = new Map()
  const from = windows[0]?.startMicros ?? startTime
  let at = startTime
  let last = from
  let window = -1
  samples.forEach(function keepIfInside(id, index) {
    at += timeDeltas[index] ?? 0
    const inside = windows.findIndex(({ startMicros, endMicros }) => at >= startMicros && at <= endMicros)
    if (inside === -1) return
    if (inside !== window && window !== -1) last = at
    window = inside
    kept.push(id)
    deltas.push(at - last)
    hits.set(id, (hits.get(id) ?? 0) + 1)
    last = at
  })
  const endTime = from + sum(deltas)
  return { nodes: neededNodes(nodes, hits), samples: kept, timeDeltas: deltas, startTime: from, endTime }
}

/** @param {Profiler.Profile['nodes']} nodes @param {Map<number, number>} hits samples by node */
function neededNodes(nodes, hits) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  /** @type {Set<number | undefined>} */
  const needed = new Set([nodes[0]?.id])
  for (const id of hits.keys()) {
    for (
      let node = /** @type {number | undefined} */ (id);
      node !== undefined && !needed.has(node);
      node = parents.get(node)
    )
      needed.add(node)
  }
  return nodes
    .filter(({ id }) => needed.has(id))
    .map(({ children = [], ...node }) => ({
      ...node,
      hitCount: hits.get(node.id) ?? 0,
      children: children.filter(child => needed.has(child))
    }))
}
