import { describe, expect, test } from '@jest/globals'
import { checkGoals, contractOf } from '../../../../src/labs/gateway/analysis/cells.js'
import { makeStage, PAPER_GOALS } from '../../../verdict/gateway/make-stage.js'

const enough = { atGoal: makeStage({}), failedRatio: 0, memoryBytes: 600e6, recoveryMs: 900 }

test('a configuration that meets every goal exactly', () => {
  const atGoal = makeStage({ requestsPerSecond: 400, p95Ms: 420, cpuCores: 1.2 })
  const results = checkGoals(PAPER_GOALS, { ...enough, atGoal })
  expect(results.map(({ code, outcome }) => [code, outcome])).toEqual([
    ['rate', 'met'],
    ['p95', 'met'],
    ['errors', 'met'],
    ['cpu', 'met'],
    ['memory', 'met'],
    ['recovery', 'met']
  ])
  expect(contractOf(results)).toBe('met')
})

describe('one goal that is missed is enough', () => {
  test.each(
    /** @type {const} */ ([
      ['rate', { ...enough, atGoal: makeStage({ requestsPerSecond: 395 }) }, 395],
      ['p95', { ...enough, atGoal: makeStage({ p95Ms: 421 }) }, 421],
      ['errors', { ...enough, failedRatio: 0.001 }, 0.001],
      ['cpu', { ...enough, atGoal: makeStage({ cpuCores: 1.3 }) }, 0.65],
      ['memory', { ...enough, memoryBytes: 610e6 }, 0.61],
      ['recovery', { ...enough, recoveryMs: 1001 }, 1001]
    ])
  )('%s', (code, found, figure) => {
    const results = checkGoals(PAPER_GOALS, found)
    expect(results.filter(({ outcome }) => outcome === 'missed')).toMatchObject([{ code, found: figure }])
    expect(contractOf(results)).toBe('missed')
  })
})

test('half a percent fewer responses is the edge of the stage, not a missed goal', () => {
  const [rate] = checkGoals(PAPER_GOALS, { ...enough, atGoal: makeStage({ requestsPerSecond: 398 }) })
  expect(rate?.outcome).toBe('met')
})

test('CPU is that of both cores: one core that is used up is half of it', () => {
  const cpu = checkGoals(PAPER_GOALS, { ...enough, atGoal: makeStage({ cpuCores: 1 }) }).find(
    ({ code }) => code === 'cpu'
  )
  expect(cpu).toMatchObject({ found: 0.5, outcome: 'met' })
})

test('a stage without a response misses the latency, and has none', () => {
  const results = checkGoals(PAPER_GOALS, { ...enough, atGoal: makeStage({ p95Ms: null }) })
  expect(results.find(({ code }) => code === 'p95')).toMatchObject({ found: null, outcome: 'missed' })
})

test('what was not measured is neither met nor missed', () => {
  const results = checkGoals(PAPER_GOALS, { atGoal: null, failedRatio: null, memoryBytes: null, recoveryMs: null })
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['not measured']))
  expect(contractOf(results)).toBe('not measured')
})
