import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { MOST_LINES } from '../tree/source-lines.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { CallFrame } from '../tree/call-frames.js' */
/** @import { CpuProfile, CpuProfileNode } from './read-cpuprofile.js' */

/**
 * Returns the content of a .cpuprofile that is sound: one tree whose root is the first node, with a list of children at each node,
 * and times that are numbers. Nodes may also name their parent in place of their children, as in Chrome's traces.
 * @param {unknown} content
 * @returns {Required<CpuProfile>} without samples where the file has none
 * @throws {ProfileError}
 */
export function checkCpuprofile(content) {
  if (!isObject(content)) throw wrongValue('', 'object')
  const { nodes, samples = [], timeDeltas = [], startTime, endTime = startTime } = content
  if (!Array.isArray(nodes)) throw wrongValue('nodes', 'array')
  if (!Array.isArray(samples)) throw wrongValue('samples', 'array')
  if (!Array.isArray(timeDeltas)) throw wrongValue('timeDeltas', 'array')
  if (!isAmount(startTime)) throw wrongValue('startTime', 'amount')
  if (!isAmount(endTime)) throw wrongValue('endTime', 'amount')
  const tree = inOneTree(nodes.map(checkNode))
  checkSamples(samples, new Set(tree.map(({ id }) => id)))
  checkTimes(timeDeltas, samples.length, startTime)
  return { ...content, nodes: tree, samples, timeDeltas, startTime, endTime }
}

/**
 * @typedef {CpuProfileNode & { parent?: number }} LinkedNode
 * @param {unknown} node @param {number} index @returns {LinkedNode}
 */
function checkNode(node, index) {
  if (!isObject(node)) throw wrongValue(`nodes[${index}]`, 'object')
  const { id, children, parent } = node
  if (!isCount(id)) throw wrongValue(`nodes[${index}].id`, 'count')
  if (parent !== undefined && !isCount(parent)) throw wrongValue(`nodes[${index}].parent`, 'count')
  if (children !== undefined && !(Array.isArray(children) && children.every(isCount)))
    throw wrongValue(`nodes[${index}].children`, 'counts')
  const callFrame = checkCallFrame(node.callFrame, () => `nodes[${index}].callFrame`)
  const { positionTicks, ...others } = node
  const ticks = Array.isArray(positionTicks) ? positionTicks.filter(isLine) : []
  return {
    ...others,
    id,
    callFrame,
    ...(ticks.length > 0 && { positionTicks: ticks }),
    ...(children && { children }),
    ...(parent !== undefined && { parent })
  }
}

/** Returns whether a value is the ticks of a line. @param {unknown} value */
function isLine(value) {
  return isObject(value) && isCount(value.line) && value.line > 0 && value.line < MOST_LINES && isCount(value.ticks)
}

/** Returns the nodes with their children, the root first. @param {LinkedNode[]} nodes @returns {CpuProfileNode[]} */
function inOneTree(nodes) {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]))
  nodes.forEach(function checkId({ id }, index) {
    if (indexes.get(id) !== index) throw new ProfileError({ code: 'repeated-id', at: `nodes[${index}]`, id })
  })
  const parents = linksOf(nodes, indexes)
  const linked = nodes.map(node => ({ ...node, children: node.children ?? /** @type {number[]} */ ([]) }))
  nodes.forEach(function addToParent({ id, parent }) {
    const above = parent === undefined ? undefined : linked[indexes.get(parent) ?? -1]
    // A node that also lists its children has a link to each of them already.
    if (above && nodes[indexes.get(above.id) ?? -1]?.children === undefined) above.children.push(id)
  })
  const roots = linked.filter(({ id }) => !parents.has(id))
  const [root, other] = roots
  if (other) throw new ProfileError({ code: 'second-root', at: `nodes[${indexes.get(other.id)}]`, id: other.id })
  if (!root) throw nodes.length === 0 ? wrongValue('nodes', 'filled-array') : cycleAt(0)
  const reached = reachedFrom(root, linked, indexes)
  const missed = linked.findIndex(({ id }) => !reached.has(id))
  if (missed !== -1) throw cycleAt(missed)
  return [root, ...linked.filter(node => node !== root)]

  /** @param {number} index */
  function cycleAt(index) {
    return new ProfileError({ code: 'cycle', at: `nodes[${index}]`, id: nodes[index]?.id ?? -1 })
  }
}

/**
 * Returns the id of the parent of each node that has one.
 * @param {LinkedNode[]} nodes
 * @param {Map<number, number>} indexes of nodes by id
 * @returns {Map<number, number>}
 */
function linksOf(nodes, indexes) {
  /** @type {Map<number, number>} */
  const parents = new Map()
  nodes.forEach(function linkChildren({ id, children = [] }, index) {
    for (const child of children) {
      const at = `nodes[${index}].children`
      if (!indexes.has(child)) throw new ProfileError({ code: 'unknown-id', at, id: child })
      if (parents.has(child)) throw new ProfileError({ code: 'second-parent', at, id: child })
      parents.set(child, id)
    }
  })
  nodes.forEach(function linkParent({ id, parent }, index) {
    if (parent === undefined) return
    const at = `nodes[${index}].parent`
    const known = parents.get(id)
    const lists = nodes[indexes.get(parent) ?? -1]?.children
    if (!indexes.has(parent)) throw new ProfileError({ code: 'unknown-id', at, id: parent })
    if (known === undefined ? lists !== undefined : known !== parent)
      throw new ProfileError({ code: 'second-parent', at, id })
    parents.set(id, parent)
  })
  return parents
}

/** @type {(root: CpuProfileNode, nodes: CpuProfileNode[], indexes: Map<number, number>) => Set<number>} ids */
function reachedFrom(root, nodes, indexes) {
  const reached = new Set([root.id])
  for (const id of reached) for (const child of nodes[indexes.get(id) ?? -1]?.children ?? []) reached.add(child)
  return reached
}

/** @param {unknown[]} samples @param {Set<unknown>} ids */
function checkSamples(samples, ids) {
  samples.forEach(function checkId(id, index) {
    if (ids.has(id)) return
    if (!isCount(id)) throw wrongValue(`samples[${index}]`, 'count')
    throw new ProfileError({ code: 'unknown-id', at: `samples[${index}]`, id })
  })
}

/**
 * Checks the times between samples, which are below 0 where V8 wrote samples out of order. No sample may be before the clock's
 * own start.
 * @param {unknown[]} timeDeltas
 * @param {number} count of samples
 * @param {number} startTime
 */
function checkTimes(timeDeltas, count, startTime) {
  if (timeDeltas.length !== count)
    throw new ProfileError({ code: 'other-length', samples: count, times: timeDeltas.length })
  let atMicros = startTime
  timeDeltas.forEach(function checkDelta(delta, index) {
    atMicros += typeof delta === 'number' ? delta : Number.NaN
    if (!isAmount(atMicros)) throw wrongValue(`timeDeltas[${index}]`, 'time')
  })
}

/**
 * Returns a call frame of a file. What Chrome leaves out for code that is not JavaScript is added, and the script's number, which
 * it writes as a number, becomes text.
 * @param {unknown} value
 * @param {() => string} placeOf returns its place in the file
 * @returns {CallFrame}
 * @throws {ProfileError}
 */
export function checkCallFrame(value, placeOf) {
  if (!isObject(value)) throw wrongValue(placeOf(), 'object')
  const { functionName = '', scriptId = '0', url = '', lineNumber = -1, columnNumber = -1 } = value
  if (typeof functionName !== 'string') throw wrongValue(`${placeOf()}.functionName`, 'text')
  if (typeof scriptId !== 'string' && !Number.isSafeInteger(scriptId)) throw wrongValue(`${placeOf()}.scriptId`, 'text')
  if (typeof url !== 'string') throw wrongValue(`${placeOf()}.url`, 'text')
  if (!isPosition(lineNumber)) throw wrongValue(`${placeOf()}.lineNumber`, 'position')
  if (!isPosition(columnNumber)) throw wrongValue(`${placeOf()}.columnNumber`, 'position')
  return { functionName, scriptId: String(scriptId), url, lineNumber, columnNumber }
}

/** @param {unknown} value @returns {value is number} from 0 on, or -1 where there is none */
function isPosition(value) {
  return isCount(value) || value === -1
}

/**
 * Returns whether a call frame is an entry of V8's own, such as `(program)`, and not a function of that name. V8 puts them below
 * the root.
 * @param {CallFrame} callFrame
 */
export function isMetaCallFrame({ url, scriptId }) {
  return url === '' && scriptId === '0'
}
