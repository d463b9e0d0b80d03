import { readFileSync } from 'node:fs'
import { readProcessTable, withDescendants } from './process-table.js'

const SAMPLE_MS = 200
/** To list all processes takes longer than to read a few. */
const SAMPLES_PER_LISTING = 5
const KB = 1024

/**
 * Watches the memory of a process and its descendants, several times per second: resident memory, with a page that several processes
 * share divided between them (Pss). Between two samples the system keeps the highest resident memory of each process, but not that of
 * their sum.
 * @param {number} root
 * @param {object} limit
 * @param {number} limit.bytes
 * @param {(peakBytes: number) => void} limit.onExceeded called at most once
 * @param {string} [folder] where the system describes its processes
 * @returns {{ peakBytes: () => number | null, stop: () => void }} `peakBytes`: the highest sum until now, null where the system does
 *   not report it
 */
export function watchMemory(root, { bytes, onExceeded }, folder = '/proc') {
  let samples = 0
  let peakBytes = 0
  let isExceeded = false
  /** @type {number[]} */
  let pids = []
  const timer = setInterval(sample, SAMPLE_MS).unref()
  sample()
  return { peakBytes: readPeak, stop: () => clearInterval(timer) }

  function sample() {
    if (samples++ % SAMPLES_PER_LISTING === 0) pids = withDescendants([root], readProcessTable(folder))
    const known = pids.flatMap(pid => memoryOf(folder, pid))
    const now = known.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
    peakBytes = Math.max(peakBytes, now, ...known.map(({ highestBytes }) => highestBytes))
    if (isExceeded || peakBytes <= bytes) return
    isExceeded = true
    onExceeded(peakBytes)
  }

  function readPeak() {
    sample()
    return peakBytes === 0 ? null : peakBytes
  }
}

/** @param {string} folder @param {number} pid @returns {{ residentBytes: number, highestBytes: number }[]} one or none */
function memoryOf(folder, pid) {
  try {
    const status = readFileSync(`${folder}/${pid}/status`, 'utf8')
    const residentBytes = sharedFairly(folder, pid) ?? bytesOf(status, 'VmRSS')
    return [{ residentBytes, highestBytes: bytesOf(status, 'VmHWM') }]
  } catch {
    // It has ended since it was listed.
    return []
  }
}

/**
 * Returns the resident memory of a process, of each shared page its part (Linux, Documentation/filesystems/proc.rst).
 * @param {string} folder
 * @param {number} pid
 * @returns {number | null} null where the system does not report it, or not to this user
 */
function sharedFairly(folder, pid) {
  try {
    return bytesOf(readFileSync(`${folder}/${pid}/smaps_rollup`, 'utf8'), 'Pss')
  } catch {
    return null
  }
}

/** @param {string} status @param {string} name */
function bytesOf(status, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * KB
}
