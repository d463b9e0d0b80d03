import { isObject } from '../../errors/type-guards.js'
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
import { commonPath, MissedCallers, mayMissCaller } from './missed-callers.js'
import { ProfileError, wrongValue } from './profile-error.js'

/** @import { Frame, Tier, VmState } from '../types.js' */
/** @import { CodeEntry, CodeSource, CodeTable } from './code-entries.js' */
/** @import { FunctionSource } from './code-places.js' */

/**
 * @typedef {{ tm: number, vm: number, s: number[] }} Tick
 * @typedef {{ builtin: string, site: number, code: number }} CutOff `site`: the place of the call that a function is missed at; `code`:
 *   what was called there last, -1 where nothing was
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

/** Returns what V8 was doing. @param {number} tag @returns {VmState} */
export function stateOf(tag) {
  return states[tag] ?? 'other'
}

/** @returns {Record<VmState, number>} no tick of any state, in the order of the tables */
export function noTicks() {
  return { javascript: 0, gc: 0, compile: 0, native: 0, idle: 0, other: 0 }
}

/** Makes a call tree, with its lines, of the stacks of ticks: read-v8-ticks.js says what these are. */
export class StackReader {
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
      const site = placeAt(stack, i)
      this.#missed.addCall(site, called.name)
      this.#lastCalled.set(site, code)
      this.#codeOf.set(called.name, code)
    }
  }

  /** Returns where V8 may have missed the caller of what is on top; null where it cannot. @param {Tick} tick @returns {CutOff | null} */
  cutOffIn({ vm, s: stack }) {
    if (stateOf(vm) !== 'javascript' || this.#codes[stack[2] ?? -1]?.type !== 'JS') return null
    const top = this.#codes[stack[0] ?? -1]
    const builtin = top ? symbolOf(top) : this.#symbolOf(stack[1] ?? 0)
    if ((top && top.kind !== 'Builtin') || !mayMissCaller(builtin)) return null
    const site = placeAt(stack, 2)
    return { builtin, site, code: this.#lastCalled.get(site) ?? -1 }
  }

  /** Notes which function calls a builtin, where nothing is inlined into it. @param {CutOff} cutOff */
  addBuiltinCall(cutOff) {
    const [caller, ...others] = this.#missedIn(cutOff)
    if (caller && others.length === 0) this.#missed.addBuiltinCall(cutOff.builtin, caller.name)
  }

  /** Returns the frames of the callers that V8 missed, the outermost first. @param {CutOff} cutOff @returns {Missed} */
  missedIn(cutOff) {
    const functions = this.#missedIn(cutOff)
    const [outer] = functions
    if (!outer) return []
    const caller = this.#missed.callerOf(cutOff.builtin, new Set(functions.map(({ name }) => name)))
    const paths = functions.flatMap(({ name, path }) => (name === caller ? [path] : []))
    const path = paths.length === 0 ? outer.path : commonPath(paths)
    return path.map(name => ({ frame: this.tree.frame(frameOfFunction(name)), tier: outer.tier }))
  }

  /** Returns the function that V8 missed, and those inlined into it; none where it is not known. @param {CutOff} cutOff */
  #missedIn({ site, code: last }) {
    const name = this.#missed.calledAt(site)
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
    const state = stateOf(vm)
    if (state === 'idle') return -1
    if (state === 'gc') return this.tree.child(-1, this.tree.frame(gcFrame), null)
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
    if (at !== -1 && !isBetweenPositions(this.#codes[stack[0] ?? -1])) this.#self.add(node, at, 1)
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
    const place = placeIn(code, entry.source ? offset : 0)
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

/** Returns the number of a place on a stack. @param {number[]} stack @param {number} index of the code */
function placeAt(stack, index) {
  return placeIn(stack[index] ?? 0, stack[index + 1] ?? 0)
}

/** Returns the number of a place in a piece of code. @param {number} code @param {number} offset */
function placeIn(code, offset) {
  return code * 2 ** 32 + offset
}

/**
 * Returns whether a tick in code may be far from the last position that V8 logged: up to Node 24 Maglev has few, those of calls and of loops,
 * so that all of a loop's body has the line of its head.
 * @param {CodeEntry} [entry]
 */
function isBetweenPositions(entry) {
  return entry?.type === 'JS' && entry.kind === 'Maglev'
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
