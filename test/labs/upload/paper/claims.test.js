import { expect, test } from '@jest/globals'
import { claimRows } from '../../../../src/labs/skeleton/paper.js'
import { claims } from '../../../../src/labs/upload/paper/claims.js'
import { cellOf, exact, MIB, peakOf, recordOf } from '../../../verdict/upload/records.js'

/** @import { Measured } from '../../../../src/labs/upload/paper/claims.js' */

const lost = { fileMs: null, totalMs: null }

/** Returns the rows of the analysis, each with what its claim is about. @param {Measured} measured */
function rowsOn(measured) {
  return claimRows(claims, measured).map((row, index) => {
    const { strategy = null, sizeMB = null } = claims[index] ?? {}
    return { ...row, strategy, sizeMB, what: row.id.split(':')[0] }
  })
}

/** @type {(rows: ReturnType<typeof rowsOn>, what: string, strategy: string | null, sizeMB: number | null) => ReturnType<typeof rowsOn>} */
function rowsOf(rows, what, strategy, sizeMB) {
  return rows.filter(row => row.what === what && row.strategy === strategy && row.sizeMB === sizeMB)
}

test('"AVG 5MB" is the mean of the two columns, rounded, for every strategy', () => {
  const rows = rowsOn({ cells: [], admissions: [] }).filter(({ what }) => what === 'five')
  expect(rows.map(({ strategy, claimed, right }) => [strategy, claimed, right])).toEqual([
    ['in memory', 4.99, expect.closeTo(4.99, 9)],
    ['stream', 5.06, expect.closeTo(5.065, 9)],
    ['buffer 4 KiB', 5.09, expect.closeTo(5.085, 9)],
    ['buffer 4 MiB', 5.18, expect.closeTo(5.185, 9)],
    ['buffer 8 MiB', 5.22, expect.closeTo(5.22, 9)],
    ['temporary file', 5.28, expect.closeTo(5.275, 9)]
  ])
  expect(rows.every(({ measured, sizeMB }) => measured === null && sizeMB === null)).toBe(true)
})

test('the mean of the text is beside that of the table, which is another figure', () => {
  const inText = claims.filter(({ quote }) => quote.includes('in its text'))
  expect(
    inText.map(({ strategy, sizeMB, claimed, quote }) => [strategy, sizeMB, claimed[0], quote.replace(/.*text /, '')])
  ).toEqual([
    ['temporary file', 1, 2.03, '(in its table 1.46 s)'],
    ['temporary file', 10, 15.391, '(in its table 9.09 s)'],
    ['buffer 4 KiB', 1, 1.556, '(in its table 1.14 s)'],
    ['buffer 4 KiB', 10, 15.721, '(in its table 9.03 s)'],
    ['buffer 4 MiB', 1, 2.022, '(in its table 1.29 s)'],
    ['stream', 1, 1.686, '(in its table 1.24 s)'],
    ['stream', 10, 15.66, '(in its table 8.89 s)']
  ])
  expect(inText.every(({ right }) => right === null)).toBe(true)
})

test('measured figures are in the units of the paper: seconds, and megabytes of 1,000,000 bytes', () => {
  const fileMs = { mean: { value: 1500, low: 1000, high: 2000 }, most: 3000, least: 500 }
  const cells = [cellOf({ fileMs, totalMs: exact(7000), peak: peakOf(300e6) })]
  const rows = rowsOn({ cells, admissions: [] })
  const measured = { value: 1.5, low: 1, high: 2 }
  expect(rowsOf(rows, 'mean-time', 'stream', 1)).toMatchObject([{ claimed: 1.24, right: null, measured }])
  expect(rowsOf(rows, 'mean-in-text', 'stream', 1)).toMatchObject([{ claimed: 1.686, measured }])
  expect(rowsOf(rows, 'longest', 'stream', 1)).toMatchObject([{ claimed: 3.45, measured: exact(3) }])
  expect(rowsOf(rows, 'shortest', 'stream', 1)).toMatchObject([{ claimed: 0.27, measured: exact(0.5) }])
  expect(rowsOf(rows, 'total-time', 'stream', 1)).toMatchObject([{ claimed: 9.0066449, measured: exact(7) }])
  expect(rowsOf(rows, 'peak', 'stream', 1)).toMatchObject([{ claimed: 293.794, unit: 'MB', measured: exact(300) }])
  expect(rowsOf(rows, 'mean-time', 'stream', 10)[0]).toMatchObject({ claimed: 8.89, measured: null })
  expect(rows.every(({ code }) => code === undefined)).toBe(true)
})

test('the total of another number of files is no measurement of the total of 125', () => {
  const rows = rowsOn({ cells: [cellOf({ sizeBytes: 10 * MIB, files: 25 })], admissions: [] })
  expect(rowsOf(rows, 'total-time', 'stream', 10)).toMatchObject([{ claimed: 80.908463, measured: null }])
  expect(rowsOf(rows, 'mean-time', 'stream', 10)[0]?.measured).toEqual(exact(0.1))
})

test.each(
  /** @type {const} */ ([
    ['stored', 'stored', 'stored'],
    ['stored', 'failed', 'failed'],
    ['failed', 'stored', 'failed'],
    ['over limit', 'stored', 'over limit'],
    ['failed', 'over limit', 'over limit']
  ])
)('small files %s and large files %s: each size has its own outcome, the strategy %s', (small, large, worst) => {
  const cells = [small, large].map((outcome, at) =>
    cellOf({
      variant: 'in memory',
      sizeBytes: (at === 0 ? 1 : 10) * MIB,
      outcome,
      ...(outcome === 'stored' ? {} : lost)
    })
  )
  const rows = rowsOn({ cells, admissions: [] })
  const times = [1, 10].flatMap(sizeMB => rowsOf(rows, 'mean-time', 'in memory', sizeMB))
  expect(times.map(({ code = 'stored' }) => code)).toEqual([small, large])
  expect(times.map(({ measured }) => measured !== null)).toEqual([small === 'stored', large === 'stored'])
  const [over, ...others] = rowsOf(rows, 'over-limit', 'in memory', null)
  expect(over).toMatchObject({ unit: 'outcome', claimed: null, code: worst })
  expect(others).toEqual([])
})

test('only strategies of which the paper says that they pass the limit have that claim', () => {
  const rows = rowsOn({ cells: [], admissions: [] }).filter(({ what }) => what === 'over-limit')
  expect(rows.map(({ strategy, sizeMB, code = null }) => [strategy, sizeMB, code])).toEqual([
    ['in memory', null, null],
    ['buffer 8 MiB', null, null],
    ['buffer 4 MiB', 10, null]
  ])
})

test('of 200 at once: what the paper claims, what its limits give, and what was measured', () => {
  const times = { durationMs: 1, waitMs: null, uploadMs: null }
  const files = Array.from({ length: 200 }, (_, index) => ({
    ...times,
    statusCode: index < 120 ? 201 : index < 199 ? 503 : null
  }))
  const rows = rowsOn({ cells: [], admissions: [recordOf({ files })] }).slice(-2)
  const about = { strategy: null, sizeMB: null, unit: 'files' }
  expect(rows).toEqual([
    { ...about, id: 'accepted', what: 'accepted', claimed: 125, right: 125, measured: exact(120) },
    { ...about, id: 'refused', what: 'refused', claimed: 75, right: 75, measured: exact(79) }
  ])
  const none = rowsOn({ cells: [], admissions: [] }).slice(-2)
  expect(none.map(({ measured }) => measured)).toEqual([null, null])
})
