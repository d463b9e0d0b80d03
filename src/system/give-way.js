import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const LOWEST_PRIORITY = 19

/**
 * Lets every other process go first. On Linux the sessions of processes are usually weighed against each other before
 * their processes are (sched(7), "The autogroup feature"), so that a nice value alone would change nothing.
 * @param {number} pid of the head of a session; one that has ended is passed over
 */
export function giveWay(pid) {
  for (const yieldBy of [lowerSession, lowerProcess]) {
    try {
      yieldBy(pid)
    } catch {
      // No autogroups here, or the process has ended.
    }
  }
}

/** @param {number} pid */
function lowerSession(pid) {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY))
}

/** @param {number} pid */
function lowerProcess(pid) {
  setPriority(pid, LOWEST_PRIORITY)
}
