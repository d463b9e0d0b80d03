import { expect, test } from '@jest/globals'
import { startPoolCounts } from '../../../../src/labs/gateway/app/pool-counts.js'

test('times of calls that wait, run, and have ended add up', () => {
  let nowMs = 1000
  const counts = startPoolCounts(2, () => nowMs)
  const [first, second, third] = [counts.begin(), counts.begin(), counts.begin()]
  first.events.gotConnection()
  nowMs = 1010
  second.events.gotConnection()
  nowMs = 1100
  expect(first.end({ isFailed: false })).toEqual({ waitMs: 0, upstreamMs: 100 })
  nowMs = 1150

  expect(counts.read()).toEqual({
    size: 2,
    running: 1,
    waiting: 1,
    highestRunning: 2,
    highestWaiting: 3,
    calls: 1,
    failed: 0,
    waitedMs: 0 + 10 + 150,
    upstreamMs: 100 + 140
  })
  third.events.gotConnection()
  nowMs = 1200
  expect(third.end({ isFailed: false })).toEqual({ waitMs: 150, upstreamMs: 50 })
  expect(second.end({ isFailed: true })).toEqual({ waitMs: 10, upstreamMs: 190 })
  expect(counts.read()).toMatchObject({ running: 0, waiting: 0, calls: 3, failed: 1, waitedMs: 160, upstreamMs: 340 })
})

test('the mean number that waits is the growth of the sum divided by the time', () => {
  let nowMs = 0
  const counts = startPoolCounts(1, () => nowMs)
  counts.begin()
  nowMs = 100
  const before = counts.read()
  counts.begin()
  nowMs = 300
  expect((counts.read().waitedMs - before.waitedMs) / 200).toBe(2)
})

test('a cancelled call that the pool reaches later is not counted again', () => {
  const counts = startPoolCounts(1, () => 0)
  const call = counts.begin()
  call.end({ isFailed: true })
  call.events.gotConnection()
  expect(counts.read()).toMatchObject({ running: 0, waiting: 0, calls: 1, failed: 1 })
})

test('a connection is free again at the last byte, before the call has ended', () => {
  let nowMs = 0
  const counts = startPoolCounts(1, () => nowMs)
  const call = counts.begin()
  call.events.gotConnection()
  nowMs = 100
  call.events.gotResponse()
  expect(counts.read()).toMatchObject({ running: 0, upstreamMs: 100, calls: 0 })
  nowMs = 150
  expect(call.end({ isFailed: false })).toEqual({ waitMs: 0, upstreamMs: 100 })
})
