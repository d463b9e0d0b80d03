import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { PROC } from './platform.cjs'

/** @import { ProcessPlace } from '../runs/types.js' */

/** Linux counts CPU in these units, USER_HZ, in all files read here. */
export const MICROS_PER_TICK = 10_000
/** The places among the values of {@link readStat}. */
const PARENT_FIELD = 1
/** The CPU of the process, and of its children that have ended. */
const CPU_FIELDS = [11, 12, 13, 14]
/** The state of a process that has ended, and whose parent has not asked for its exit code. */
const ENDED = 'Z'
/** Its place among the values of {@link readStat}. */
const START_FIELD = 19
const BOOT_FILE = `${PROC}/sys/kernel/random/boot_id`

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
  return values === null || values[0] === ENDED || values[START_FIELD] === undefined
    ? null
    : Number(values[START_FIELD])
}
