import { expect, test } from '@jest/globals'
import { uploadLimits } from '../../../../src/labs/upload/figures.js'
import { upload } from '../../../../src/labs/upload/question.js'

/** @import { LimitProbe } from '../../../../src/labs/upload/types.js' */

const none = { stored: null, over: null, peakBytes: null, ending: 'interrupted' }
const { limits } = upload

/** @type {(sizeMiB: number, outcome: LimitProbe['outcome'], given?: Partial<LimitProbe>) => LimitProbe} */
function probe(sizeMiB, outcome, given = {}) {
  return { variant: 'stream', limit: 'size', sizeMiB, running: 25, outcome, peakBytes: sizeMiB * 1000, ...given }
}

test('the largest value that was stored, with its peak, and the least that passed the limit', () => {
  const probes = [
    probe(128, 'over limit'),
    probe(1, 'stored'),
    probe(11, 'stored'),
    probe(22, 'over limit'),
    probe(20, 'stored')
  ]
  expect(uploadLimits(['stream'], probes, limits)).toEqual([
    { variant: 'stream', size: { stored: 20, over: 22, peakBytes: 20_000, ending: 'finished' }, running: none }
  ])
})

test('the two searches of a strategy are apart, and so are strategies; one that was not searched is left out', () => {
  const running = { limit: /** @type {const} */ ('running'), sizeMiB: 10 }
  const probes = [
    probe(128, 'stored'),
    probe(10, 'stored', { ...running, running: 40 }),
    probe(10, 'over limit', { ...running, running: 41 }),
    probe(128, 'over limit', { variant: 'in memory' }),
    probe(1, 'over limit', { variant: 'in memory' })
  ]
  expect(uploadLimits(['in memory', 'buffer 4 KiB', 'stream'], probes, limits)).toEqual([
    { variant: 'in memory', size: { stored: null, over: 1, peakBytes: null, ending: 'finished' }, running: none },
    {
      variant: 'stream',
      size: { stored: 128, over: null, peakBytes: 128_000, ending: 'finished' },
      running: { stored: 40, over: 41, peakBytes: 10_000, ending: 'finished' }
    }
  ])
})

test('what was stored above a value that passed the limit does not count', () => {
  const probes = [probe(30, 'stored'), probe(20, 'over limit'), probe(10, 'stored'), probe(12, 'stored')]
  expect(uploadLimits(['stream'], probes, limits)[0]?.size).toMatchObject({ stored: 12, over: 20, peakBytes: 12_000 })
})

test('a value that was stored and passed the limit has passed it', () => {
  const probes = [probe(20, 'stored'), probe(20, 'over limit')]
  expect(uploadLimits(['stream'], probes, limits)[0]?.size).toMatchObject({ stored: null, over: 20, peakBytes: null })
})

test('a search that was interrupted has the two ends until then, and is not finished', () => {
  const probes = [probe(128, 'over limit'), probe(1, 'stored')]
  const found = { stored: 1, over: 128, peakBytes: 1000, ending: 'interrupted' }
  expect(uploadLimits(['stream'], probes, limits)[0]?.size).toEqual(found)
  expect(uploadLimits(['stream'], probes.slice(0, 1), limits)[0]?.size).toMatchObject({ ending: 'interrupted' })
})

test('a step that failed for another reason is no limit, and ends the search', () => {
  const probes = [probe(128, 'over limit'), probe(1, 'stored'), probe(11, 'failed')]
  const found = { stored: 1, over: 128, peakBytes: 1000, ending: 'failed' }
  expect(uploadLimits(['stream'], probes, limits)[0]?.size).toEqual(found)
  const first = [probe(128, 'failed')]
  expect(uploadLimits(['stream'], first, limits)[0]?.size).toEqual({ ...none, ending: 'failed' })
})

test.each(
  /** @type {const} */ ([
    [20, 23, 'finished'],
    [20, 24, 'interrupted'],
    [2, 3, 'finished']
  ])
)('a search is finished near the limit: %d is stored and %d is not', (stored, over, ending) => {
  const probes = [probe(128, 'over limit'), probe(stored, 'stored'), probe(over, 'over limit')]
  expect(uploadLimits(['stream'], probes, limits)[0]?.size).toMatchObject({ stored, over, ending })
})

test('without a step there is no limit', () => {
  expect(uploadLimits(['stream', 'in memory'], [], limits)).toEqual([])
})
