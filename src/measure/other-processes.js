import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU in these units, USER_HZ, in all files read here. */
const MICROS_PER_TICK = 10_000
/** The places in the first line of /proc/stat of what a core was busy with: neither idle, waiting nor stolen. */
const BUSY_FIELDS = [1, 2, 3, 6, 7]
/** The places in /proc/<pid>/stat after the name, which is in brackets and may contain spaces. */
const PARENT_FIELD = 1
/** The CPU of the process, and of its children that have ended. */
const CPU_FIELDS = [11, 12, 13, 14]

/**
 * Starts to measure the CPU of the processes that are not part of the run: that of the whole machine without that of this
 * process, its children and theirs. The function that it returns ends that.
 * @param {string} [folder] where the system describes its processes
 * @returns {() => number | null} microseconds; null where the platform does not report it
 */
export function watchOtherProcesses(folder = '/proc') {
  const before = readOthers(folder)
  return function stop() {
    const after = readOthers(folder)
    // The machine's ticks are sampled, and the processes' are rounded.
    return before === null || after === null ? null : Math.max(0, after - before) * MICROS_PER_TICK
  }
}

/** @param {string} folder */
function readOthers(folder) {
  try {
    const [machine = ''] = readFileSync(`${folder}/stat`, 'utf8').split('\n', 1)
    return sumOf(machine.split(/\s+/), BUSY_FIELDS) - ownTicks(folder)
  } catch {
    return null
  }
}

/** @param {string} folder */
function ownTicks(folder) {
  const processes = new Map(readdirSync(folder).flatMap(name => readProcess(folder, name)))
  /** @type {Map<number, boolean>} */
  const known = new Map([[process.pid, true]])
  let ticks = 0
  for (const [pid, own] of processes) if (isOwn(pid)) ticks += own.ticks
  return ticks

  /** @param {number} pid @returns {boolean} */
  function isOwn(pid) {
    const parent = processes.get(pid)?.parent
    const answer = known.get(pid) ?? (parent !== undefined && isOwn(parent))
    known.set(pid, answer)
    return answer
  }
}

/** @param {string} folder @param {string} name of what is in it @returns {[number, { parent: number, ticks: number }][]} one or none */
function readProcess(folder, name) {
  if (!/^\d+$/.test(name)) return []
  try {
    const stat = readFileSync(`${folder}/${name}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [[Number(name), { parent: Number(fields[PARENT_FIELD]), ticks: sumOf(fields, CPU_FIELDS) }]]
  } catch {
    // It has ended since the folder was listed.
    return []
  }
}

/** @param {string[]} fields @param {number[]} places */
function sumOf(fields, places) {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0)
}
