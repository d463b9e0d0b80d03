import { getOrAdd } from '../../stats/group-by.js'

/** Ticks that show a call before it is known what is called there, and the share of them that must show the same function. */
const FEWEST_TICKS = 10
const SAME_SHARE = 0.95
/** Builtins that keep the frame of their caller, or run before the called function begins. */
const keepsCaller =
  /^Builtins_(Call|Construct|JSConstruct|JSBuiltinsConstruct|FastNew|Interpreter|Baseline|CompileLazy|Reflect|FunctionPrototype|ResumeGenerator|Proxy)|Handler$/
/** What looks a property up may be about to call it. */
const isAccessor = /^[gs]et /

/** @typedef {Map<string, number>} TicksByName of functions, as V8's log names them */

/**
 * Which callers V8 missed. It walks a stack by its frames, and some of its builtins, such as those that grow an array or look up a property,
 * have none while they run: then the function that called the builtin is not on the stack, and its caller seems to call the builtin. But that
 * caller returns to one place of its code, which calls one function in the other ticks; and of the functions that are inlined into
 * that one, often only one has called the builtin before it was inlined.
 */
export class MissedCallers {
  /** By place of a call. @type {Map<number, TicksByName>} */
  #called = new Map()
  /** By builtin. @type {Map<string, TicksByName>} */
  #callers = new Map()

  /** Notes that a function is called at a place. @param {number} site @param {string} name */
  addCall(site, name) {
    increase(this.#called, site, name)
  }

  /** Notes that a function calls a builtin. @param {string} builtin @param {string} name */
  addBuiltinCall(builtin, name) {
    increase(this.#callers, builtin, name)
  }

  /** Returns the only function that is called at a place; null where it is not known. @param {number} site */
  calledAt(site) {
    const name = onlyName([...(this.#called.get(site) ?? [])])
    return name !== null && isAccessor.test(name) ? null : name
  }

  /** Returns the only one of some functions that calls a builtin; null where it is not known. @param {string} builtin @param {Set<string>} names */
  callerOf(builtin, names) {
    return onlyName([...(this.#callers.get(builtin) ?? [])].filter(([name]) => names.has(name)))
  }
}

/** Returns whether V8 may miss the caller of native code. @param {string | null} symbol @returns {symbol is string} */
export function mayMissCaller(symbol) {
  return symbol?.startsWith('Builtins_') === true && !keepsCaller.test(symbol)
}

/** Returns what several paths have in common, from their beginning. @param {string[][]} paths at least one */
export function commonPath([first = [], ...others]) {
  const end = first.findIndex((name, at) => others.some(path => path[at] !== name))
  return end === -1 ? first : first.slice(0, end)
}

/** @template Key @param {Map<Key, TicksByName>} counts @param {Key} key @param {string} name */
function increase(counts, key, name) {
  const known = getOrAdd(counts, key, () => new Map())
  known.set(name, (known.get(name) ?? 0) + 1)
}

/** @param {[name: string, ticks: number][]} entries */
function onlyName(entries) {
  const all = entries.reduce((sum, [, ticks]) => sum + ticks, 0)
  const [name] = entries.find(([, ticks]) => ticks >= SAME_SHARE * all) ?? []
  return name !== undefined && all >= FEWEST_TICKS ? name : null
}
