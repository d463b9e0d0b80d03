/** @import { CodeSource } from './code-entries.js' */

/**
 * Which functions an optimizing compiler put into a piece of code, and where in it they are. V8's log has it as two
 * tables in text (LogSourcePositionTable in V8's src/logging/log.cc):
 *
 *     positions  C<offset in the code>O<offset in the script>[I<index into inlined>] ...
 *     inlined    F<index into fns>O<offset in the script>[I<index into inlined of the caller>] ...
 *
 * @typedef {object} InlinedFunctions
 * @property {{ offset: number, inlined: number }[]} positions by ascending offset; `inlined` is -1 for the function itself
 * @property {{ fn: number | null, caller: number }[]} inlined
 */

/**
 * @param {CodeSource} source
 * @returns {InlinedFunctions}
 */
export function parseInlined(source) {
  const positions = [...source.positions.matchAll(/C(\d+)O\d+(?:I(\d+))?/g)]
  const inlined = [...source.inlined.matchAll(/F(\d+)O-?\d+(?:I(\d+))?/g)]
  return {
    positions: positions.map(([, offset, id = -1]) => ({ offset: Number(offset), inlined: Number(id) })),
    inlined: inlined.map(([, fn, caller = -1]) => ({ fn: source.fns[Number(fn)] ?? null, caller: Number(caller) }))
  }
}

/**
 * @param {InlinedFunctions} table
 * @param {number} offset in the code
 * @returns {number[]} ids of the inlined functions that run there, the outermost first
 */
export function inlinedAt({ positions, inlined }, offset) {
  const functions = []
  const id = positions.findLast(position => position.offset <= offset)?.inlined ?? -1
  for (let call = inlined[id]; call; call = inlined[call.caller]) {
    if (call.fn !== null) functions.unshift(call.fn)
  }
  return functions
}
