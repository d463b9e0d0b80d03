import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { keepAwake } from '../../src/load/keep-awake.js'

const WAIT_MS = 50

test('the event loop never waits', async () => {
  const stop = keepAwake()
  await setTimeout(1)
  const before = performance.eventLoopUtilization()
  await setTimeout(WAIT_MS)
  expect(performance.eventLoopUtilization(before).idle).toBe(0)
  stop()
})

test('turns without work are counted, and work is not', async () => {
  const startedMs = performance.now()
  const stop = keepAwake()
  await setTimeout(WAIT_MS)
  const busyFromMs = performance.now()
  while (performance.now() < busyFromMs + WAIT_MS);
  const busyMs = performance.now() - busyFromMs
  await setTimeout(1)
  const emptyMs = stop()
  expect(emptyMs).toBeGreaterThan(0)
  expect(emptyMs).toBeLessThanOrEqual(performance.now() - startedMs - busyMs)
})

test('of two loads at the same time each has its own turns, and the loop ends with the last', async () => {
  const stops = [keepAwake(), keepAwake()]
  await setTimeout(WAIT_MS)
  const first = stops[0]?.() ?? 0
  const before = performance.eventLoopUtilization()
  await setTimeout(WAIT_MS)
  expect(performance.eventLoopUtilization(before).idle).toBe(0)
  const second = stops[1]?.() ?? 0
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(first)
})

test('it ends', async () => {
  const stop = keepAwake()
  stop()
  await setTimeout(1)
  const before = performance.eventLoopUtilization()
  await setTimeout(WAIT_MS)
  expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(0)
})
