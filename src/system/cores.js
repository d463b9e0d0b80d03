import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { PROC, TASKSET } from './platform.cjs'
import { runProgram } from './processes.js'

/**
 * A nice value. Low enough a priority that V8's sampling thread gets its core when it is due: ticks showed 1.2 times
 * the CPU of a planted function with a generator at 0, and 0.8 to 0.9 times with one at 10 as with one at 19 (two short
 * runs each). High enough that a generator gets a tenth of a core from competing processes, where 19 leaves it one part
 * in seventy.
 */
const LOW_PRIORITY = 10

const TASKSET_LIMIT_MS = 10_000

/**
 * Returns the cores that this process may use, where a process can be kept to one core: on Linux, with taskset
 * (util-linux, busybox).
 * @returns {Promise<number[]>} empty elsewhere
 */
export async function usableCores() {
  if (process.platform !== 'linux') return []
  const status = await readFile(`${PROC}/self/status`, 'utf8').catch(() => '')
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? []
  const cores = list.split(',').flatMap(rangeOf)
  return (await keepTo([process.pid], cores)) ? cores : []
}

/**
 * Keeps processes, with all threads they have and start later, to some cores.
 * @param {number[]} pids
 * @param {number[]} cores at least one
 * @returns {Promise<boolean>} false when it failed for one of them
 */
export async function keepTo(pids, cores) {
  const results = await Promise.all(pids.map(keepOne))
  return results.every(({ code }) => code === 0)

  /** @param {number} pid */
  function keepOne(pid) {
    return runProgram(TASKSET, ['-acp', cores.join(','), String(pid)], { limitMs: TASKSET_LIMIT_MS })
  }
}

/** @param {string} range such as 0-3 or 5 */
function rangeOf(range) {
  const [first = Number.NaN, last = first] = range.split('-').map(Number)
  return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Lowers the priority of a process. Linux usually weighs sessions against each other before their processes (sched(7),
 * "The autogroup feature"), so that the nice value of the process alone would change nothing.
 * @param {number} pid of the head of a session; a process that has ended is skipped
 */
export function lowerPriority(pid) {
  for (const lower of [lowerSession, lowerProcess]) {
    try {
      lower(pid)
    } catch {
      // No autogroups here, or the process has ended.
    }
  }
}

/** @param {number} pid */
function lowerSession(pid) {
  if (process.platform === 'linux') writeFileSync(`${PROC}/${pid}/autogroup`, String(LOW_PRIORITY))
}

/** @param {number} pid */
function lowerProcess(pid) {
  setPriority(pid, LOW_PRIORITY)
}
