import { readFileSync } from 'node:fs'

/** The place of the start among the values of /proc/<pid>/stat after the name, which is in parentheses and can contain spaces. */
const START = 19

/**
 * Returns when a process started, in ticks since the system did. With it a later process of the same number is another one.
 * @param {number} pid
 * @returns {number | null} null where the process is gone, and where the system has no /proc
 */
export function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const value = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START]
    return value === undefined ? null : Number(value)
  } catch {
    return null
  }
}
