import { expect, test } from '@jest/globals'
import { cpuMetricOf } from '../../../src/verdict/decide/primary-metric.js'

/**
 * Returns a warm-up curve of six stretches, each of 1,000 µs.
 * @param {number} otherShare what threads other than the main one use at its end
 * @param {number} [firstShare] what they use before that
 */
function curve(otherShare, firstShare = otherShare) {
  return Array.from({ length: 6 }, (_, stretch) => ({
    requests: 10,
    durationMs: 500,
    cpuMicros: 1000,
    cpuMainThreadMicros: 1000 * (1 - (stretch < 4 ? firstShare : otherShare)),
    cpuHelpersMicros: 0
  }))
}

test('CPU of all threads decides where other threads use at least a tenth of it in either variant', () => {
  expect(cpuMetricOf([curve(0.09), curve(0.09)])).toBe('cpuMainThread')
  expect(cpuMetricOf([curve(0.11), curve(0)])).toBe('cpuPerRequest')
  expect(cpuMetricOf([curve(0), curve(0.11)])).toBe('cpuPerRequest')
})

test('what V8 compiles on other threads while a server is cold does not count', () => {
  expect(cpuMetricOf([curve(0.02, 0.5)])).toBe('cpuMainThread')
})

test('CPU of all threads decides where CPU by thread is unknown', () => {
  const unknown = curve(0).map(stretch => ({ ...stretch, cpuMainThreadMicros: null }))
  expect(cpuMetricOf([unknown])).toBe('cpuPerRequest')
})
