import { expect, test } from '@jest/globals'
import { planLab } from '../../../src/labs/skeleton/plan.js'
import { estimateUploadsMs, launchesOf, plannedUploads } from '../../../src/labs/upload/plan.js'
import { upload } from '../../../src/labs/upload/question.js'

/** @import { LabLength } from '../../../src/runs/types.js' */
/** @import { PlannedUpload } from '../../../src/labs/upload/plan.js' */

const lengths = /** @type {LabLength[]} */ (['quick', 'usual', 'full'])
const usual = planOf('usual')

const isAdmission = (/** @type {PlannedUpload} */ cell) => cell.isAdmission
const isMost = (/** @type {PlannedUpload} */ cell) => cell.files * cell.sizeBytes > 1000 * 2 ** 20

/** @param {LabLength} length */
function planOf(length, seed = 1) {
  return planLab(upload, { part: 'table', length, seed })
}

/** @param {PlannedUpload} cell */
function nameOf({ variant, running, queued, memoryBytes, sizeBytes, files }) {
  return [variant, running, queued, memoryBytes, sizeBytes, files].join(' ')
}

test('the same seed gives the same order, and another one another order', () => {
  expect(plannedUploads(upload, usual)).toEqual(plannedUploads(upload, usual))
  expect(plannedUploads(upload, planOf('usual', 2))).not.toEqual(plannedUploads(upload, usual))
})

test('the order differs from repeat to repeat', () => {
  const cells = plannedUploads(upload, usual).filter(cell => !isAdmission(cell))
  const orders = [0, 1, 2].map(repeat =>
    cells
      .filter(cell => cell.repeat === repeat)
      .map(nameOf)
      .join()
  )
  expect(new Set(orders).size).toBe(3)
})

test.each(lengths)('%s: every repeat has every cell once, in every setting', length => {
  const plan = planOf(length)
  const cells = plannedUploads(upload, plan).filter(cell => !isAdmission(cell) && (length === 'full' || !isMost(cell)))
  const expected = upload.settings[length].flatMap(setting =>
    upload.variants.flatMap(({ name }) =>
      upload.batches[length].map(batch =>
        nameOf({ variant: name, repeat: 0, isAdmission: false, ...setting, ...batch })
      )
    )
  )
  for (let repeat = 0; repeat < plan.repeats; repeat++)
    expect(
      cells
        .filter(cell => cell.repeat === repeat)
        .map(nameOf)
        .sort()
    ).toEqual(expected.toSorted())
  expect(cells).toHaveLength(plan.repeats * expected.length)
})

test.each(lengths)(
  '%s: once, more files than run and wait are sent to a server of the baseline of their own',
  length => {
    const cells = plannedUploads(upload, planOf(length))
    const [paper] = upload.settings[length]
    const admission = { variant: 'stream', repeat: 0, ...paper, sizeBytes: 2 ** 20, files: 200, isAdmission: true }
    expect(cells.filter(isAdmission)).toEqual([admission])
    expect(launchesOf(cells).filter(launch => launch.some(isAdmission))).toEqual([[admission]])
  }
)

test.each(lengths)('%s: one server takes the files of all sizes, the smallest first', length => {
  const plan = planOf(length)
  const cells = plannedUploads(upload, plan)
  const launches = launchesOf(cells)
  expect(launches.flat()).toEqual(cells)
  expect(launches).toHaveLength(plan.repeats * upload.settings[length].length * upload.variants.length + 1)
  const sizes = upload.batches[length].map(({ sizeBytes }) => sizeBytes)
  for (const launch of launches.filter(([first]) => !isAdmission(first))) {
    const ofAll = launch.filter(cell => length === 'full' || !isMost(cell))
    expect(launch.slice(0, ofAll.length)).toEqual(ofAll)
    expect(ofAll.map(({ sizeBytes }) => sizeBytes)).toEqual(sizes)
    const server = launch.map(({ sizeBytes: _, files: __, ...same }) => same)
    for (const each of server) expect(each).toEqual(server[0])
  }
})

test('in the first three repeats two strategies are sent as many large files as in the paper, last', () => {
  const most = plannedUploads(upload, usual).filter(isMost)
  const found = most.map(
    ({ variant, repeat, files, sizeBytes }) => `${repeat} ${variant} ${files} ${sizeBytes / 2 ** 20}`
  )
  expect(found.toSorted()).toEqual(
    [0, 1, 2].flatMap(repeat => ['in memory', 'stream'].map(variant => `${repeat} ${variant} 125 10`))
  )
})

test('the same strategy in two repeats that follow each other has two servers', () => {
  const cell = { variant: 'stream', ...upload.settings.usual[0], sizeBytes: 1, files: 1, isAdmission: false }
  const cells = [
    { ...cell, repeat: 0 },
    { ...cell, repeat: 1 },
    { ...cell, repeat: 1, memoryBytes: 1 },
    { ...cell, repeat: 1, memoryBytes: 1, sizeBytes: 2 }
  ]
  expect(launchesOf(cells).map(({ length }) => length)).toEqual([1, 1, 2])
  expect(launchesOf([])).toEqual([])
})

test('the steps of the search for the limits depend on each other: none is planned', () => {
  expect(plannedUploads(upload, planLab(upload, { part: 'limits', length: 'usual', seed: 1 }))).toEqual([])
})

test('the usual length takes less than four minutes, the quick one less than one', () => {
  const [quick = 0, most = 0] = lengths.map(length =>
    estimateUploadsMs(upload, plannedUploads(upload, planOf(length)), planOf(length))
  )
  expect(quick).toBeLessThan(60_000)
  expect(most).toBeGreaterThan(quick)
  expect(most).toBeLessThan(240_000)
  expect(estimateUploadsMs(upload, [], usual)).toBe(0)
})
