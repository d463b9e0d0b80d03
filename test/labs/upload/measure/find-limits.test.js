import { describe, expect, test } from '@jest/globals'
import { uploadLimits } from '../../../../src/labs/upload/figures.js'
import { bisect } from '../../../../src/labs/upload/measure/cells.js'
import { upload } from '../../../../src/labs/upload/question.js'

/** @import { LimitProbe, UploadOutcome } from '../../../../src/labs/upload/types.js' */

/** Of the lab: 1 to 128 MiB. */
const ends = { least: 1, most: 128 }
/** Both ends, and the steps that halve the logarithm of 128 until two values are within 15% or 1 of each other. */
const MOST_STEPS = 2 + Math.ceil(Math.log2(Math.log(128) / Math.log(1.15))) + 2

/**
 * Searches, and keeps what was tried.
 * @param {(value: number, tried: number[]) => UploadOutcome | boolean} outcomeAt true: stored, false: over the limit
 * @param {{ least: number, most: number }} [between]
 */
async function search(outcomeAt, between = ends) {
  /** @type {LimitProbe[]} */
  const probes = []
  const tried = () => probes.map(({ sizeMiB }) => sizeMiB)
  await bisect({
    ...between,
    nearRatio: 1.15,
    outcomeOf: async value => {
      const asked = outcomeAt(value, [...tried(), value])
      const outcome = typeof asked === 'string' ? asked : asked ? 'stored' : 'over limit'
      probes.push({ variant: 'one', limit: 'size', sizeMiB: value, running: 25, outcome, peakBytes: 1 })
      return outcome
    }
  })
  const size = { leastMiB: between.least, mostMiB: between.most, running: 25 }
  const [limit] = uploadLimits(['one'], probes, { ...upload.limits, size })
  const { stored = null, over = null, ending } = limit?.size ?? {}
  return { found: { stored, over }, ending, tried: tried() }
}

test('where all is stored, the largest value is the only step', async () => {
  expect(await search(() => true)).toEqual({ found: { stored: 128, over: null }, ending: 'finished', tried: [128] })
})

test('where nothing is stored, both ends are the only steps', async () => {
  expect(await search(() => false)).toEqual({ found: { stored: null, over: 1 }, ending: 'finished', tried: [128, 1] })
})

test.each(Array.from({ length: 127 }, (_, index) => index + 1))(
  'the threshold %i is between both values',
  async threshold => {
    const { found, tried } = await search(value => value <= threshold)
    const [stored, over] = [Number(found.stored), Number(found.over)]
    expect(stored).toBeLessThanOrEqual(threshold)
    expect(over).toBeGreaterThan(threshold)
    expect(over === stored + 1 || over / stored <= 1.15).toBe(true)
    expect(tried.length).toBeLessThanOrEqual(MOST_STEPS)
    expect(new Set(tried).size).toBe(tried.length)
    expect(tried.every(value => Number.isInteger(value) && value >= 1 && value <= 128)).toBe(true)
  }
)

test('a small threshold is found exactly', async () => {
  for (const threshold of [1, 2, 3, 4, 5, 6]) {
    const { found } = await search(value => value <= threshold)
    expect(found).toEqual({ stored: threshold, over: threshold + 1 })
  }
})

test('two values that follow each other need no third', async () => {
  const between = { least: 7, most: 8 }
  expect(await search(value => value < 8, between)).toEqual({
    found: { stored: 7, over: 8 },
    ending: 'finished',
    tried: [8, 7]
  })
})

describe('near the threshold chance decides', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'pattern %i: it ends, and its result is not beyond what is certain',
    async pattern => {
      // From 20 to 30, the outcome is by the bits of the pattern.
      const isLucky = (/** @type {number} */ step) => ((pattern >> (step % 3)) & 1) === 1
      const { found, tried } = await search((value, { length }) => value < 20 || (value <= 30 && isLucky(length)))
      expect(found.stored).toBeLessThanOrEqual(30)
      expect(Number(found.over)).toBeGreaterThanOrEqual(20)
      expect(Number(found.over)).toBeGreaterThan(Number(found.stored))
      expect(Number(found.stored)).toBeGreaterThanOrEqual(17)
      expect(tried.length).toBeLessThanOrEqual(MOST_STEPS)
    }
  )
})

test('a step that throws ends the search with its error', async () => {
  const problem = new Error('no store')
  const broken = { ...ends, nearRatio: 1.15, outcomeOf: () => Promise.reject(problem) }
  await expect(bisect(broken)).rejects.toBe(problem)
})

test('a step that fails for another reason than memory ends the search, and is no limit', async () => {
  const { found, ending, tried } = await search(value => (value > 50 ? 'over limit' : value > 5 ? 'failed' : 'stored'))
  expect(tried).toEqual([128, 1, 11])
  expect({ found, ending }).toEqual({ found: { stored: 1, over: 128 }, ending: 'failed' })
})
