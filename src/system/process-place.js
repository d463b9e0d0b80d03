import { readFileSync, readlinkSync } from 'node:fs'
import { PROC, readStat } from './proc.js'

/** @import { ProcessPlace } from '../runs/types.js' */

/** The state of a process that has ended, and whose parent has not asked for its exit code. */
const ENDED = 'Z'
/** Its place among the values of {@link readStat}. */
const START = 19

const BOOT_FILE = `${PROC}/sys/kernel/random/boot_id`

/** Returns where the numbers of processes are those that this process sees. @returns {ProcessPlace} */
export function processPlace() {
  return { boot: bootId(), namespace: namespaceOf(process.pid) }
}

/** Returns what identifies the ids of processes that a process sees. @param {number} pid */
export function namespaceOf(pid) {
  try {
    return readlinkSync(`${PROC}/${pid}/ns/pid`)
  } catch {
    return null
  }
}

function bootId() {
  try {
    return readFileSync(BOOT_FILE, 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Returns when a process started, in ticks since the system did. With it a later process of the same number is another one.
 * @param {number} pid
 * @returns {number | null} null where the process has ended, and where the system has no /proc
 */
export function processStart(pid) {
  const values = readStat(pid)
  return values === null || values[0] === ENDED || values[START] === undefined ? null : Number(values[START])
}
