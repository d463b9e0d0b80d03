import { expect, test } from '@jest/globals'
import { beyond, limits } from '../../../src/verdict/slices/limits.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const { server, generatorProcess } = makeSlice()
const open = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.5 })

/** A slice of a second by what its condition reads, and the last value that is allowed and the first that is not. @type {[keyof typeof limits, (value: number) => Partial<SliceRecord>, number, number][]} */
const cases = [
  ['generatorShare', cpuSystemMicros => generator({ cpuUserMicros: 0, cpuSystemMicros }), 850_000, 851_000],
  ['generatorDelayMicros', eventLoopDelayP99Micros => generator({ eventLoopDelayP99Micros }), 50_000, 50_100],
  ['serverShare', cpuMicros => ({ server: { ...server, eventLoopUtilization: 0.5, cpuMicros } }), 900_000, 899_000],
  ['failedRequests', non2xx => ({ non2xx }), 0, 1],
  ['clockStepMs', clockStepMs => ({ clockStepMs }), -20, -20.5],
  ['stolenShare', stolenMicros => ({ server: { ...server, stolenMicros } }), 50_000, 51_000],
  ['otherProcessesShare', otherProcessesMicros => ({ otherProcessesMicros }), 100_000, 101_000],
  ['sendDelayMicros', sendDelayP99Micros => ({ load: open, pace: paceOf(sendDelayP99Micros) }), 5000, 5100]
]

test.each(cases)('%s has the limit of docs/reading-a-report.md', (name, changes, allowed, refused) => {
  const at = (/** @type {number} */ value) => beyond(limits[name], makeSlice({ durationMs: 1000, ...changes(value) }))
  expect(at(allowed)).toBeNull()
  expect(at(refused)).not.toBeNull()
})

test('a response may have 5% more bytes than usual, and not 6%', () => {
  const isRefused = (/** @type {number} */ bytes) => {
    const { limit, read } = limits.sizeDeviation
    return Number(read(makeSlice({ bytesRead: 100 * bytes, completed: 100 }), 1000)) > limit
  }
  expect([1049, 1060].map(isRefused)).toEqual([false, true])
})

/** @param {Partial<SliceRecord['generatorProcess']>} changes */
function generator(changes) {
  return { generatorProcess: { ...generatorProcess, eventLoopUtilization: 0, ...changes } }
}

/** @param {number} sendDelayP99Micros @returns {SliceRecord['pace']} */
function paceOf(sendDelayP99Micros) {
  return { intendedRatePerSecond: 100, serviceMicros: '', sendDelayP99Micros, isSaturated: false }
}
