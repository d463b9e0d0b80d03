import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { getOrAdd } from '../../stats/group-by.js'
import { CallTree } from '../tree/call-tree.js'
import { frameOfNative, gcFrame } from '../tree/frames.js'
import {
  checkCodeEntry,
  copiedBuiltins,
  frameOfCode,
  frameOfFunction,
  inlinedAt,
  parseInlined,
  tierOfCode
} from './code-entries.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Frame, Profile, Tier } from '../types.js' */
/** @import { CodeEntry } from './code-entries.js' */

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
 * - V8 records no stack during garbage collection: those ticks are one outermost `(garbage collector)` frame.
 * - Node 26 logs no ticks of an idle thread; 20 to 24 do.
 * - A tick while V8 writes the log counts for the function that was compiled or called.
 *
 * @typedef {{ tm: number, vm: number, s: number[] }} Tick
 * @typedef {{ frame: number, tier: Tier | null }} Call
 */

/** StateTag in V8's include/v8-unwinder.h. V8's own tools treat 7 as idle until Node 26; it is a wait for an Atomic. */
const vmState = { gc: 1, idle: 8, idleExternal: 10 }
/** An entry of a damaged text may never end. */
const LONGEST_ENTRY = 64e6

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
  let ticks = 0
  let idle = 0

  /** @param {unknown} entry */
  function takeTick(entry) {
    const tick = checkTick(entry, ticks)
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
    functions: entry => stacks.addFunction(entry),
    ticks: takeTick
  })
  if (ticks === 0) throw new ProfileError({ code: 'no-samples' })
  return { unit: 'samples', label, frames: stacks.tree.frames, nodes: stacks.tree.nodes, idle, samples }
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

class StackReader {
  tree = new CallTree()
  /** @type {string[]} */
  #functionNames = []
  /** @type {(address: number) => string | null} */
  #symbolAt
  /** @type {ReturnType<typeof copiedBuiltins>} */
  #copied = null
  /** @type {CodeEntry[]} */
  #codes = []
  /** @type {Map<number, Call[]>} by place in the code */
  #calls = new Map()

  /** @param {(address: number) => string | null} symbolAt */
  constructor(symbolAt) {
    this.#symbolAt = symbolAt
  }

  /** @param {unknown} entry */
  addFunction(entry) {
    const name = isObject(entry) ? entry.name : undefined
    if (typeof name !== 'string') throw wrongValue(`functions[${this.#functionNames.length}].name`, 'text')
    this.#functionNames.push(name)
  }

  /** @param {unknown} content */
  addCode(content) {
    const { name, type, kind, source } = checkCodeEntry(content, this.#codes.length)
    this.#copied ??= copiedBuiltins({ name, type })
    this.#codes.push(source?.inlined ? { name, type, kind, source } : { name, type, kind })
  }

  /** @param {Tick} tick @returns {number} the node on top, -1 when the thread was idle */
  nodeOf({ vm, s: stack }) {
    if (vm === vmState.idle || vm === vmState.idleExternal) return -1
    if (vm === vmState.gc) return this.tree.child(-1, this.tree.frame(gcFrame), null)
    let node = -1
    /** Of the native code that was entered last, the outermost first. @type {(string | null)[]} */
    let symbols = []
    for (let i = stack.length - 2; i >= 0; i -= 2) {
      const code = stack[i] ?? -1
      // a caller's address is the one it returns to, just after the call
      const offset = (stack[i + 1] ?? 0) - (i > 0 ? 1 : 0)
      const entry = this.#codes[code]
      if (!entry && code !== -1) throw new ProfileError({ code: 'unknown-code', index: code })
      if (!entry || isNameless(entry)) {
        symbols.push(entry ? symbolOf(entry) : this.#symbolOf(stack[i + 1] ?? 0))
        continue
      }
      node = this.#native(node, symbols)
      symbols = []
      for (const { frame, tier } of this.#callsAt(code, offset)) node = this.tree.child(node, frame, tier)
    }
    return this.#native(node, symbols)
  }

  /**
   * Adds the frame of native code, if it has one.
   * @param {number} parent
   * @param {(string | null)[]} symbols the outermost first
   */
  #native(parent, symbols) {
    if (symbols.length === 0) return parent
    const frame = frameOfNative(symbols, this.#callers(parent))
    return frame ? this.tree.child(parent, this.tree.frame(frame), null) : parent
  }

  /** @param {number} node @returns {Frame[]} its frame and those above it, the innermost first */
  #callers(node) {
    /** @type {Frame[]} */
    const frames = []
    const { frame, parent } = this.tree.nodes
    for (let at = node; at !== -1; at = parent[at] ?? -1)
      frames.push(/** @type {Frame} */ (this.tree.frames[frame[at] ?? -1]))
    return frames
  }

  /** @param {number} address */
  #symbolOf(address) {
    const copied = this.#copied
    if (!copied || address < copied.start || address >= copied.end) return this.#symbolAt(address)
    return this.#symbolAt(address - copied.start + copied.original)
  }

  /**
   * @param {number} code @param {number} offset
   * @returns {Call[]} the code's function and what is inlined into it at that place, the outermost first
   */
  #callsAt(code, offset) {
    const entry = /** @type {CodeEntry} */ (this.#codes[code])
    const place = code * 2 ** 32 + (entry.source ? offset : 0)
    return getOrAdd(this.#calls, place, () => {
      const tier = tierOfCode(entry)
      const inlined = entry.source ? inlinedAt(parseInlined(entry.source), offset) : []
      const frames = [frameOfCode(entry), ...inlined.map(id => this.#frameOfInlined(id))]
      return frames.map(frame => ({ frame: this.tree.frame(frame), tier }))
    })
  }

  /** @param {number} id */
  #frameOfInlined(id) {
    const name = this.#functionNames[id]
    if (name === undefined) throw new ProfileError({ code: 'unknown-function', index: id })
    return frameOfFunction(name)
  }
}

/**
 * Returns whether code has no name that a person knows: a library of the system without a symbol, or a builtin of V8.
 * @param {CodeEntry} entry
 */
function isNameless({ type, kind, name }) {
  if (type === 'CODE') return kind === 'Builtin' || kind === 'BytecodeHandler'
  return type === 'SHARED_LIB' && name.startsWith('/')
}

/** @param {CodeEntry} entry */
function symbolOf({ type, name }) {
  return type === 'CODE' ? `Builtins_${name}` : null
}

/**
 * Reads a JSON object of long arrays, as `node --prof-process --preprocess` prints it, one entry at a time: ten minutes of
 * ticks are more than a string can hold. The text must be indented as JSON.stringify does, with an array's bracket and an
 * entry's braces at the ends of lines.
 * @param {AsyncIterable<string> | Iterable<string>} lines
 * @param {Record<string, (entry: unknown) => void>} take by name of the array; other arrays are skipped
 * @returns {Promise<void>}
 * @throws {ProfileError} when the text ends before all these arrays do, or is not JSON
 */
async function takeJsonEntries(lines, take) {
  const missing = new Set(Object.keys(take))
  let array = ''
  let depth = 0
  /** @type {string[]} */
  let entry = []
  let entryLength = 0

  for await (const line of lines) {
    const text = line.trim()
    if (array === '') {
      const [, name = '', isEmpty] = /^"(\w+)": \[(\])?/.exec(text) ?? []
      if (isEmpty) missing.delete(name)
      else array = name
      continue
    }
    if (depth === 0 && text.startsWith(']')) {
      missing.delete(array)
      array = ''
      continue
    }
    if (text.startsWith('}') || text.startsWith(']')) depth -= 1
    if (text.endsWith('{') || text.endsWith('[')) depth += 1
    const takeEntry = take[array]
    if (!takeEntry) continue
    entry.push(text)
    entryLength += text.length
    if (depth > 0 && entryLength < LONGEST_ENTRY) continue
    takeEntry(parseEntry(entry.join('').replace(/,$/, '')))
    entry = []
    entryLength = 0
  }
  if (missing.size > 0) throw new ProfileError({ code: 'cut-off', missing: [...missing] })
}

/** @param {string} json @returns {unknown} */
function parseEntry(json) {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new ProfileError({ code: 'not-json', problem: /** @type {Error} */ (error).message })
  }
}
