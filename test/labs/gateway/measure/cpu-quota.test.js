import { expect, test } from '@jest/globals'
import { cpuQuota } from '../../../../src/labs/gateway/measure/launch.js'

test('a process that always runs gets its share of each period', () => {
  const mayRun = cpuQuota({ share: 0.5, periodMs: 100 })
  let cpuMs = 1000
  /** @type {number[]} */
  const used = []
  for (let period = 0; period < 10; period++) {
    const before = cpuMs
    for (let nowMs = period * 100; nowMs < (period + 1) * 100; nowMs += 5) if (mayRun({ nowMs, cpuMs })) cpuMs += 5
    used.push(cpuMs - before)
  }
  expect(used).toEqual(new Array(10).fill(50))
})

test('what it uses more is taken from the next period', () => {
  const mayRun = cpuQuota({ share: 0.5, periodMs: 100 })
  expect(mayRun({ nowMs: 0, cpuMs: 0 })).toBe(true)
  expect(mayRun({ nowMs: 95, cpuMs: 80 })).toBe(false)
  expect(mayRun({ nowMs: 100, cpuMs: 80 })).toBe(true)
  expect(mayRun({ nowMs: 125, cpuMs: 100 })).toBe(false)
  expect(mayRun({ nowMs: 200, cpuMs: 100 })).toBe(true)
})

test('what it uses less is lost: an idle process gets no more later', () => {
  const mayRun = cpuQuota({ share: 0.5, periodMs: 100 })
  expect(mayRun({ nowMs: 0, cpuMs: 0 })).toBe(true)
  expect(mayRun({ nowMs: 900, cpuMs: 0 })).toBe(true)
  expect(mayRun({ nowMs: 990, cpuMs: 50 })).toBe(false)
})
