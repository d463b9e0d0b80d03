import { expect, test } from '@jest/globals'
import { uploadLimits } from '../../../src/verdict/upload/upload-limits.js'

/** @import { LimitProbe } from '../../../src/runs/types.js' */

const none = { survived: null, failed: null, peakBytes: null }

/** @type {(sizeMiB: number, outcome: LimitProbe['outcome'], given?: Partial<LimitProbe>) => LimitProbe} */
function probe(sizeMiB, outcome, given = {}) {
  return { variant: 'stream', limit: 'size', sizeMiB, running: 25, outcome, peakBytes: sizeMiB * 1000, ...given }
}

test('the largest value that was survived, with its peak, and the least that was not', () => {
  const probes = [
    probe(128, 'over limit'),
    probe(1, 'stored'),
    probe(11, 'stored'),
    probe(38, 'failed'),
    probe(20, 'stored')
  ]
  expect(uploadLimits(['stream'], probes)).toEqual([
    { variant: 'stream', size: { survived: 20, failed: 38, peakBytes: 20_000 }, running: none }
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
  expect(uploadLimits(['in memory', 'buffer 4 KiB', 'stream'], probes)).toEqual([
    { variant: 'in memory', size: { survived: null, failed: 1, peakBytes: null }, running: none },
    {
      variant: 'stream',
      size: { survived: 128, failed: null, peakBytes: 128_000 },
      running: { survived: 40, failed: 41, peakBytes: 10_000 }
    }
  ])
})

test('what was survived above a failure does not count', () => {
  const probes = [probe(30, 'stored'), probe(20, 'over limit'), probe(10, 'stored'), probe(12, 'stored')]
  expect(uploadLimits(['stream'], probes)[0]?.size).toEqual({ survived: 12, failed: 20, peakBytes: 12_000 })
})

test('the same value survived and failed is a failure', () => {
  const probes = [probe(20, 'stored'), probe(20, 'over limit')]
  expect(uploadLimits(['stream'], probes)[0]?.size).toEqual({ survived: null, failed: 20, peakBytes: null })
})

test('without a step there is no limit', () => {
  expect(uploadLimits(['stream', 'in memory'], [])).toEqual([])
})
