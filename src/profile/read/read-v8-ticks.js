import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { takeJsonEntries } from './json-entries.js'
import { ProfileError, wrongValue } from './profile-error.js'
import { StackReader, states } from './stack-reader.js'

/** @import { Profile } from '../types.js' */
/** @import { Missed, Tick } from './stack-reader.js' */

/**
 * Reads the output of `node --prof-process --preprocess <log>`: an object of the arrays code, functions, ticks and scripts
 * (JsonProfile in V8's tools/profile.mjs, which is part of the node that wrote the log). A tick is
 *
 *     { "tm": microseconds of the log's clock, "vm": state of V8, "s": [code, offset, code, offset, ...] }
 *
 * with the innermost frame first, `code` an index into the array or -1 where V8 does not know it, and `offset` bytes into
 * that code, or an address where V8 does not know the code: C++, its builtins on Node 20, and functions from node's snapshot,
 * such as `emit`, until they are compiled. Consecutive native code is one frame, see {@link frameOfNative}.
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
  /**
   * Those that are entered when all calls are known. `index`: -1 outside of the windows; `code`: what was called last where a caller is missed.
   * @type {{ tick: Tick, index: number, code: number }[]}
   */
  const cutOff = []
  const counts = { javascript: 0, gc: 0, compile: 0, native: 0, idle: 0, other: 0 }
  let ticks = 0

  /** @param {unknown} entry */
  function takeTick(entry) {
    const tick = checkTick(entry, ticks)
    ticks += 1
    stacks.addCalls(tick)
    const isAsked = !windows?.every(({ startMs, endMs }) => tick.tm < startMs * 1000 || tick.tm >= endMs * 1000)
    const isCutOff = stacks.mayBeCutOff(tick)
    if (isCutOff) cutOff.push({ tick, index: isAsked ? samples.nodes.length : -1, code: stacks.lastCalledIn(tick) })
    if (!isAsked) return
    counts[states[tick.vm] ?? 'other'] += 1
    samples.nodes.push(isCutOff ? -1 : nodeOf(tick))
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
    enterCutOff()
    stacks.places.addScript(entry)
  }

  function enterCutOff() {
    const open = cutOff.splice(0)
    for (const { tick, code } of open) stacks.addBuiltinCall(tick, code)
    for (const { tick, index, code } of open)
      if (index !== -1) samples.nodes[index] = nodeOf(tick, stacks.missedIn(tick, code))
  }

  await takeJsonEntries(
    lines,
    { code: entry => stacks.addCode(entry), functions: entry => stacks.addFunction(entry), ticks: takeTick },
    { scripts: takeScript }
  )
  if (ticks === 0) throw new ProfileError({ code: 'no-samples' })
  enterCutOff()
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
