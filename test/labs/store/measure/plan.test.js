import { expect, test } from '@jest/globals'
import { planLab } from '../../../../src/labs/skeleton/plan.js'
import { storeRequests } from '../../../../src/labs/store/measure/launch.js'
import {
  acceptedAtOnce,
  estimateStoreCellsMs,
  estimateStoreMs,
  plannedStoreCells
} from '../../../../src/labs/store/measure/plan.js'
import { store } from '../../../../src/labs/store/question.js'

/** @param {number} [seed] */
function cellsOf(seed = 1) {
  return plannedStoreCells(store, planLab(store, { part: 'table', length: 'usual', seed }))
}

test('every repeat has every cell once, those of a strategy together', () => {
  const cells = cellsOf()
  for (let repeat = 0; repeat < 4; repeat++) {
    const own = cells.filter(cell => cell.repeat === repeat)
    expect(new Set(own.map(({ variant, operation, share }) => `${variant} ${operation} ${share}`)).size).toBe(20)
    expect(own).toHaveLength(20)
    const launches = own.filter(({ variant }, index) => variant !== own[index - 1]?.variant)
    expect(launches).toHaveLength(5)
  }
})

test('the order is random, and the same for a seed', () => {
  expect(cellsOf(2)).toEqual(cellsOf(2))
  expect(cellsOf(2)).not.toEqual(cellsOf(3))
})

test('the usual length stays within five minutes', () => {
  expect(estimateStoreMs(store, cellsOf())).toBeLessThan(300_000)
  expect(estimateStoreCellsMs([])).toBe(0)
})

test('a search has a trial per candidate and round of each stage', () => {
  const trials = plannedStoreCells(store, planLab(store, { part: 'search', length: 'usual', seed: 1 }))
  expect(trials).toHaveLength(12 * 2 + 6 * 4 + 3 * 8 + 2 * 16)
  expect(trials.slice(0, 12).map(({ variant }) => variant)).toEqual(store.search.candidates.map(({ name }) => name))
  expect(trials.at(-1)).toMatchObject({ variant: 'one of the best 2', operation: 'PUT', repeat: 0 })
  expect(estimateStoreMs(store, trials)).toBeGreaterThan(104 * 2500)
})

test('no two candidates of a search do the same: a queue that never fills differs from no other one that never does', () => {
  const { candidates, level } = store.search
  const behaviours = candidates.map(({ pool }) => {
    if (!pool) throw new Error('a candidate is a pool')
    const isFull = pool.queue !== null && pool.queue < level.connections - pool.min
    return isFull ? `${pool.min} ${pool.max} ${pool.queue}` : `${pool.min}`
  })
  expect(new Set(behaviours).size).toBe(candidates.length)
})

test('a closed loop has no more connections than a strategy accepts at once', () => {
  expect(acceptedAtOnce(null, 64)).toBe(64)
  expect(acceptedAtOnce({ min: 2, max: 2, queue: null }, 64)).toBe(64)
  expect(acceptedAtOnce({ min: 2, max: 4, queue: 10 }, 64)).toBe(14)
  expect(acceptedAtOnce({ min: 1, max: 16, queue: 0 }, 64)).toBe(16)
})

test('requests have ids and values of the alphabet, the same for a seed', () => {
  const ask = { origin: 'http://127.0.0.1:1', operation: /** @type {const} */ ('PUT'), seed: 5 }
  const { mix } = storeRequests(store, ask)
  expect(storeRequests(store, ask)).toEqual(storeRequests(store, ask))
  expect(mix.order).toEqual(mix.requests.map((_, index) => index))
  for (const { url, method, body } of mix.requests.slice(0, 50)) {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:1\/v0\/entity\?id=[A-Za-z0-9]{3}$/)
    expect(method).toBe('PUT')
    expect(body).toMatch(/^[A-Za-z0-9]{300}$/)
  }
  expect(storeRequests(store, { ...ask, operation: 'GET' }).mix.requests[0]?.body).toBeUndefined()
})
