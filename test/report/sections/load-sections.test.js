import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { changeCell } from '../../../src/report/sections/comparison-tables.js'
import { loadSections } from '../../../src/report/sections/load-sections.js'
import { estimate } from '../../../src/stats/intervals.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeMeasured, makeRounds } from '../../helpers/make-run.js'

const analysis = analyse(makeMeasured({ slices: makeRounds({ rounds: 6, costRatio: 1.1 }) })).analysis
const wide = makeChange(-0.6, 2, 4)

test('two values without a change have too few samples, a value alone has no change', () => {
  const values = { off: 37.8, log: 20.9, gzip: null }
  const row = { baseline: 'off', values }
  expect(changeCell('log', { log: null, gzip: null }, row)).toBe('too few samples')
  expect(changeCell('gzip', { log: null, gzip: null }, row)).toBe('-')
  expect(changeCell('log', { log: makeChange(0.1, 0.2) }, row)).toBe('+15.0% (10.0 to 20.0)')
})

test('rounds are named where --rounds adds them: of the deciding load, and CPU only where slices share a core', () => {
  expect(changesOf({ isCostOnSharedCore: true })).toEqual({
    cpuPerRequest: expect.stringMatching(/^too few samples \(\d+ more rounds\)$/),
    requestsPerSecond: 'too few samples'
  })
  expect(changesOf({ isCostOnSharedCore: false }).requestsPerSecond).toMatch(/\d+ more rounds/)
  const [, other] = sectionsWith({ isCostOnSharedCore: false })
  expect(other?.table?.rows.flat().filter(text => text.startsWith('too few'))).not.toHaveLength(0)
  expect(other?.table?.rows.flat().join()).not.toMatch(/more round/)
})

test('a value without an interval has a ~, which one note below its table explains', () => {
  const [section] = sectionsWith({ isCostOnSharedCore: false })
  expect(section?.table?.rows[0]?.[1]).toBe('~37.8 µs')
  expect(section?.notes?.filter(note => note.startsWith('~'))).toHaveLength(1)
  const [precise] = loadSections(analysis)
  expect(precise?.notes?.filter(note => note.startsWith('~'))).toEqual([])
})

test('what a request costs on a shared core is no figure of its own: the costs are those of the sizes', () => {
  const [section] = sectionsWith({ isCostOnSharedCore: true })
  expect(section?.table?.rows[0]?.slice(0, 2)).toEqual(['CPU per request', '100.0 µs'])
})

/** The same load twice, with one launch per variant and wide changes. @param {{ isCostOnSharedCore: boolean }} part */
function sectionsWith(part) {
  const [load] = analysis.loads
  if (!load) throw new Error('the run has a load')
  const rows = load.rows
    .filter(({ metric }) => metric === 'cpuPerRequest' || metric === 'requestsPerSecond')
    .map(row => ({
      ...row,
      estimates: { 'log=off': estimate([37.8]), 'log=sync': estimate([20.9]) },
      changes: { 'log=sync': wide }
    }))
  return loadSections({
    ...analysis,
    loads: [
      { ...load, ...part, rows },
      { ...load, ...part, rows }
    ]
  })
}

/** @param {{ isCostOnSharedCore: boolean }} part */
function changesOf(part) {
  const [cpu, rate] = sectionsWith(part)[0]?.table?.rows.map(cells => cells.at(-1)) ?? []
  return { cpuPerRequest: cpu, requestsPerSecond: rate }
}
