import { expect, test } from '@jest/globals'
import { checkLimits, launchWarnings, swingWarnings, waitsWarnings } from '../../../src/verdict/checks/run-checks.js'
import { makeLaunch, makeRounds, makeSlice } from '../../helpers/make-run.js'

/** @param {ReturnType<typeof makeSlice>[]} slices */
function limitsOf(slices) {
  return Object.fromEntries(checkLimits(slices).map(({ name, ...row }) => [name, row]))
}

test('each condition has the middle slice, the worst slice, and how many exceed the limit', () => {
  const usual = makeSlice()
  const busy = makeSlice({ generatorProcess: { ...usual.generatorProcess, cpuUserMicros: 900_000 } })
  const waiting = makeSlice({ server: { ...usual.server, eventLoopUtilization: 0.5 } })
  const limits = limitsOf([usual, usual, usual, busy, waiting])
  expect(limits.generatorShare).toMatchObject({ typical: 0.25, worst: 0.95, beyond: 1, slices: 5, isFloor: false })
  expect(limits.serverShare).toMatchObject({ typical: 1, worst: 0.5, beyond: 1, slices: 5, isFloor: true })
  expect(limits.failedRequests).toMatchObject({ typical: 0, worst: 0, beyond: 0 })
})

test('failed requests, a clock adjustment, steal time and responses of another size are found', () => {
  const usual = makeSlice()
  const limits = limitsOf([
    usual,
    usual,
    makeSlice({ errors: 1, non2xx: 2 }),
    makeSlice({ clockStepMs: -3_600_000 }),
    makeSlice({ server: { ...usual.server, stolenMicros: 300_000 } }),
    makeSlice({ bytesRead: usual.bytesRead * 2 })
  ])
  expect(limits.failedRequests).toMatchObject({ worst: 3, beyond: 1 })
  expect(limits.clockStepMs).toMatchObject({ worst: 3_600_000, beyond: 1 })
  expect(limits.stolenShare).toMatchObject({ worst: 0.3, beyond: 1 })
  expect(limits.sizeDeviation).toMatchObject({ worst: 1, beyond: 1 })
})

test('the sizes of two variants are not compared with each other', () => {
  const slices = [
    makeSlice({ variant: 'log=off', bytesRead: 1000 }),
    makeSlice({ variant: 'log=sync', bytesRead: 9000 })
  ]
  expect(limitsOf(slices).sizeDeviation).toMatchObject({ worst: 0, beyond: 0 })
})

test('a condition without a value has no row', () => {
  const usual = makeSlice()
  const limits = limitsOf([makeSlice({ server: { ...usual.server, stolenMicros: null } })])
  expect(limits.stolenShare).toBeUndefined()
})

test('launches of the baseline that differ by more than 10% are a warning', () => {
  const swinging = makeRounds({ rounds: 4, costRatio: 1, drift: round => 1 + 0.2 * (round % 2) })
  expect(swingWarnings('cpuPerRequest', 'log=off', swinging)).toEqual([
    // 100, 120, 100, 120: the standard deviation is 11.5 and the mean 110.
    { code: 'baseline-swing', variant: 'log=off', swingRatio: expect.closeTo(0.105, 3), limitRatio: 0.1 }
  ])
  expect(swingWarnings('cpuPerRequest', 'log=off', swinging.slice(0, 4))).toHaveLength(1)
  const steady = makeRounds({ rounds: 4, costRatio: 2, drift: round => 1 + 0.1 * (round % 2) })
  expect(swingWarnings('cpuPerRequest', 'log=off', steady)).toEqual([])
})

test('a server that is busy while its requests are followed is a warning', () => {
  const usual = makeSlice()
  const idle = { ...usual.server, eventLoopUtilization: 0.5, cpuMicros: 0 }
  /** @type {NonNullable<typeof usual.pace>} */
  const pace = /** @type {any} */ ({ isSaturated: true })
  const slices = [
    makeSlice({ launch: '1-a', profiler: 'waits' }),
    makeSlice({ launch: '2-a', profiler: 'waits', server: idle }),
    makeSlice({ launch: '3-a', profiler: 'waits', server: idle, pace }),
    makeSlice({ launch: '4-a' })
  ]
  expect(waitsWarnings(slices)).toEqual([{ code: 'saturated-waits', launches: ['1-a', '3-a'] }])
  expect(waitsWarnings(slices.slice(1, 2))).toEqual([])
})

test('functions that are counted as one are a warning', () => {
  const measured = { launches: [], profiles: [], problems: [], treeless: [], unread: [] }
  expect(launchWarnings({ ...measured, foldedFunctions: 12 })).toEqual([{ code: 'folded-functions', functions: 12 }])
  expect(launchWarnings({ ...measured, foldedFunctions: 0 })).toEqual([])
})

test('a server that ends with the code of SIGTERM has not failed, and one with another code has', () => {
  const exits = [143, 1, 0].map(code => makeLaunch({ exit: { code, signal: null, escalated: false } }))
  const measured = { launches: exits, profiles: [], problems: [], treeless: [], unread: [] }
  expect(launchWarnings(measured)).toEqual([{ code: 'failed-exit', launches: [{ id: exits[1]?.id, exitCode: 1 }] }])
})
