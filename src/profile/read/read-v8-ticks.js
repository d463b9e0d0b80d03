import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { takeJsonEntries } from './json-entries.js'
import { ProfileError, wrongValue } from './profile-error.js'
import { noTicks, StackReader, stateOf } from './stack-reader.js'

/** @import { Profile } from '../types.js' */
/** @import { CutOff, Missed, Tick } from './stack-reader.js' */

/**
 * Reads the output of `node --prof-process --preprocess <log>`: an object of the arrays code, functions, ticks and scripts
 * (JsonProfile in V8's tools/profile.mjs, which is part of the node that wrote the log). A tick is
 *
 *     { "tm": microseconds of the log's clock, "vm": state of V8, "s": [code, offset, code, offset, ...] }
 *
 * with the innermost frame first, `code` an index into the array or -1 where V8 does not know it, and `offset` bytes into
 * that code, or an address where V8 does not know the code: C++, its builtins on Node 20, and functions from node's snapshot,
 * such as `emit`, until they are compiled. Consecutive native code is one frame, see `frameOfNative` in tree/frames.js.
 *
 * - Inlined functions are in the tables of the code they are inlined into, and become frames with that code's tier.
 * - The tables also say where in its function each frame is. Code of Sparkplug has an empty one: its frames have no line.
 * - V8 records no stack during garbage collection: those ticks are one outermost `(garbage collector)` frame.
 * - Node 26 logs no ticks of an idle thread; 20 to 24 do.
 * - A tick while V8 writes the log counts for the function that was compiled or called.
 * - A function that V8 misses between a builtin on top and its caller is added, see missed-callers.js. It has no line.
 */

/**
 * @param {AsyncIterable<string> | Iterable<string>} lines @param {object} [options]
 * @param {{ startMs: number, endMs: number }[]} [options.windows] on the log's clock, which starts with the process; ticks
 *   outside all of them are left out
 * @param {string} [options.label]
 * @param {(address: number) => string | null} [options.symbolAt] the demangled symbol of node's binary
 * @returns {Promise<Profile>} unit samples
 * @throws {ProfileError} when the text is cut off or of another format, or the log has no ticks
 */
export async function readV8Ticks(lines, { windows, label = 'main', symbolAt = () => null } = {}) {
  const stacks = new StackReader(symbolAt)
  const samples = { nodes: /** @type {number[]} */ ([]), atMicros: /** @type {number[]} */ ([]) }
  /** Ticks that are entered when all calls are known; `index` is -1 outside of the windows. @type {{ tick: Tick, index: number, cutOff: CutOff }[]} */
  const open = []
  const counts = noTicks()
  let ticks = 0

  /** @param {unknown} entry */
  function takeTick(entry) {
    const tick = checkTick(entry, ticks)
    ticks += 1
    stacks.addCalls(tick)
    const isAsked = windows?.some(({ startMs, endMs }) => tick.tm >= startMs * 1000 && tick.tm < endMs * 1000) ?? true
    const cutOff = stacks.cutOffIn(tick)
    if (cutOff) open.push({ tick, index: isAsked ? samples.nodes.length : -1, cutOff })
    if (!isAsked) return
    counts[stateOf(tick.vm)] += 1
    samples.nodes.push(cutOff ? -1 : nodeOf(tick))
    samples.atMicros.push(tick.tm)
  }

  /** @param {Tick} tick @param {Missed} [missed] */
  function nodeOf(tick, missed) {
    const node = stacks.nodeOf(tick, missed)
    if (node !== -1) stacks.tree.add(node, 1)
    return node
  }

  /** @param {unknown} entry after all ticks */
  function takeScript(entry) {
    enterOpen()
    stacks.places.addScript(entry)
  }

  function enterOpen() {
    const ended = open.splice(0)
    for (const { cutOff } of ended) stacks.addBuiltinCall(cutOff)
    for (const { tick, index, cutOff } of ended)
      if (index !== -1) samples.nodes[index] = nodeOf(tick, stacks.missedIn(cutOff))
  }

  await takeJsonEntries(
    lines,
    { code: entry => stacks.addCode(entry), functions: entry => stacks.addFunction(entry), ticks: takeTick },
    { scripts: takeScript }
  )
  if (ticks === 0) throw new ProfileError({ code: 'no-samples' })
  enterOpen()
  const { frames, nodes } = stacks.tree
  const profile = {
    unit: /** @type {const} */ ('samples'),
    label,
    frames,
    nodes,
    idle: counts.idle,
    states: counts,
    samples
  }
  return { ...profile, ...stacks.lines(), lineTexts: stacks.places.texts }
}

/** @param {unknown} entry @param {number} index @returns {Tick} */
function checkTick(entry, index) {
  if (!isObject(entry)) throw wrongValue(`ticks[${index}]`, 'object')
  const { tm, vm, s: stack } = entry
  if (!isAmount(tm)) throw wrongValue(`ticks[${index}].tm`, 'amount')
  if (!isCount(vm)) throw wrongValue(`ticks[${index}].vm`, 'count')
  if (!Array.isArray(stack) || stack.length % 2 !== 0 || !stack.every(isInStack))
    throw wrongValue(`ticks[${index}].s`, 'stack')
  return { tm, vm, s: stack }
}

/** @param {unknown} value @param {number} index @returns {boolean} a code's number, then an offset or an address */
function isInStack(value, index) {
  if (index % 2 === 0) return isCount(value) || value === -1
  return Number.isFinite(value) && Number(value) >= 0
}
