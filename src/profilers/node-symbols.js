import { runProgram } from '../system/processes.js'

const symbolLine = /^([0-9a-f]+) ([0-9a-f]+) [tTwW] (.*)$/
/** @type {Map<string, Promise<(address: number) => string | null>>} by binary */
const known = new Map()

/**
 * Returns a function that names an address of a binary by its symbol. The tick processor of Node.js asks nm for the same, but
 * keeps only the first megabyte of the answer, in which few of the functions are.
 * @param {string} binary
 * @param {AbortSignal} signal
 * @returns {Promise<(address: number) => string | null>} without nm or symbols it names nothing
 */
export function nodeSymbols(binary, signal) {
  const found = known.get(binary) ?? readSymbols(binary, signal)
  known.set(binary, found)
  found.catch(() => known.delete(binary))
  return found
}

/** @param {string} binary @param {AbortSignal} signal */
async function readSymbols(binary, signal) {
  const { stdout } = await runProgram('nm', ['-C', '-n', '-S', binary], { signal })
  const symbols = stdout.split('\n').flatMap(function parse(line) {
    const [, start, size, name] = symbolLine.exec(line) ?? []
    if (start === undefined || size === undefined || name === undefined) return []
    return [{ start: Number.parseInt(start, 16), end: Number.parseInt(start, 16) + Number.parseInt(size, 16), name }]
  })
  return symbolAt

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
