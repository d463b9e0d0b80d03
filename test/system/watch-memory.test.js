import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { watchMemory } from '../../src/system/watch-memory.js'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @import { MemoryWatch } from '../../src/system/watch-memory.js' */

const KB = 1024
const takesAndReturns = path.join(import.meta.dirname, '../fixtures/memory/takes-and-returns.js')
/** Longer than a test: only what a test asks for is read. */
const never = 600_000
/** @type {MemoryWatch | undefined} */
let watch

afterEach(() => {
  watch?.stop()
  watch = undefined
})

/**
 * Writes what the system says of a process.
 * @param {string} folder
 * @param {{ pid: number, parent: number, residentKb: number, highestKb: number }} facts
 */
function describeProcess(folder, { pid, parent, residentKb, highestKb }) {
  mkdirSync(path.join(folder, String(pid)), { recursive: true })
  writeFileSync(
    path.join(folder, String(pid), 'stat'),
    `${pid} (a (b) c) S ${parent} 1 1 0 -1 0 0 0 0 0 1 0 0 0 20 0 1`
  )
  const status = `Name:\ta\nVmPeak:\t  999999 kB\nVmHWM:\t  ${highestKb} kB\nVmRSS:\t  ${residentKb} kB\n`
  writeFileSync(path.join(folder, String(pid), 'status'), status)
}

test('the memory of a process and its descendants is added, and the highest sum is kept', () => {
  const folder = temporaryFolder()
  const exceeded = /** @type {number[]} */ ([])
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 100, highestKb: 120 })
  describeProcess(folder, { pid: 11, parent: 10, residentKb: 60, highestKb: 60 })
  describeProcess(folder, { pid: 12, parent: 1, residentKb: 5000, highestKb: 5000 })
  watch = watchMemory(10, { bytes: 200 * KB, onExceeded: bytes => exceeded.push(bytes) }, folder)
  expect(watch.peakBytes()).toBe(160 * KB)
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 50, highestKb: 120 })
  expect(watch.peakBytes()).toBe(160 * KB)
  expect(exceeded).toEqual([])
})

test('memory that processes share counts once', () => {
  const folder = temporaryFolder()
  for (const [pid, parent] of /** @type {const} */ ([
    [10, 1],
    [11, 10]
  ])) {
    describeProcess(folder, { pid, parent, residentKb: 100, highestKb: 100 })
    const rollup = '55d0-7ffe ---p 00000000 00:00 0 [rollup]\nRss:  100 kB\nPss:   60 kB\nPss_Anon:   20 kB\n'
    writeFileSync(path.join(folder, String(pid), 'smaps_rollup'), rollup)
  }
  watch = watchMemory(10, { bytes: 1000 * KB, onExceeded: () => {} }, folder)
  expect(watch.peakBytes()).toBe(120 * KB)
})

test('what one process had between two samples counts, and the limit is reported once', () => {
  const folder = temporaryFolder()
  const exceeded = /** @type {number[]} */ ([])
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 100, highestKb: 201 })
  watch = watchMemory(10, { bytes: 200 * KB, onExceeded: bytes => exceeded.push(bytes) }, folder)
  expect(watch.peakBytes()).toBe(201 * KB)
  expect(exceeded).toEqual([201 * KB])
})

test('is null where the system does not report memory', () => {
  watch = watchMemory(10, { bytes: 1, onExceeded: () => expect(true).toBe(false) }, temporaryFolder())
  expect(watch.peakBytes()).toBeNull()
})

test('each sample is passed on with its time, and none of a process that has ended', () => {
  const folder = temporaryFolder()
  const samples = /** @type {{ atMs: number, bytes: number }[]} */ ([])
  const limit = { bytes: 1000 * KB, onExceeded: () => {}, sampleMs: never }
  for (const residentKb of [100, 300, 200]) {
    describeProcess(folder, { pid: 10, parent: 1, residentKb, highestKb: 400 })
    watch ??= watchMemory(10, { ...limit, onSample: sample => samples.push(sample) }, folder)
    watch.peakBytes()
  }
  rmSync(path.join(folder, '10'), { recursive: true })
  watch?.peakBytes()
  expect(samples.map(({ bytes }) => bytes / KB)).toEqual([100, 100, 300, 200])
  expect(samples.map(({ atMs }) => atMs)).toEqual(samples.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
})

test('the peak of an interval is the highest sample where the system keeps its own for the whole life', () => {
  const folder = temporaryFolder()
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 100, highestKb: 500 })
  watch = watchMemory(10, { bytes: 1000 * KB, onExceeded: () => {}, sampleMs: never }, folder)
  watch.beginInterval()
  expect(watch.intervalPeakBytes()).toBe(100 * KB)
  expect(watch.peakBytes()).toBe(500 * KB)
})

test('the system is asked to begin anew with the interval, for every process', () => {
  const folder = temporaryFolder()
  const reset = [10, 11].map(pid => path.join(folder, String(pid), 'clear_refs'))
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 100, highestKb: 500 })
  describeProcess(folder, { pid: 11, parent: 10, residentKb: 100, highestKb: 100 })
  for (const file of reset) writeFileSync(file, '')
  watch = watchMemory(10, { bytes: 1000 * KB, onExceeded: () => {}, sampleMs: never }, folder)
  watch.beginInterval()
  expect(reset.map(file => readFileSync(file, 'utf8'))).toEqual(['5', '5'])
  describeProcess(folder, { pid: 10, parent: 1, residentKb: 100, highestKb: 300 })
  expect(watch.intervalPeakBytes()).toBe(300 * KB)
  expect(watch.peakBytes()).toBe(500 * KB)
})

onLinux('the peak of an interval has what a process took and gave back in it, between two samples', async () => {
  const child = fork(takesAndReturns, { execArgv: ['--expose-gc'] })
  try {
    await once(child, 'message')
    watch = watchMemory(Number(child.pid), { bytes: 1e12, onExceeded: () => {}, sampleMs: never })
    const beforeBytes = Number(watch.peakBytes())
    await takeAndReturn(300e6)
    watch.beginInterval()
    await takeAndReturn(100e6)
    expectNear(watch.intervalPeakBytes(), beforeBytes + 100e6)
    expectNear(watch.peakBytes(), beforeBytes + 300e6)
  } finally {
    child.kill('SIGKILL')
  }

  /** @param {number} bytes */
  async function takeAndReturn(bytes) {
    child.send(bytes)
    await once(child, 'message')
  }
})

/** Allows for the heap of the process itself. @param {number | null} bytes @param {number} expected */
function expectNear(bytes, expected) {
  expect(Math.abs(Number(bytes) - expected)).toBeLessThan(50e6)
}
