import { readStat } from './proc.js'

/** The state of a process that has ended, and whose parent has not asked for its exit code. */
const ENDED = 'Z'
/** Its place among the values of {@link readStat}. */
const START = 19

/**
 * Returns when a process started, in ticks since the system did. With it a later process of the same number is another one.
 * @param {number} pid
 * @returns {number | null} null where the process has ended, and where the system has no /proc
 */
export function processStart(pid) {
  const values = readStat(pid)
  return values === null || values[0] === ENDED || values[START] === undefined ? null : Number(values[START])
}
