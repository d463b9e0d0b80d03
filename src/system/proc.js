import { readdirSync, readFileSync } from 'node:fs'

/** Where Linux describes its processes. */
export const PROC = '/proc'

/**
 * Returns the ids of the processes that run now.
 * @param {string} [folder] where the system describes them
 * @returns {number[]} none where it does not
 */
export function processIds(folder = PROC) {
  try {
    return readdirSync(folder)
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/**
 * Reads the values of /proc/<pid>/stat after the name, which is in parentheses and can contain spaces. The first one is the state.
 * @param {number} pid
 * @param {string} [folder] where the system describes its processes
 * @returns {string[] | null} null where the process has ended, and where the system has no such file
 */
export function readStat(pid, folder = PROC) {
  try {
    const stat = readFileSync(`${folder}/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
