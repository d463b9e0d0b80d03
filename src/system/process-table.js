import { PROC, processIds, readStat } from './proc.js'

/** Linux counts CPU in these units, USER_HZ, in all files read here. */
export const MICROS_PER_TICK = 10_000
/** The places among the values of {@link readStat}. */
const PARENT_FIELD = 1
/** The CPU of the process, and of its children that have ended. */
const CPU_FIELDS = [11, 12, 13, 14]

/** @typedef {Map<number, { parent: number, ticks: number }>} ProcessTable by process id; `ticks` is the CPU that each has used */

/**
 * Returns the processes that run now.
 * @param {string} [folder] where the system describes its processes
 * @returns {ProcessTable} empty where it does not
 */
export function readProcessTable(folder = PROC) {
  return new Map(processIds(folder).flatMap(pid => readProcess(folder, pid)))
}

/**
 * Returns processes of a table with all that descend from them.
 * @param {number[]} roots @param {ProcessTable} table @returns {number[]}
 */
export function withDescendants(roots, table) {
  /** @type {Map<number, boolean>} */
  const known = new Map(roots.map(pid => [pid, true]))
  return [...table.keys()].filter(isOwn)

  /** @param {number} pid @returns {boolean} */
  function isOwn(pid) {
    const parent = table.get(pid)?.parent
    const answer = known.get(pid) ?? (parent !== undefined && isOwn(parent))
    known.set(pid, answer)
    return answer
  }
}

/**
 * Returns the CPU of processes and of all that descend from them.
 * @param {number[]} roots @param {ProcessTable} table
 */
export function ticksOfTrees(roots, table) {
  return withDescendants(roots, table).reduce((sum, pid) => sum + (table.get(pid)?.ticks ?? 0), 0)
}

/** @param {string} folder @param {number} pid @returns {[number, { parent: number, ticks: number }][]} one or none */
function readProcess(folder, pid) {
  const values = readStat(pid, folder)
  // It can have ended since the folder was listed.
  if (values === null) return []
  const ticks = CPU_FIELDS.reduce((sum, place) => sum + Number(values[place]), 0)
  return [[pid, { parent: Number(values[PARENT_FIELD]), ticks }]]
}
