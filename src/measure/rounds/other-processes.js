import { readFileSync } from 'node:fs'
import { PROC } from '../../system/platform.cjs'
import { MICROS_PER_TICK, readProcessTable, ticksOfTrees } from '../../system/process-table.js'

/** The places in the first line of /proc/stat of what a core was busy with: neither idle, waiting nor stolen. */
const BUSY_FIELDS = [1, 2, 3, 6, 7]

/**
 * Starts to measure the CPU of the processes that are not part of the run: that of the whole machine without that of this
 * process, its children and theirs. The first call of the function that it returns ends that, since to look at all processes takes a
 * while; later ones return the same.
 * @param {string} [folder] where the system describes its processes
 * @returns {() => number | null} microseconds; null where the platform does not report it
 */
export function watchOtherProcesses(folder = PROC) {
  const before = readOthers(folder)
  /** @type {number | null | undefined} */
  let micros
  return function stop() {
    if (micros !== undefined) return micros
    const after = readOthers(folder)
    // The machine's ticks are sampled, and the processes' are rounded.
    micros = before === null || after === null ? null : Math.max(0, after - before) * MICROS_PER_TICK
    return micros
  }
}

/** @param {string} folder */
function readOthers(folder) {
  try {
    const [machine = ''] = readFileSync(`${folder}/stat`, 'utf8').split('\n', 1)
    const fields = machine.split(/\s+/)
    const busy = BUSY_FIELDS.reduce((sum, place) => sum + Number(fields[place]), 0)
    return busy - ticksOfTrees([process.pid], readProcessTable(folder))
  } catch {
    return null
  }
}
