import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from '../../src/system/processes.js'

const LOOK_AGAIN_MS = 20

/**
 * Returns the ids of all descendants of a process.
 * @param {number} root
 * @returns {number[]}
 */
export function descendantsOf(root) {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  const found = new Set([root])
  for (let grew = true; grew; ) {
    grew = false
    for (const [pid = 0, parent = 0] of rows) {
      if (!found.has(parent) || found.has(pid)) continue
      found.add(pid)
      grew = true
    }
  }
  found.delete(root)
  return [...found]
}

/**
 * @param {number} pid
 * @returns {string} its command line, or '' if it has ended
 */
export function commandOf(pid) {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/**
 * Waits until processes have ended. It polls, because only a parent is notified of the end of a process.
 * @param {number[]} pids
 * @param {number} limitMs
 * @returns {Promise<number[]>} those that still run after the limit
 */
export async function survivorsOf(pids, limitMs) {
  const deadlineMs = performance.now() + limitMs
  while (pids.some(isRunning) && performance.now() < deadlineMs) await pause(LOOK_AGAIN_MS)
  return pids.filter(isRunning)
}
