import { isWithin } from '../verdict/slices/counters.js'

/** @import { CounterName, CounterRow } from '../verdict/types.js' */
/** @import { BlameRow, CountedCalls, FunctionName } from './types.js' */

/**
 * What makes the system calls that the kernel counts as reads and as writes: the synchronous functions of fs, and the C
 * library's own.
 * @type {{ counters: CounterName[], inFs: RegExp, native: RegExp }[]}
 */
const families = [
  { counters: ['readCalls', 'readBytes'], inFs: /^(readv?|readFile)Sync$/, native: /^_*(libc_)?p?readv?(64)?$/ },
  {
    counters: ['writeCalls', 'writtenBytes'],
    inFs: /^(writev?|writeFile|appendFile)Sync$/,
    native: /^_*(libc_)?p?writev?(64)?$/
  }
]

/**
 * Returns which rows the counters explain: where reads or writes per request differ, the row whose calls make them. A row
 * explains only what has its own sign, and where two rows do, none is named.
 * @param {Pick<BlameRow, 'path' | 'cost'>[]} rows
 * @param {{ counter: CounterName, difference: number }[]} differing the counters that differ beyond their tolerance
 * @returns {CountedCalls[]}
 */
export function countedCalls(rows, differing) {
  return families.flatMap(function explain({ counters, inFs, native }) {
    const counted = differing.filter(({ counter }) => counters.includes(counter))
    const [sign, otherSign] = new Set(counted.map(({ difference }) => Math.sign(difference)))
    if (sign === undefined || otherSign !== undefined) return []
    const making = rows.flatMap(({ path, cost }, row) =>
      Math.sign(cost.difference) === sign && path.some(isCaller) ? [row] : []
    )
    const [row, otherRow] = making
    if (row === undefined || otherRow !== undefined) return []
    return [{ row, counted: counted.map(({ counter, difference }) => ({ counter, difference })) }]

    /** @param {FunctionName} call */
    function isCaller({ name, file }) {
      return file === 'node:fs' ? inFs.test(name) : file === '' && native.test(name)
    }
  })
}

/**
 * Returns what makes system calls that both variants make as often per request and with as many bytes, so far as the intervals of the
 * counters show it: such a call is the same work, and costs more or less only because of what else the server and the kernel do then.
 * @param {Pick<CounterRow, 'counter' | 'low' | 'high' | 'tolerance'>[]} rows all counters of the two variants
 * @returns {RegExp[]} names of native code
 */
export function sameCalls(rows) {
  return families.flatMap(function nativeOf({ counters, native }) {
    const own = counters.flatMap(name => rows.find(({ counter }) => counter === name) ?? [])
    return own.length === counters.length && own.every(isWithin) ? [native] : []
  })
}
