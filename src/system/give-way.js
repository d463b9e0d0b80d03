import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Low enough that V8's sampling thread gets its core when it is due: ticks told 1.2 times the CPU of a planted function
 * beside a generator at 0, and 0.8 to 0.9 times at 10 as at 19 (two short runs each). High enough that a generator still
 * gets a tenth of a core from the processes of others, where 19 leaves it one part in seventy.
 */
const LOW_PRIORITY = 10

/**
 * Lets other processes go first. On Linux the sessions of processes are usually weighed against each other before
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
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(LOW_PRIORITY))
}

/** @param {number} pid */
function lowerProcess(pid) {
  setPriority(pid, LOW_PRIORITY)
}
