import { describe, expect, test } from '@jest/globals'
import { bisect } from '../../src/measure/find-limits.js'

/** Of the lab: 1 to 128 MiB. */
const ends = { least: 1, most: 128 }
/** Both ends, and the steps that halve the logarithm of 128 until two values are within 15% or 1 of each other. */
const MOST_STEPS = 2 + Math.ceil(Math.log2(Math.log(128) / Math.log(1.15))) + 2

/**
 * Searches, and keeps what was tried.
 * @param {(value: number, tried: number[]) => boolean} survives
 * @param {{ least: number, most: number }} [between]
 */
async function search(survives, between = ends) {
  /** @type {number[]} */
  const tried = []
  const found = await bisect({
    ...between,
    survives: async value => {
      tried.push(value)
      return survives(value, tried)
    }
  })
  return { found, tried }
}

test('where all is survived, the largest value is the only step', async () => {
  expect(await search(() => true)).toEqual({ found: { survived: 128, failed: null }, tried: [128] })
})

test('where nothing is survived, both ends are the only steps', async () => {
  expect(await search(() => false)).toEqual({ found: { survived: null, failed: 1 }, tried: [128, 1] })
})

test.each(Array.from({ length: 127 }, (_, index) => index + 1))(
  'the threshold %i is between both values',
  async threshold => {
    const { found, tried } = await search(value => value <= threshold)
    const [survived, failed] = [Number(found.survived), Number(found.failed)]
    expect(survived).toBeLessThanOrEqual(threshold)
    expect(failed).toBeGreaterThan(threshold)
    expect(failed === survived + 1 || failed / survived <= 1.15).toBe(true)
    expect(tried.length).toBeLessThanOrEqual(MOST_STEPS)
    expect(new Set(tried).size).toBe(tried.length)
    expect(tried.every(value => Number.isInteger(value) && value >= 1 && value <= 128)).toBe(true)
  }
)

test('a small threshold is found exactly', async () => {
  for (const threshold of [1, 2, 3, 4, 5, 6]) {
    const { found } = await search(value => value <= threshold)
    expect(found).toEqual({ survived: threshold, failed: threshold + 1 })
  }
})

test('two values that follow each other need no third', async () => {
  const between = { least: 7, most: 8 }
  expect(await search(value => value < 8, between)).toEqual({ found: { survived: 7, failed: 8 }, tried: [8, 7] })
})

describe('near the threshold chance decides', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'pattern %i: it ends, and its result is not beyond what is certain',
    async pattern => {
      // From 20 to 30, the outcome is by the bits of the pattern.
      const isLucky = (/** @type {number} */ step) => ((pattern >> (step % 3)) & 1) === 1
      const { found, tried } = await search((value, { length }) => value < 20 || (value <= 30 && isLucky(length)))
      expect(found.survived).toBeLessThanOrEqual(30)
      expect(Number(found.failed)).toBeGreaterThanOrEqual(20)
      expect(Number(found.failed)).toBeGreaterThan(Number(found.survived))
      expect(Number(found.survived)).toBeGreaterThanOrEqual(17)
      expect(tried.length).toBeLessThanOrEqual(MOST_STEPS)
    }
  )
})

test('a step that throws ends the search with its error', async () => {
  const problem = new Error('no store')
  const broken = { ...ends, survives: () => Promise.reject(problem) }
  await expect(bisect(broken)).rejects.toBe(problem)
})
