import { sum } from '../../stats/means.js'
import { metaCallFrame, toCallFrames } from '../tree/call-frames.js'
import { weightedSamples } from '../tree/tree-columns.js'

/** @import { CpuProfile, CpuProfileNode } from '../read/read-cpuprofile.js' */
/** @import { HeapProfileNode } from '../read/read-heapprofile.js' */
/** @import { CallFrame } from '../tree/call-frames.js' */
/** @import { WeightedSample } from '../tree/tree-columns.js' */
/** @import { Profile } from '../types.js' */

/**
 * Writes the formats of `.heapprofile` and `.cpuprofile` files, which are also read: {@link HeapProfileNode} and {@link CpuProfile}. A
 * sample of CPU lasts until the next one: this is how Chrome DevTools (forEachFrame in front_end/models/cpu_profile/CPUProfileDataModel.ts)
 * and speedscope (src/import/chrome.ts) read it.
 *
 * @typedef {Omit<HeapProfileNode, 'children'> & { id: number, children: HeapNode[] }} HeapNode
 * @typedef {Required<Omit<CpuProfileNode, 'positionTicks'>> & { hitCount: number }} CpuNode
 */

const ROOT_ID = 1
const IDLE_ID = 2
const FIRST_NODE_ID = 3
const TICK_MICROS = 1000
/** Used without a clock; DevTools does not show a profile that starts at 0 (MetaHandler.ts). */
const START_MICROS = 1000
const metaNames = ['(garbage collector)', '(idle)', '(program)']

/**
 * Returns the content of a file that Chrome DevTools opens: bytes become a heap profile, all other units a CPU profile.
 * @param {Profile} profile @returns {{ kind: 'cpuprofile' | 'heapprofile', content: object }}
 */
export function toDevtools(profile) {
  if (profile.unit === 'bytes') return { kind: 'heapprofile', content: toHeapprofile(profile) }
  return { kind: 'cpuprofile', content: toCpuprofile(profile) }
}

/**
 * Returns a profile as a .cpuprofile. Samples without a duration last a millisecond each. A profile of sums only is laid out
 * caller by caller.
 * @param {Profile} profile of time, not of bytes
 */
export function toCpuprofile(profile) {
  const stretches = inMicros(profile, weightedSamples(profile))
  const samples = profile.samples ? stretches : layOut(profile, stretches)
  const startTime = (profile.unit === 'micros' && profile.samples?.atMicros[0]) || START_MICROS
  return {
    nodes: toNodes(profile, samples),
    startTime,
    endTime: sum([startTime, ...samples.map(sample => sample.weight)]),
    samples: samples.map(sample => idOf(sample.node)),
    timeDeltas: samples.map((_, index) => samples[index - 1]?.weight ?? 0)
  }
}

/** @type {(profile: Profile, samples: WeightedSample[]) => WeightedSample[]} */
function inMicros({ unit }, samples) {
  if (unit === 'micros' || unit === 'latency') return samples
  return samples.map(({ node, weight }) => ({ node, weight: weight * TICK_MICROS }))
}

/**
 * Returns sums as consecutive samples. Both tools put `(garbage collector)`, and speedscope `(program)`, on top of the sample
 * before. So those without a caller come first, with idle between them, and others after a sample of their caller. Both
 * tools take the end of a sample from the next one: the last is idle, for which DevTools adds the mean of all samples.
 * @param {Profile} profile @param {WeightedSample[]} stretches
 * @returns {WeightedSample[]} of a tick at most
 */
function layOut({ frames, nodes }, stretches) {
  const ordered = [...stretches].sort((a, b) => rankOf(a.node) - rankOf(b.node))
  return [...ordered.flatMap(inTicks), { node: -1, weight: 0 }]

  /** @param {number} node */
  function rankOf(node) {
    if (node === -1) return metaNames.indexOf('(idle)')
    const rank = nodes.parent[node] === -1 ? metaNames.indexOf(nameOf(node)) : -1
    return rank === -1 ? metaNames.length : rank
  }

  /** @type {(stretch: WeightedSample) => WeightedSample[]} */
  function inTicks({ node, weight }) {
    const ticks = Array.from({ length: Math.max(1, Math.ceil(weight / TICK_MICROS)) }, (_, tick) => ({
      node,
      weight: Math.min(TICK_MICROS, weight - tick * TICK_MICROS)
    }))
    const parent = nodes.parent[node] ?? -1
    const needsCaller = parent !== -1 && metaNames.includes(nameOf(node))
    return needsCaller ? [{ node: parent, weight: 0 }, ...ticks] : ticks
  }

  /** @param {number} node */
  function nameOf(node) {
    return frames[nodes.frame[node] ?? -1]?.name ?? ''
  }
}

/** @param {Profile} profile @param {WeightedSample[]} samples */
function toNodes(profile, samples) {
  const callFrames = toCallFrames(profile.frames)
  const root = { id: ROOT_ID, callFrame: metaCallFrame('(root)'), hitCount: 0, children: [IDLE_ID] }
  const idle = { id: IDLE_ID, callFrame: metaCallFrame('(idle)'), hitCount: 0, children: [] }
  /** @type {CpuNode[]} */
  const nodes = [root, idle]
  profile.nodes.parent.forEach(function addUnder(parent, index) {
    const callFrame = callFrames[profile.nodes.frame[index] ?? -1] ?? metaCallFrame('(program)')
    nodes.push({ id: idOf(index), callFrame, hitCount: 0, children: [] })
    nodes[parent === -1 ? 0 : idOf(parent) - 1]?.children.push(idOf(index))
  })
  for (const { node, weight } of samples) {
    const hit = nodes[idOf(node) - 1]
    if (hit && weight > 0) hit.hitCount++
  }
  return nodes
}

/** @param {number} node index, -1 for idle */
function idOf(node) {
  return node === -1 ? IDLE_ID : FIRST_NODE_ID + node
}

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
  nodes.parent.forEach(function addUnder(parent, index) {
    const callFrame = callFrames[nodes.frame[index] ?? -1] ?? metaCallFrame('(program)')
    const node = heapNode(index + 2, callFrame, nodes.self[index] ?? 0)
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
