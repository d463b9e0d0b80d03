import { expect, test } from '@jest/globals'
import { mergeHistograms, microsHistogram } from '../../src/stats/micros-histogram.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

const PERCENTILES = [0, 10, 50, 90, 99, 99.9, 100]

test('a sum of histograms is the histogram of all times, whichever has the longest', () => {
  const random = seededRandom(5)
  const all = microsHistogram()
  const parts = [80, 0.1, 3000, 0, 12].map(function partUpTo(longestMs, part) {
    const own = microsHistogram()
    for (let request = 0; request < 50 * part; request++) {
      const timeMs = longestMs * random()
      own.record(timeMs)
      all.record(timeMs)
    }
    return own.encode()
  })
  const merged = mergeHistograms(parts)
  expect(merged.totalCount).toBe(500)
  expect(PERCENTILES.map(percentile => merged.getValueAtPercentile(percentile))).toEqual(PERCENTILES.map(all.at))
})

test('a sum of no histograms is empty', () => {
  expect(mergeHistograms([]).totalCount).toBe(0)
})
