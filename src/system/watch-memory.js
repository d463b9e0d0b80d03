import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { PROC } from './platform.cjs'
import { readProcessTable, withDescendants } from './process-table.js'

const SAMPLE_MS = 200
/** To list all processes takes longer than to read a few. */
const LISTING_MS = 1000
const KB = 1024
/** Makes the resident memory of now the highest one (Linux, Documentation/filesystems/proc.rst). */
const RESET_HIGHEST = '5'

/**
 * @typedef {object} MemoryLimit
 * @property {number} bytes
 * @property {(peakBytes: number) => void} onExceeded called at most once
 * @property {number} [sampleMs] 200 when absent
 * @property {(sample: { atMs: number, bytes: number }) => void} [onSample] is called with the memory at each moment that it was read;
 *   `atMs` is of `performance.now()`
 *
 * @typedef {object} MemoryWatch
 * @property {() => number | null} peakBytes returns the highest memory until now, null where the system does not report it
 * @property {() => void} beginInterval
 * @property {() => number | null} intervalPeakBytes returns the highest memory since `beginInterval`; where the system does not let it
 *   begin anew, the highest sample since then
 * @property {() => void} stop
 */

/**
 * Watches the memory of a process and its descendants, several times per second: resident memory, with a page that several processes
 * share divided between them (Pss) if there are descendants. Of a process without any, VmRSS: for 400 MB to read `status` takes 8 µs, and
 * `smaps_rollup` 4 ms. Between two samples the system keeps the highest resident memory of each process, but not that of their sum.
 * @param {number} root @param {MemoryLimit} limit
 * @param {string} [folder] where the system describes its processes
 * @returns {MemoryWatch}
 */
export function watchMemory(root, { bytes, onExceeded, sampleMs = SAMPLE_MS, onSample }, folder = PROC) {
  let listedMs = Number.NEGATIVE_INFINITY
  let peakBytes = 0
  let intervalPeakBytes = 0
  let isHighestOfInterval = true
  let isExceeded = false
  /** @type {number[]} */
  let pids = []
  const timer = setInterval(sample, sampleMs).unref()
  sample()
  return { peakBytes: readPeak, beginInterval, intervalPeakBytes: readIntervalPeak, stop: () => clearInterval(timer) }

  function sample() {
    const atMs = performance.now()
    if (atMs - listedMs >= LISTING_MS) list(atMs)
    const known = pids.flatMap(pid => memoryOf(folder, pid, pids.length === 1))
    const now = known.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
    const highest = Math.max(now, ...known.map(({ highestBytes }) => highestBytes))
    peakBytes = Math.max(peakBytes, highest)
    intervalPeakBytes = Math.max(intervalPeakBytes, isHighestOfInterval ? highest : now)
    if (known.length > 0) onSample?.({ atMs, bytes: now })
    if (isExceeded || peakBytes <= bytes) return
    isExceeded = true
    onExceeded(peakBytes)
  }

  /** @param {number} atMs */
  function list(atMs) {
    pids = withDescendants([root], readProcessTable(folder))
    listedMs = atMs
  }

  function beginInterval() {
    list(performance.now())
    sample()
    isHighestOfInterval = pids.every(pid => resetHighest(folder, pid))
    intervalPeakBytes = 0
  }

  function readPeak() {
    sample()
    return peakBytes === 0 ? null : peakBytes
  }

  function readIntervalPeak() {
    sample()
    return intervalPeakBytes === 0 ? null : intervalPeakBytes
  }
}

/**
 * @param {string} folder @param {number} pid @param {boolean} isAlone
 * @returns {{ residentBytes: number, highestBytes: number }[]} one or none
 */
function memoryOf(folder, pid, isAlone) {
  try {
    const status = readFileSync(`${folder}/${pid}/status`, 'utf8')
    const fairBytes = isAlone ? null : sharedFairly(folder, pid)
    return [{ residentBytes: fairBytes ?? bytesOf(status, 'VmRSS'), highestBytes: bytesOf(status, 'VmHWM') }]
  } catch {
    // It has ended since it was listed.
    return []
  }
}

/** @param {string} folder @param {number} pid @returns {boolean} whether the system did it */
function resetHighest(folder, pid) {
  try {
    // Its owner may write it, but not read it.
    const file = openSync(`${folder}/${pid}/clear_refs`, constants.O_WRONLY)
    try {
      writeSync(file, RESET_HIGHEST)
    } finally {
      closeSync(file)
    }
    return true
  } catch {
    return false
  }
}

/**
 * Returns the resident memory of a process, of each shared page its part (Linux, Documentation/filesystems/proc.rst).
 * @param {string} folder @param {number} pid
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

/** Returns whether the system reports the memory of a process. @param {string} [folder] where it describes its processes */
export function reportsMemory(folder = PROC) {
  return memoryOf(folder, process.pid, true).length > 0
}
