import { describe, expect, test } from '@jest/globals'
import { analyseStore } from '../../../../src/labs/store/analysis/analyse-store.js'
import { isAnswered, latencyOfSent } from '../../../../src/labs/store/analysis/cells.js'
import { microsHistogram } from '../../../../src/stats/micros-histogram.js'
import { makeStoreLab, makeStoreSearch } from '../../../helpers/make-store-lab.js'

const { lab, verdicts, rounds, status } = analyseStore(makeStoreLab())

test('every cell has its latency, refusals and waits over all repeats', () => {
  expect(lab.cells).toHaveLength(5 * 2 * 2)
  const cell = lab.cells.find(each => each.variant === 'queue 10' && each.operation === 'PUT' && each.share === 0.9)
  expect(cell).toMatchObject({
    ratePerSecond: 3600,
    repeats: 5,
    saturated: 0,
    unanswered: 0,
    sent: 10_000,
    accepted: 9995,
    refused: 5,
    mostWaiting: 5,
    threads: 2,
    waitMicros: { mean: { value: 20 }, p99: { value: 90 } }
  })
  expect(cell?.p99Micros?.value).toBeCloseTo(2000, -2)
  // Refused requests have no latency.
  expect(cell?.curve?.requests).toBe(9995)
  expect({ rounds, status }).toEqual({ rounds: 5, status: 'complete' })
})

test('the verdicts are on the p99 latency, compared with inline', () => {
  expect(
    verdicts.map(({ candidate, baseline, metric, verdict }) => ({ candidate, baseline, metric, verdict }))
  ).toEqual(
    ['hand-over', 'queue 10', 'queue 128', 'unbounded'].map(candidate => ({
      candidate,
      baseline: 'inline',
      metric: 'latencyP99',
      verdict: 'slower'
    }))
  )
  expect(verdicts[3]?.change?.relative).toBeCloseTo(3, 1)
})

test('a pool pays from the cost on at which the two lines cross', () => {
  const { taskCost } = lab
  expect(taskCost).toMatchObject({ outcome: 'from', inline: 'inline', pool: 'unbounded' })
  expect(taskCost?.microsPerRound).toBeCloseTo(0.5, 6)
  expect(taskCost?.crossingMicros?.value).toBeCloseTo(120, 0)
  expect(taskCost?.crossingMicros?.low).toBeLessThan(120)
  expect(taskCost?.crossingMicros?.high).toBeGreaterThan(120)
  expect(taskCost?.rows.map(({ taskMicros }) => Math.round(taskMicros))).toEqual([0, 250, 500, 1000])
})

describe('conclusions of the paper', () => {
  test('each is decided by the figures', () => {
    expect(lab.conclusions.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['hand-over-faster', 'does not hold'],
      ['unbounded-as-inline', 'does not hold'],
      ['small-queue-refuses', 'holds'],
      ['large-queue-best', 'cannot tell'],
      ['get-no-difference', 'holds']
    ])
  })

  test('the other way round they are decided the other way', () => {
    const times = { inline: 2, 'hand-over': 0.2, 'queue 128': 0.1, unbounded: 2.02 }
    const saved = makeStoreLab()
    const fast = makeStoreLab({
      change: record => {
        const factor = times[/** @type {keyof typeof times} */ (record.variant)] ?? 1
        const source = saved.cells.find(each => each.variant === nearest(factor) && each.repeat === record.repeat)
        return { latencyMicros: source?.latencyMicros ?? '', refused: 0, accepted: 2000 }
      }
    })
    const outcomes = Object.fromEntries(analyseStore(fast).lab.conclusions.map(({ id, outcome }) => [id, outcome]))
    expect(outcomes).toMatchObject({
      'hand-over-faster': 'holds',
      'unbounded-as-inline': 'holds',
      'small-queue-refuses': 'holds'
    })

    /** Strategies of the usual run that take 4 ms and 1 ms. @param {number} factor */
    function nearest(factor) {
      return factor >= 2 ? 'unbounded' : 'inline'
    }
  })
})

test('no refusal contradicts the share of the paper only where some were to be expected', () => {
  const outcomeOf = (/** @type {number} */ sent, /** @type {number} */ refused) =>
    analyseStore(makeStoreLab({ change: () => ({ sent, refused, accepted: sent - refused }) })).lab.conclusions[2]
      ?.outcome
  // 20 cells: with three expected refusals of a share of 1%, none of 300 is a small number; of 200 it may be chance.
  expect(outcomeOf(20, 0)).toBe('cannot tell')
  expect(outcomeOf(2000, 0)).toBe('holds')
  expect(outcomeOf(50_000, 0)).toBe('does not hold')
  expect(outcomeOf(2000, 1)).toBe('holds')
  expect(outcomeOf(2000, 40)).toBe('does not hold')
})

test('capacities are means over the repeats, and compared in the same ones', () => {
  expect(lab.capacities.find(({ variant }) => variant === 'queue 128')).toMatchObject({
    operation: 'PUT',
    connections: 64
  })
  expect(lab.capacityRatios.map(({ operation, best }) => [operation, best])).toEqual([
    ['PUT', 'queue 128'],
    ['GET', 'queue 128']
  ])
  expect(lab.capacityRatios[0]?.ratio.value).toBeCloseTo(2, 9)
})

test('a strategy that is saturated, or refuses more than 1%, is not compared', () => {
  const saturated = analyseStore(makeStoreLab({ change: ({ variant }) => ({ isSaturated: variant === 'unbounded' }) }))
  expect(saturated.verdicts.map(({ candidate }) => candidate)).toEqual(['hand-over', 'queue 10', 'queue 128'])
  const refusing = analyseStore(
    makeStoreLab({ change: ({ variant }) => (variant === 'hand-over' ? { accepted: 1900, refused: 100 } : {}) })
  )
  expect(refusing.verdicts.map(({ candidate }) => candidate)).toEqual(['queue 10', 'queue 128', 'unbounded'])
  const half = analyseStore(
    makeStoreLab({ change: ({ variant, share }) => ({ isSaturated: variant === 'unbounded' && share === 0.9 }) })
  )
  expect(half.verdicts).toHaveLength(4)
  expect(half.verdicts.every(({ change }) => change !== null)).toBe(true)
  expect(refusing.lab.cells.filter(({ unanswered }) => unanswered > 0)).toHaveLength(4)
})

test('refused requests count as the slowest of those that were sent', () => {
  const [record] = makeStoreLab().cells
  if (!record) throw new Error('no cell')
  const refusing = (/** @type {number} */ refused) => ({ ...record, sent: 2000, accepted: 2000 - refused, refused })
  expect(latencyOfSent(refusing(10), 0.99)).toBe(latencyOfSent(record, 0.99))
  expect(isAnswered(refusing(20), 0.99)).toBe(true)
  expect(isAnswered(refusing(21), 0.99)).toBe(false)
  expect(latencyOfSent(refusing(21), 0.99)).toBe(60e6)
})

test('a failed request counts as the slowest too, however fast its response came', () => {
  const [record] = makeStoreLab().cells
  if (!record) throw new Error('no cell')
  const histogram = microsHistogram()
  for (const [requests, ms] of /** @type {const} */ ([
    [100, 0.1],
    [1800, 2],
    [100, 4]
  ]))
    for (let request = 0; request < requests; request++) histogram.record(ms)
  const failing = { ...record, sent: 2000, accepted: 1900, failed: 100, latencyMicros: histogram.encode() }
  expect(latencyOfSent(failing, 0.9) / 2000).toBeCloseTo(1, 2)
  expect(latencyOfSent(failing, 0.95) / 4000).toBeCloseTo(1, 2)
  expect(isAnswered(failing, 0.96)).toBe(false)
})

test('a large queue is the best when hand-over and the small queue are slower: the unbounded one does the same as it', () => {
  const fast = makeStoreLab().cells.find(({ variant }) => variant === 'inline')
  const lab = makeStoreLab({
    change: ({ variant }) =>
      variant === 'queue 128' || variant === 'unbounded' ? { latencyMicros: fast?.latencyMicros } : {}
  })
  const found = analyseStore(lab).lab.conclusions.find(({ id }) => id === 'large-queue-best')
  expect(found).toMatchObject({ outcome: 'holds', values: { better: 2, worse: 0, pairs: 2, confidence: 0.975 } })
})

test('a large queue that serves less in a closed loop is not the best, whatever its latency', () => {
  const saved = makeStoreLab()
  const capacities = saved.capacities.map((loop, index) => {
    const swing = 1 + 0.01 * (index % 3)
    return { ...loop, completed: loop.completed * swing * (loop.variant === 'queue 128' ? 0.6 : 1) }
  })
  const found = analyseStore({ ...saved, capacities }).lab.conclusions.find(({ id }) => id === 'large-queue-best')
  expect(found).toMatchObject({
    outcome: 'does not hold',
    values: {
      less: [
        { other: 'queue 10', operation: 'PUT', ratio: { value: expect.closeTo(0.75, 1) } },
        { other: 'queue 10', operation: 'GET', ratio: { value: expect.closeTo(0.75, 1) } }
      ]
    }
  })
})

test('strategies that no rate compares are compared by what they serve', () => {
  const saturated = makeStoreLab({ change: ({ operation }) => ({ isSaturated: operation === 'GET' }) })
  const found = analyseStore(saturated).lab.conclusions.find(({ id }) => id === 'get-no-difference')
  // 8,000/s and 10,000/s: the time per request of one is 1.25 times that of the other.
  expect(found).toMatchObject({ values: { ratio: null, served: { value: expect.closeTo(0.8, 9) } } })
})

test('a repeat in which a strategy was saturated leaves its other repeats', () => {
  const saved = makeStoreLab({
    change: ({ variant, repeat }) => ({ isSaturated: variant === 'unbounded' && repeat === 0 })
  })
  const { lab, verdicts } = analyseStore(saved)
  expect(verdicts.find(({ candidate }) => candidate === 'unbounded')?.change?.relative).toBeCloseTo(3, 1)
  expect(lab.cells.filter(({ saturated }) => saturated === 1)).toHaveLength(4)
})

test('a pool that is the faster one for small tasks only is neither always nor never the better one', () => {
  const saved = makeStoreLab()
  const swapped = { inline: 'unbounded', unbounded: 'inline' }
  const costs = saved.costs.map(cost => ({ ...cost, variant: Reflect.get(swapped, cost.variant) }))
  expect(analyseStore({ ...saved, costs }).lab.taskCost).toMatchObject({ outcome: 'cannot tell' })
})

test('a search names its winner, and where the pool of the paper ended', () => {
  const { lab, verdicts } = analyseStore(makeStoreSearch())
  const { search, claims } = lab
  expect(verdicts).toEqual([])
  expect(search?.stages.map(({ candidates, rounds }) => [candidates.length, rounds])).toEqual([
    [12, 2],
    [6, 4],
    [3, 8],
    [2, 16]
  ])
  expect(search?.winner?.name).toBe('1 / 2 / 128')
  expect(search?.winner?.others[0]?.low).toBeGreaterThan(0)
  expect(search?.paper).toEqual({ name: '8 / 16 / 128', lastStage: 0 })
  // Those that refuse 5% are the last ones.
  expect(search?.stages[0]?.candidates.slice(-4).every(({ name }) => name.endsWith(' 10'))).toBe(true)
  expect(
    claims.filter(({ id }) => id.startsWith('best')).map(({ claimed, measured }) => [claimed, measured?.value])
  ).toEqual([
    [8, 1],
    [16, 2],
    [128, 128]
  ])
})

test('a search that was interrupted has no winner', () => {
  const { trials, ...saved } = makeStoreSearch()
  expect(analyseStore({ ...saved, trials: trials.slice(0, -1) }).lab.search?.winner).toBeNull()
})

test('a run without a record has no figures', () => {
  const { manifest } = makeStoreLab({ manifest: { status: 'interrupted' } })
  const { lab, verdicts } = analyseStore({ manifest, cells: [], capacities: [], costs: [], trials: [] })
  expect(verdicts.map(({ change }) => change)).toEqual([null, null, null, null])
  expect(lab).toMatchObject({ cells: [], conclusions: [], taskCost: null, search: null })
  expect(lab.claims.find(({ id }) => id === 'keys')).toMatchObject({ claimed: 240_000, right: 238_328 })
  expect(lab.claims.find(({ id }) => id === 'data')?.right).toBeCloseTo(72.2, 1)
})
