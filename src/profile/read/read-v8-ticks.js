import { isAmount, isCount, isObject } from '../../errors/type-guards.js'
import { getOrAdd } from '../../stats/group-by.js'
import { CallTree } from '../tree/call-tree.js'
import { frameOfNative, gcFrame } from '../tree/frames.js'
import { LineSums, linesOf } from '../tree/source-lines.js'
import {
  checkCodeEntry,
  copiedBuiltins,
  frameOfCode,
  frameOfFunction,
  parseCode,
  pathsOf,
  placesAt,
  tierOfCode
} from './code-entries.js'
import { CodePlaces } from './code-places.js'
import { takeJsonEntries } from './json-entries.js'
import { commonPath, MissedCallers, mayMissCaller } from './missed-callers.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Frame, Profile, Tier, VmState } from '../types.js' */
/** @import { CodeEntry, CodeSource, CodeTable } from './code-entries.js' */
/** @import { FunctionSource } from './code-places.js' */

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
 * - A function that V8 misses between a builtin on top and its caller is added, see {@link MissedCallers}. It has no line.
 *
 * @typedef {{ tm: number, vm: number, s: number[] }} Tick
 * @typedef {{ name: string, path: string[], tier: Tier | null }} MissedFunction `path`: the functions from the outer one, into which it is
 *   inlined, to it
 * @typedef {{ frame: number, tier: Tier | null }[]} Missed functions that V8 missed below what is on top, the outermost first
 * @typedef {{ frame: number, tier: Tier | null, place: number }} Call `place`: see {@link CodePlaces}; -1 where it is not known
 */

/**
 * By StateTag in V8's include/v8-unwinder.h; `compile`: PARSER, BYTECODE_COMPILER, COMPILER. V8's own tools treat 7 as idle until
 * Node 26; it is a wait for an Atomic.
 * @type {Record<number, VmState>}
 */
const states = {
  0: 'javascript',
  1: 'gc',
  2: 'compile',
  3: 'compile',
  4: 'compile',
  6: 'native',
  8: 'idle',
  10: 'idle'
}

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

class StackReader {
  tree = new CallTree()
  places = new CodePlaces()
  #self = new LineSums()
  #calledAt = new LineSums()
  #missed = new MissedCallers()
  /** The last code of each function, by name. @type {Map<string, number>} */
  #codeOf = new Map()
  /** The code that was called last at a place. @type {Map<number, number>} */
  #lastCalled = new Map()
  /** By code what {@link MissedCallers} is asked about. @type {Map<number, MissedFunction[]>} */
  #inCode = new Map()
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
  /** @type {Map<number, FunctionSource>} by number of the function */
  #sources = new Map()
  /** @type {Map<number, CodeTable>} by code */
  #tables = new Map()

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
    const { name, type, kind, func, source } = checkCodeEntry(content, this.#codes.length)
    this.#copied ??= copiedBuiltins({ name, type })
    this.#codes.push(source?.positions ? { name, type, kind, source } : { name, type, kind })
    const { script, start } = source ?? {}
    if (func !== undefined && script !== undefined && start !== undefined) this.#sources.set(func, { script, start })
  }

  /** Notes which functions the calls on a stack call. @param {Tick} tick */
  addCalls({ s: stack }) {
    for (let i = 2; i < stack.length; i += 2) {
      const code = stack[i - 2] ?? -1
      const called = this.#codes[code]
      if (called?.type !== 'JS' || this.#codes[stack[i] ?? -1]?.type !== 'JS') continue
      this.#missed.addCall(siteOf(stack, i), called.name)
      this.#lastCalled.set(siteOf(stack, i), code)
      this.#codeOf.set(called.name, code)
    }
  }

  /** Returns whether V8 may have missed the caller of what is on top. @param {Tick} tick */
  mayBeCutOff({ vm, s: stack }) {
    return states[vm] === 'javascript' && this.#codes[stack[2] ?? -1]?.type === 'JS' && mayMissCaller(this.#symbolAtTop(stack))
  }

  /** Returns the code that was called last where a caller may be missed; -1 where none was. @param {Tick} tick */
  lastCalledIn({ s: stack }) {
    return this.#lastCalled.get(siteOf(stack, 2)) ?? -1
  }

  /** Notes which function calls the builtin on top, where nothing is inlined into it. @param {Tick} tick @param {number} last */
  addBuiltinCall({ s: stack }, last) {
    const [caller, ...others] = this.#missedCode(stack, last)
    if (caller && others.length === 0) this.#missed.addBuiltinCall(this.#symbolAtTop(stack) ?? '', caller.name)
  }

  /** Returns the frames of the callers that V8 missed, the outermost first. @param {Tick} tick @param {number} last @returns {Missed} */
  missedIn({ s: stack }, last) {
    const functions = this.#missedCode(stack, last)
    const [outer] = functions
    if (!outer) return []
    const caller = this.#missed.callerOf(
      this.#symbolAtTop(stack) ?? '',
      functions.map(({ name }) => name)
    )
    const paths = functions.flatMap(({ name, path }) => (name === caller ? [path] : []))
    const path = paths.length === 0 ? outer.path : commonPath(paths)
    return path.map(name => ({ frame: this.tree.frame(frameOfFunction(name)), tier: outer.tier }))
  }

  /**
   * Returns the function that V8 missed below the top, and those inlined into it; none where it is not known.
   * @param {number[]} stack @param {number} last the code that was called there last
   */
  #missedCode(stack, last) {
    const name = this.#missed.calledAt(siteOf(stack, 2))
    if (name === null) return []
    const code = this.#codes[last]?.name === name ? last : (this.#codeOf.get(name) ?? -1)
    return getOrAdd(this.#inCode, code, () => this.#functionsIn(name, code))
  }

  /** @param {string} name @param {number} code @returns {MissedFunction[]} the function itself first */
  #functionsIn(name, code) {
    const entry = /** @type {CodeEntry} */ (this.#codes[code])
    const inlined = entry.source ? pathsOf(this.#tableOf(code, entry.source)) : []
    const paths = inlined.map(path => [name, ...path.map(id => this.#functionNames[id] ?? '')])
    return [[name], ...paths].map(path => ({ name: path.at(-1) ?? '', path, tier: tierOfCode(entry) }))
  }

  /** @param {number[]} stack @returns {string | null} null of what is no builtin */
  #symbolAtTop([code = -1, address = 0]) {
    const entry = this.#codes[code]
    if (!entry) return this.#symbolOf(address)
    return entry.kind === 'Builtin' ? symbolOf(entry) : null
  }

  /** Returns the lines of the nodes, when all scripts are added. */
  lines() {
    const { places } = this
    return linesOf({ self: withPositions(this.#self), calls: withPositions(this.#calledAt) })

    /** @param {LineSums} sums by place */
    function withPositions(sums) {
      const { node, line: place, weight } = sums.toColumns()
      const known = [...place.keys()].flatMap(function knownAt(index) {
        const position = places.positionOf(place[index] ?? -1)
        return position ? [{ index, ...position }] : []
      })
      return {
        node: known.map(({ index }) => node[index] ?? -1),
        line: known.map(({ line }) => line),
        column: known.map(({ column }) => column),
        weight: known.map(({ index }) => weight[index] ?? 0)
      }
    }
  }

  /** @param {Tick} tick @param {Missed} [missed] below what is on top @returns {number} the node on top, -1 when the thread was idle */
  nodeOf({ vm, s: stack }, missed = []) {
  /** @param {Tick} tick @returns {number} the node on top, -1 when the thread was idle */
  nodeOf({ vm, s: stack }) {
    if (states[vm] === 'idle') return -1
    if (states[vm] === 'gc') return this.tree.child(-1, this.tree.frame(gcFrame), null)
    let node = -1
    /** Where the function of that node is. */
    let at = -1
    /** Of the native code that was entered last, the outermost first. @type {(string | null)[]} */
    let symbols = []
    for (let i = stack.length - 2; i >= 0; i -= 2) {
      const code = stack[i] ?? -1
      const entry = this.#codes[code]
      // A caller's address is the one it returns to, just after the call; of bytecode it is that of the call.
      const offset = (stack[i + 1] ?? 0) - (i > 0 && entry?.kind !== 'Unopt' ? 1 : 0)
      if (!entry && code !== -1) throw new ProfileError({ code: 'unknown-code', index: code })
      if (!entry || isNameless(entry)) {
        symbols.push(entry ? symbolOf(entry) : this.#symbolOf(stack[i + 1] ?? 0))
        continue
      }
      const native = this.#native(node, symbols)
      if (native !== node) enter(native, -1, this.#calledAt)
      symbols = []
      for (const { frame, tier, place } of this.#callsAt(code, offset))
        enter(this.tree.child(node, frame, tier), place, this.#calledAt)
    }
    for (const { frame, tier } of missed) enter(this.tree.child(node, frame, tier), -1, this.#calledAt)
    const native = this.#native(node, symbols)
    if (native !== node) enter(native, -1, this.#calledAt)
    if (at !== -1) this.#self.add(node, at, 1)
    return node

    /** @type {(called: number, place: number, calledAt: LineSums) => void} */
    function enter(called, place, calledAt) {
      if (at !== -1) calledAt.add(called, at, 1)
      node = called
      at = place
    }
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
      const { source } = entry
      const { at, inlined } = source ? placesAt(this.#tableOf(code, source), offset) : { at: -1, inlined: [] }
      const called = [
        { frame: frameOfCode(entry), at, source },
        ...inlined.map(({ fn, at }) => ({ frame: this.#frameOfInlined(fn), at, source: this.#sources.get(fn) }))
      ]
      return called.map(({ frame, at, source }) => ({
        frame: this.tree.frame(frame),
        tier,
        place: this.#placeOf(frame, at, source)
      }))
    })
  }

  /** @type {(code: number, source: CodeSource) => CodeTable} */
  #tableOf(code, source) {
    return getOrAdd(this.#tables, code, () => parseCode(source))
  }

  /** @type {(frame: Frame, offset: number, source?: Partial<FunctionSource>) => number} */
  #placeOf(frame, offset, { script, start } = {}) {
    if (script === undefined || start === undefined || offset < 0) return -1
    return this.places.numberOf({ script, start, offset, frame })
  }

  /** @param {number} id */
  #frameOfInlined(id) {
    const name = this.#functionNames[id]
    if (name === undefined) throw new ProfileError({ code: 'unknown-function', index: id })
    return frameOfFunction(name)
  }
}

/** Returns the place of a call. @param {number[]} stack @param {number} index of the code that has it */
function siteOf(stack, index) {
  return (stack[index] ?? 0) * 2 ** 32 + (stack[index + 1] ?? 0)
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
