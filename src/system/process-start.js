import { readFileSync } from 'node:fs'

/** The state of a process that has ended, and whose parent has not asked for its exit code. */
const ENDED = 'Z'
/** The place of the start among the values of /proc/<pid>/stat after the name, which is in parentheses and can contain spaces. */
const START = 19

/**
 * Returns when a process started, in ticks since the system did. With it a later process of the same number is another one.
 * @param {number} pid
 * @returns {number | null} null where the process has ended, and where the system has no /proc
 */
export function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return values[0] === ENDED || values[START] === undefined ? null : Number(values[START])
  } catch {
    return null
  }
}
