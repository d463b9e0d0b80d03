import { expect, test } from '@jest/globals'
import { findPace } from '../../../src/measure/rounds/find-pace.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

/** @param {string} variant @param {Partial<SliceRecord>} [changes] */
function slice(variant, changes) {
  return makeSlice({ variant, durationMs: 1000, non2xx: 0, ...changes })
}

test('the rate is a share of the median of the slower variant, without profiled slices and failed requests', () => {
  const pace = findPace()
  for (const completed of [2000, 9000, 2100]) pace.add(slice('off', { completed }))
  for (const completed of [200, 1000, 1100]) pace.add(slice('on', { completed }))
  expect(pace.rateAt(0.6)).toBe(600)
  const failing = findPace()
  failing.add(slice('on', { completed: 9000, non2xx: 8000 }))
  failing.add(slice('on', { profiler: 'prof', completed: 10 }))
  expect(failing.rateAt(0.5)).toBe(500)
})

test('a variant that fails every request leaves a rate at which the other one is measured', () => {
  const pace = findPace()
  for (const completed of [2000, 2200, 1800]) pace.add(slice('good', { completed }))
  for (const completed of [9000, 9900, 8100]) pace.add(slice('bad', { completed, non2xx: completed }))
  expect(pace.rateAt(0.5)).toBe(1000)
})

test('the first rate holds for the rest of the run', () => {
  const pace = findPace()
  pace.add(slice('off', { completed: 1000 }))
  expect(pace.rateAt(0.5)).toBe(500)
  pace.add(slice('off', { completed: 3000 }))
  expect(pace.rateAt(0.5)).toBe(500)
})

test('requests are followed at a quarter of the capacity of a busy server, and at half of that of one that waits', () => {
  const { server } = makeSlice()
  const busy = findPace()
  for (const variant of ['off', 'on']) busy.add(slice(variant, { completed: 1000 }))
  expect(busy.rateAt(0.5, true)).toBe(250)
  busy.add(slice('slow', { completed: 100, server: { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 } }))
  expect(busy.rateAt(0.5, true)).toBe(250)
  const waiting = findPace()
  waiting.add(slice('off', { completed: 1000 }))
  waiting.add(slice('slow', { completed: 100, server: { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 } }))
  expect(waiting.rateAt(0.5, true)).toBe(50)
  const faster = findPace()
  faster.add(slice('off', { completed: 1000 }))
  faster.add(slice('on', { completed: 1500, server: { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 } }))
  expect(faster.rateAt(0.5, true)).toBe(250)
})

test('a server that waits is not the limit of a closed loop, also beside other processes; one with a starved generator may be', () => {
  const { server, generatorProcess } = makeSlice()
  const waiting = { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 }
  const starved = { ...generatorProcess, eventLoopUtilization: 0.95 }
  const pace = findPace()
  pace.add(slice('off', {}))
  expect(pace.isServerLimit()).toBe(true)
  pace.add(slice('on', { server: waiting, generatorProcess: starved }))
  expect(pace.isServerLimit()).toBe(true)
  pace.add(slice('kept', { server: { ...waiting, eventLoopUtilization: 0.95 }, otherProcessesMicros: 900_000 }))
  expect(pace.isServerLimit()).toBe(true)
  pace.add(slice('slow', { server: waiting, otherProcessesMicros: 900_000 }))
  expect(pace.isServerLimit()).toBe(false)
})

test('whether a server waits is taken from the slice of its warm-up, which shows no capacity', () => {
  const { server } = makeSlice()
  const waiting = { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 }
  const pace = findPace()
  pace.add(slice('on', { isWarmUp: true, completed: 9000 }))
  pace.add(slice('on', { server: waiting, completed: 1000 }))
  expect(pace.isServerLimit()).toBe(true)
  expect(pace.rateAt(0.5)).toBe(500)
  pace.add(slice('off', { isWarmUp: true, server: waiting }))
  pace.add(slice('off', {}))
  expect(pace.isServerLimit()).toBe(false)
})

test('whether a server waits is taken from the slices that no other work disturbed, where its warm-up has one', () => {
  const { server, generatorProcess } = makeSlice()
  const quiet = { isWarmUp: true, server: { ...server, cpuMicros: 100_000, eventLoopUtilization: 0.1 } }
  // Beside other work, a generator that waits for a core looks busy, or a server that waits for one looks idle.
  const delayed = {
    ...quiet,
    otherProcessesMicros: 900_000,
    generatorProcess: { ...generatorProcess, eventLoopUtilization: 0.9 }
  }
  const starved = { ...quiet, server: { ...quiet.server, stolenMicros: 300_000 } }
  const waiting = findPace()
  for (const seen of [delayed, delayed, quiet]) waiting.add(slice('on', seen))
  expect(waiting.isServerLimit()).toBe(false)
  const busy = findPace()
  for (const seen of [starved, starved, { isWarmUp: true }]) busy.add(slice('on', seen))
  expect(busy.isServerLimit()).toBe(true)
})

test('where all of its warm-up is disturbed, whether a server waits is taken from all of that', () => {
  const { server } = makeSlice()
  const idle = {
    isWarmUp: true,
    otherProcessesMicros: 900_000,
    server: { ...server, eventLoopUtilization: 0.1, cpuMicros: 1 }
  }
  const pace = findPace()
  for (const seen of [{ ...idle, server }, idle, idle]) pace.add(slice('on', seen))
  expect(pace.isServerLimit()).toBe(false)
})
