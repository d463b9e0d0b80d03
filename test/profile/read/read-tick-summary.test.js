import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { addTickSummaries, readTickSummary } from '../../../src/profile/read/read-tick-summary.js'

/**
 * Real texts of `node --prof-process [--range=1200,2400]`, up to the bottom-up profile. The figures below are copied
 * from them by hand.
 * @param {string} name
 */
function recording(name) {
  return readFileSync(new URL(`../../fixtures/prof/${name}.txt`, import.meta.url), 'utf8')
}

describe('the tick summary as it was recorded on', () => {
  test.each([
    ['node-20', { javascript: 272, cpp: 205, gc: 12, sharedLibraries: 23, unaccounted: 276, total: 776 }],
    ['node-22', { javascript: 234, cpp: 193, gc: 18, sharedLibraries: 64, unaccounted: 0, total: 491 }],
    ['node-24', { javascript: 222, cpp: 288, gc: 14, sharedLibraries: 0, unaccounted: 48, total: 558 }],
    ['node-26', { javascript: 118, cpp: 288, gc: 11, sharedLibraries: 27, unaccounted: 1, total: 434 }]
  ])('%s', (node, summary) => {
    expect(readTickSummary(recording(`${node}/range`))).toEqual(summary)
  })
})

test.each(['node-20', 'node-22', 'node-24', 'node-26'])(
  'on %s the rows without GC are all ticks, as GC is counted twice',
  node => {
    const summary = readTickSummary(recording(`${node}/all`))
    if (!summary) throw new Error('no summary')
    const { javascript, cpp, sharedLibraries, unaccounted, total } = summary
    expect(javascript + cpp + sharedLibraries + unaccounted).toBe(total)
  }
)

test('a window without ticks has an empty summary, not an error', () => {
  const text = 'Statistical profiling result from x.log, (0 ticks, 0 unaccounted, 0 excluded).\n'
  expect(readTickSummary(text)).toMatchObject({ total: 0 })
})

test('a text of another format has no summary', () => {
  expect(readTickSummary('')).toBeNull()
  expect(readTickSummary('node: bad option: --prof-process')).toBeNull()
})

test('summaries of several launches add up row by row', () => {
  const one = { javascript: 1, cpp: 2, gc: 3, sharedLibraries: 4, unaccounted: 5, total: 12 }
  expect(addTickSummaries([one, one])).toEqual({
    javascript: 2,
    cpp: 4,
    gc: 6,
    sharedLibraries: 8,
    unaccounted: 10,
    total: 24
  })
})
