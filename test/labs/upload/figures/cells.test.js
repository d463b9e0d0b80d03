import { expect, test } from '@jest/globals'
import { fileMsOf, hasSetting, uploadCells } from '../../../../src/labs/upload/figures.js'
import { MIB, recordOf, setting } from '../../../verdict/upload/records.js'

/** @import { UploadRecord } from '../../../../src/labs/upload/types.js' */

/** Returns the only cell of records of one strategy and size. @param {UploadRecord[]} records */
function onlyCell(records) {
  const [cell, ...others] = uploadCells(['stream'], [setting], records)
  expect(others).toEqual([])
  if (!cell) throw new Error('there is no cell')
  return cell
}

test('three repeats: the mean of their means, its t interval, and the extremes of single files', () => {
  const cell = onlyCell([
    recordOf({ repeat: 0, times: [10, 20, 60], totalMs: 100 }),
    recordOf({ repeat: 1, times: [20, 40, 60], totalMs: 110 }),
    recordOf({ repeat: 2, times: [5, 85, 60], totalMs: 120 })
  ])
  // The means are 30, 40 and 50: standard deviation 10; the t factor of 2 degrees of freedom is 4.302653.
  const half = (4.302653 * 10) / Math.sqrt(3)
  expect(cell.fileMs?.mean.value).toBeCloseTo(40, 9)
  expect(cell.fileMs?.mean.low).toBeCloseTo(40 - half, 4)
  expect(cell.fileMs?.mean.high).toBeCloseTo(40 + half, 4)
  expect(cell.fileMs).toMatchObject({ most: 85, least: 5 })
  expect(cell.waitMs).toMatchObject({ value: 7, low: 7, high: 7 })
  expect(cell.totalMs?.value).toBeCloseTo(110, 9)
  expect(cell.totalMs?.high).toBeCloseTo(110 + half, 4)
  expect(cell).toMatchObject({ files: 3, repeats: 3, stored: 9, failed: 0, refused: 0, verified: 9, lost: 0 })
})

test.each([1, 2])('%i repeats have a mean and no interval', repeats => {
  const records = Array.from({ length: repeats }, (_, repeat) =>
    recordOf({ repeat, times: [10 + repeat, 30 + repeat] })
  )
  const cell = onlyCell(records)
  expect(cell.fileMs?.mean).toEqual({ value: 20 + (repeats - 1) / 2, low: null, high: null })
  expect(cell.totalMs).toEqual({ value: 500, low: null, high: null })
})

test('files for which the server gives no time have none', () => {
  const files = [
    { statusCode: 201, durationMs: 90, waitMs: null, uploadMs: null },
    { statusCode: 201, durationMs: 110, waitMs: 7, uploadMs: 103 }
  ]
  expect(onlyCell([recordOf(), recordOf({ files })])).toMatchObject({
    outcome: 'stored',
    fileMs: null,
    waitMs: null,
    totalMs: { value: 500 }
  })
})

test.each(
  /** @type {const} */ ([
    [['stored', 'stored', 'stored'], 'stored'],
    [['stored', 'failed', 'stored'], 'failed'],
    [['over limit', 'failed', 'stored'], 'over limit'],
    [['failed', 'stored', 'over limit'], 'over limit']
  ])
)('of the outcomes %j the worst counts', (outcomes, worst) => {
  const cell = onlyCell(outcomes.map((outcome, repeat) => recordOf({ repeat, outcome })))
  expect(cell.outcome).toBe(worst)
  const isWhole = worst === 'stored'
  expect([cell.fileMs, cell.waitMs, cell.totalMs].map(value => value !== null)).toEqual([isWhole, isWhole, isWhole])
})

test('files are stored, refused with 503, or failed; blobs are the same bytes, differ, or are missing', () => {
  const times = { durationMs: 1, waitMs: 0, uploadMs: 1 }
  const codes = [201, 201, 201, 201, 503, 503, 500, null]
  const files = codes.map(statusCode => ({ statusCode, ...times }))
  // Of four stored files one is missing in the store, and one has other bytes.
  const cell = onlyCell([recordOf({ outcome: 'failed', files, blobs: { stored: 3, lost: 2 } })])
  expect(cell).toMatchObject({ files: 8, stored: 4, refused: 2, failed: 2, verified: 2, lost: 2 })
})

test('where the store was not asked, nothing is verified and nothing is wrong', () => {
  expect(onlyCell([recordOf({ outcome: 'over limit', blobs: null })])).toMatchObject({
    verified: 0,
    lost: 0,
    stored: 2
  })
})

test('files that one repeat lost are not made up for by a blob that another one has too many', () => {
  const lossy = recordOf({ repeat: 0, outcome: 'failed', blobs: { stored: 2, lost: 1 } })
  // The response of its third file was lost, and its blob was not.
  const more = recordOf({ repeat: 1, outcome: 'failed', blobs: { stored: 3, lost: 0 } })
  expect(onlyCell([lossy, more])).toMatchObject({ stored: 4, verified: 3, lost: 1 })
})

test('the peak is the highest of all repeats, the files in flight the least', () => {
  const records = [
    recordOf({ repeat: 0, peakBytes: 300, mostInFlight: 2 }),
    recordOf({ repeat: 1, peakBytes: null, mostInFlight: 1 }),
    recordOf({ repeat: 2, peakBytes: 310, mostInFlight: 2 })
  ]
  expect(onlyCell(records)).toMatchObject({
    peak: { mean: { value: 305, low: null, high: null }, most: 310 },
    mostInFlight: 1
  })
  expect(onlyCell([recordOf({ peakBytes: null })]).peak).toBeNull()
})

test('cells are by setting, strategy and size; those without a record are left out', () => {
  const more = { ...setting, running: 50 }
  const cells = uploadCells(
    ['stream', 'in memory', 'temporary file'],
    [setting, more],
    [
      recordOf({ variant: 'in memory', running: 50 }),
      recordOf({ variant: 'in memory', sizeBytes: 10 * MIB }),
      recordOf({ variant: 'in memory' }),
      recordOf({ variant: 'stream' })
    ]
  )
  expect(cells.map(({ running, variant, sizeBytes }) => [running, variant, sizeBytes / MIB])).toEqual([
    [25, 'stream', 1],
    [25, 'in memory', 1],
    [25, 'in memory', 10],
    [50, 'in memory', 1]
  ])
})

test('a setting is the same only with all its figures', () => {
  expect(hasSetting(setting, setting)).toBe(true)
  for (const key of /** @type {const} */ (['running', 'queued', 'memoryBytes']))
    expect(hasSetting({ ...setting, [key]: setting[key] + 1 }, setting)).toBe(false)
})

test('a record that did not store all files has no time', () => {
  expect(fileMsOf(recordOf({ times: [10, 30] }))).toBe(20)
  expect(fileMsOf(recordOf({ times: [10, 30], outcome: 'failed' }))).toBeNull()
  expect(fileMsOf(recordOf({ times: [10, 30], outcome: 'over limit' }))).toBeNull()
})
