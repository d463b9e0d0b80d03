import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { watchMemory } from '../../src/system/watch-memory.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const KB = 1024
/** @type {ReturnType<typeof watchMemory> | undefined} */
let watch

afterEach(() => watch?.stop())

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
