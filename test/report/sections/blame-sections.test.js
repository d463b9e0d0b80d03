import { expect, test } from '@jest/globals'
import { blameSections, blameTable } from '../../../src/report/sections/blame-sections.js'
import { present } from '../../helpers/call-trees.js'
import { blameRowOf, costOf } from '../../helpers/costs.js'

/** @import { Blame } from '../../../src/blame/types.js' */
/** @import { Analysis } from '../../../src/types.js' */

const burn = blameRowOf({ caller: { name: 'handle', file: '/srv/app/server.js', line: 3 }, cost: costOf(30, 0.6) })
const zipped = blameRowOf({
  ...burn,
  group: 'other-threads',
  packageName: 'compression',
  threads: 'pool',
  poolUser: 'zlib',
  owner: { name: 'end', file: '/srv/app/node_modules/compression/index.js', line: 115 },
  cost: costOf(10, 0.2),
  evidence: 'measured-directly'
})

/** @type {Blame} */
const blame = {
  candidate: 'on',
  baseline: 'off',
  unit: 'micros',
  profiler: 'prof',
  secondProfiler: 'cdp',
  rounds: 4,
  fewestSamples: 2000,
  hasAppFrames: true,
  groups: [
    { group: 'app', packageName: null, threads: null, cost: costOf(30, null) },
    { group: 'other-threads', packageName: null, threads: 'rest', cost: costOf(1, null) },
    { group: 'gc', packageName: null, threads: null, cost: { ...costOf(0, null), baseline: 0.1, candidate: 0.1 } }
  ],
  rows: [burn, zipped],
  headline: [0, 1],
  countedCalls: [
    {
      row: 0,
      counted: [
        { counter: 'writeCalls', difference: 1 },
        { counter: 'writtenBytes', difference: 379 }
      ]
    }
  ],
  headlinePlaces: { sampled: [], all: [] },
  headlineSums: { sampled: null, all: null },
  otherRows: { sampled: null, all: null },
  displaced: { names: ['read', 'writev'], cost: costOf(-2, -0.04) },
  unattributed: costOf(13, 0.26),
  total: costOf(50, 1),
  unprofiledTotal: costOf(45, null),
  sampledPerCpu: 1.1,
  samplingBias: 0.09
}

test('the table has the parts with their evidence, then what is in no part, then the totals', () => {
  const { parts, sums, figureHeaders } = blameTable(blame, { folder: '/srv/app' })
  expect(parts.map(({ name, where, evidence }) => [name, where, evidence])).toEqual([
    ['burn (from handle)', 'server.js:14', 'confirmed by both profilers'],
    ['other threads: zlib, queued by compression end (from handle)', 'compression/index.js:115', 'measured directly']
  ])
  expect(sums.map(({ name }) => name)).toEqual([
    'displaced system-call time (read, writev)',
    'unattributed, profiled launches',
    'total, profiled launches',
    'total, unprofiled launches'
  ])
  expect(figureHeaders).toEqual(['off', 'on', 'difference (95% CI)', 'share of total'])
})

test('the table of the report has one cell per column, and at most two visible notes', () => {
  const [section, groups] = blameSections(analysisOf(blame))
  const { header, rows } = present(section?.table)
  for (const cells of rows) expect(cells).toHaveLength(header.length)
  expect(section?.notes).toHaveLength(2)
  expect(section?.lines).toEqual(['burn (from handle): +1.00 write calls and +379 B written per request.'])
  expect(groups?.table?.rows.map(([name]) => name)).toEqual([
    'the app',
    'other threads: profiler and other CPU',
    'garbage collector'
  ])
})

test('without a significant total there is no column of shares', () => {
  const unsure = { ...blame, total: costOf(50, null) }
  expect(blameTable(unsure, { folder: '/srv/app' }).figureHeaders).toEqual(['off', 'on', 'difference (95% CI)'])
})

test('a row that is larger than the total has no share of it', () => {
  const { parts } = blameTable(
    { ...blame, rows: [{ ...burn, cost: costOf(66, 1.32) }, zipped] },
    { folder: '/srv/app' }
  )
  expect(parts.map(({ figures }) => figures.at(-1))).toEqual(['', expect.stringMatching(/%$/)])
})

test('rows beyond the twelfth are one row with their net difference', () => {
  const many = { ...blame, rows: Array.from({ length: 15 }, () => burn) }
  const rows = blameSections(analysisOf(many))[0]?.table?.rows ?? []
  expect(rows[12]?.[0]).toBe('3 smaller rows')
  expect(rows[12]?.[4]).toMatch(/^\+90(\.0)? µs$/)
})

test('what no row explains is shown from a quarter of the difference on, or where it is not nothing for certain', () => {
  const uncertain = [-13, 12, 13].map(difference => ({ ...costOf(difference, null), low: -20, high: 20 }))
  const names = [...uncertain, costOf(2, null), costOf(5, null)].map(unattributed => {
    const { sums } = blameTable({ ...blame, unattributed }, { folder: '/srv/app' })
    return sums.some(({ name }) => name === 'unattributed, profiled launches')
  })
  expect(names).toEqual([true, false, true, false, true])
})

test('a run with one round or few samples says so', () => {
  const [section] = blameSections(analysisOf({ ...blame, rounds: 1, rows: [], countedCalls: [], fewestSamples: 40 }))
  expect(section?.lines).toEqual([expect.stringMatching(/^Only one round/), expect.stringMatching(/only 40 samples/)])
})

test('of latency a launch has requests that were followed, not samples', () => {
  const lines = [99, 100].map(fewestSamples => {
    const own = { ...blame, unit: /** @type {const} */ ('latency'), fewestSamples, countedCalls: [] }
    return blameSections(analysisOf(own))[0]?.lines
  })
  expect(lines).toEqual([['One launch followed only 99 requests: rare waits can be missing.'], []])
})

/**
 * @param {Blame} only
 * @returns {Analysis}
 */
function analysisOf(only) {
  const loads = [{ isCostOnSharedCore: true }]
  return /** @type {any} */ ({ blames: [only], folder: '/srv/app', loads })
}
