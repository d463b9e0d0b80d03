import { devNull } from 'node:os'
import { runProgram } from '../system/processes.js'

const symbolLine = /^([0-9a-f]+) ([0-9a-f]+) [tTwW] (.*)$/
const NM_LIMIT_MS = 30_000

/**
 * @typedef {object} NodeSymbols
 * @property {(address: number) => string | null} symbolAt names an address by its symbol; without nm or symbols it names nothing
 * @property {boolean} canRun whether nm can be started, and ends
 */

/** @type {Map<string, Promise<NodeSymbols>>} by binary */
const known = new Map()

/**
 * Returns the symbols of a binary. The tick processor of Node.js asks nm for the same, but keeps only the first megabyte of the answer,
 * in which few of the functions are.
 * @param {string} binary @param {AbortSignal} signal @returns {Promise<NodeSymbols>}
 */
export function nodeSymbols(binary, signal) {
  const found = known.get(binary) ?? readSymbols(binary, signal)
  known.set(binary, found)
  found.catch(() => known.delete(binary))
  return found
}

/**
 * Returns the environment of a tick processor. It asks nm too, and waits for it without a limit: where nm does not end, it must not
 * find it.
 * @param {string} binary @param {AbortSignal} signal
 */
export async function tickProcessorEnv(binary, signal) {
  const { canRun } = await nodeSymbols(binary, signal)
  return canRun ? process.env : { ...process.env, PATH: devNull }
}

/** @param {string} binary @param {AbortSignal} signal @returns {Promise<NodeSymbols>} */
async function readSymbols(binary, signal) {
  const { stdout, problem } = await runProgram('nm', ['-C', '-n', '-S', binary], {
    signal,
    limitMs: NM_LIMIT_MS,
    keepsAll: true
  })
  const symbols = stdout.split('\n').flatMap(function parse(line) {
    const [, start, size, name] = symbolLine.exec(line) ?? []
    if (start === undefined || size === undefined || name === undefined) return []
    return [{ start: Number.parseInt(start, 16), end: Number.parseInt(start, 16) + Number.parseInt(size, 16), name }]
  })
  return { symbolAt, canRun: problem === undefined }

  /** @param {number} address */
  function symbolAt(address) {
    let low = 0
    let high = symbols.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((symbols[middle]?.start ?? 0) <= address) low = middle + 1
      else high = middle
    }
    const symbol = symbols[low - 1]
    // the address of a caller is after the call, which may be the last instruction
    return symbol && address <= symbol.end ? symbol.name : null
  }
}
