import { CallTree } from './call-tree.js'
import { frameOfCode, frameOfFunction, inlinedAt, parseInlined, tierOfCode } from './code-entries.js'
import { gcFrame, programFrame } from './frames.js'
import { takeJsonEntries } from './json-entries.js'

/**
 * @import { CodeEntry } from './code-entries.js'
 * @import { Profile, Tier } from './types.js'
 */

/**
 * Reads the output of `node --prof-process --preprocess <log>`: an object of the arrays code, functions, ticks and scripts
 * (JsonProfile in V8's tools/profile.mjs, which is part of the node that wrote the log). A tick is
 *
 *     { "tm": microseconds of the log's clock, "vm": state of V8, "s": [code, offset, code, offset, ...] }
 *
 * with the innermost frame first, `code` an index into the array or -1 where V8 does not know it, and `offset` bytes into
 * that code. Consecutive -1 are one `(program)` frame: V8 has no name for C++ without symbols, for its builtins on Node 20,
 * and for functions from node's snapshot, such as `emit`, until they are compiled.
 *
 * - Inlined functions are in the tables of the code they are inlined into, and become frames with that code's tier.
 * - V8 records no stack during garbage collection: those ticks are one outermost `(garbage collector)` frame.
 * - Node 26 logs no ticks of an idle thread; 20 to 24 do.
 * - A tick while V8 writes the log counts for the function that was compiled or called.
 *
 * @typedef {{ tm: number, vm: number, s: number[] }} Tick
 * @typedef {{ frame: number, tier: Tier | null }} Call
 */

/** StateTag in V8's include/v8-unwinder.h. V8's own tools treat 7 as idle until Node 26; it is a wait for an Atomic. */
const vmState = { gc: 1, idle: 8, idleExternal: 10 }

/**
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {{ windows?: { startMs: number, endMs: number }[], label?: string }} [options] windows on the log's clock, which
 *   starts with the process; ticks outside all of them are left out
 * @returns {Promise<Profile>} unit samples
 * @throws {Error} when the text is cut off or of another format, or the log has no ticks
 */
export async function readV8Ticks(lines, { windows, label = 'main' } = {}) {
  const stacks = new StackReader()
  const samples = { nodes: /** @type {number[]} */ ([]), atMicros: /** @type {number[]} */ ([]) }
  let ticks = 0
  let idle = 0

  /** @param {Tick} tick */
  function takeTick(tick) {
    ticks += 1
    if (windows && !windows.some(({ startMs, endMs }) => tick.tm >= startMs * 1000 && tick.tm < endMs * 1000)) return
    const node = stacks.nodeOf(tick)
    if (node === -1) idle += 1
    else stacks.tree.add(node, 1)
    samples.nodes.push(node)
    samples.atMicros.push(tick.tm)
  }

  await takeJsonEntries(lines, {
    code: entry => stacks.addCode(entry),
    functions: entry => stacks.functionNames.push(entry.name),
    ticks: takeTick
  })
  if (ticks === 0) throw new Error('The log has no ticks')
  return { unit: 'samples', label, frames: stacks.tree.frames, nodes: stacks.tree.nodes, idle, samples }
}

class StackReader {
  tree = new CallTree()
  /** @type {string[]} */
  functionNames = []
  /** @type {CodeEntry[]} */
  #codes = []
  /** @type {Map<number, Call[]>} by place in the code */
  #calls = new Map()

  /** @param {CodeEntry} entry */
  addCode({ name, type, kind, source }) {
    this.#codes.push(source?.inlined ? { name, type, kind, source } : { name, type, kind })
  }

  /** @param {Tick} tick @returns {number} the node on top, -1 when the thread was idle */
  nodeOf({ vm, s: stack }) {
    if (vm === vmState.idle || vm === vmState.idleExternal) return -1
    if (vm === vmState.gc) return this.tree.child(-1, this.tree.frame(gcFrame), null)
    let node = -1
    for (let i = stack.length - 2; i >= 0; i -= 2) {
      const code = stack[i] ?? -1
      // a caller's address is the one it returns to, just after the call
      const offset = (stack[i + 1] ?? 0) - (i > 0 ? 1 : 0)
      if (!this.#codes[code]) node = this.#program(node)
      else for (const { frame, tier } of this.#callsAt(code, offset)) node = this.tree.child(node, frame, tier)
    }
    return node
  }

  /** @param {number} parent */
  #program(parent) {
    const frame = this.tree.frame(programFrame)
    return this.tree.nodes[parent]?.frame === frame ? parent : this.tree.child(parent, frame, null)
  }

  /**
   * @param {number} code
   * @param {number} offset
   * @returns {Call[]} the code's function and what is inlined into it at that place, the outermost first
   */
  #callsAt(code, offset) {
    const entry = /** @type {CodeEntry} */ (this.#codes[code])
    const place = code * 2 ** 32 + (entry.source ? offset : 0)
    const known = this.#calls.get(place)
    if (known) return known
    const tier = tierOfCode(entry)
    const inlined = entry.source ? inlinedAt(parseInlined(entry.source), offset) : []
    const frames = [frameOfCode(entry), ...inlined.map(id => frameOfFunction(this.functionNames[id] ?? ''))]
    const calls = frames.map(frame => ({ frame: this.tree.frame(frame), tier }))
    this.#calls.set(place, calls)
    return calls
  }
}
