import { readFileSync, readlinkSync } from 'node:fs'
import { PROC } from './proc.js'

const BOOT_FILE = `${PROC}/sys/kernel/random/boot_id`

/** @import { ProcessPlace } from '../runs/types.js' */

/**
 * Returns where the numbers of processes are those that this process sees.
 * @returns {ProcessPlace}
 */
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
