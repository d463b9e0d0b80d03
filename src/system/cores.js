import { readFile } from 'node:fs/promises'
import { runProgram } from './processes.js'

const TASKSET_LIMIT_MS = 10_000

/**
 * Returns the cores that this process may use, where a process can be kept to one core: on Linux, with taskset
 * (util-linux, busybox).
 * @returns {Promise<number[]>} empty elsewhere
 */
export async function usableCores() {
  if (process.platform !== 'linux') return []
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
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
    return runProgram('taskset', ['-acp', cores.join(','), String(pid)], { limitMs: TASKSET_LIMIT_MS })
  }
}

/** @param {string} range such as 0-3 or 5 */
function rangeOf(range) {
  const [first = Number.NaN, last = first] = range.split('-').map(Number)
  return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
