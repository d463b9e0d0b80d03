import { describe, expect, test } from '@jest/globals'
import { analyseUploads } from '../../../src/labs/upload/analysis.js'
import { upload } from '../../../src/labs/upload/question.js'
import { makeUploadLab } from '../../helpers/make-upload-lab.js'
import { MIB, recordOf, setting } from '../../verdict/upload/records.js'

/** @import { SavedUploadLab, UploadRecord } from '../../../src/labs/upload/types.js' */

const names = upload.variants.map(({ name }) => name)
const { saved } = makeUploadLab()

/** @param {(record: UploadRecord) => Partial<UploadRecord> | null} change null leaves the record out */
function analysed(change, run = saved) {
  const cells = run.cells.flatMap(record => {
    const changed = change(record)
    return changed ? [{ ...record, ...changed }] : []
  })
  return analyseUploads({ ...run, cells })
}

/** @param {ReturnType<typeof analyseUploads>} analysis */
function changesOf({ verdicts }) {
  return verdicts.map(({ candidate, change }) => [candidate, change?.relative ?? null])
}

test('three repeats: a verdict on each strategy by the sizes that it and streaming stored', () => {
  const { verdicts, rounds, lab } = analyseUploads(saved)
  const ratio = (/** @type {number[]} */ own, /** @type {number[]} */ other) =>
    Math.sqrt(own.reduce((product, ms, at) => (product * ms) / Number(other[at]), 1)) - 1
  const paper = [1.24, 8.89]
  expect(rounds).toBe(3)
  // With 10 MiB `in memory` passes the limit and `buffer 8 MiB` fails: both are compared with 1 MiB only.
  expect(changesOf({ ...analyseUploads(saved) })).toEqual([
    ['in memory', expect.closeTo(1.16 / 1.24 - 1, 9)],
    ['buffer 4 KiB', expect.closeTo(ratio([1.14, 9.03], paper), 9)],
    ['buffer 4 MiB', expect.closeTo(ratio([1.29, 9.08], paper), 9)],
    ['buffer 8 MiB', expect.closeTo(1.34 / 1.24 - 1, 9)],
    ['temporary file', expect.closeTo(ratio([1.46, 9.09], paper), 9)]
  ])
  // Every repeat is 1% slower or faster as a whole, so the paired interval has no width.
  for (const { change, baseline, metric } of verdicts) {
    expect({ baseline, metric, pairs: change?.pairs }).toEqual({ baseline: 'stream', metric: 'uploadTime', pairs: 3 })
    expect(Number(change?.high) - Number(change?.low)).toBeLessThan(1e-9)
  }
  expect(lab.ranking.map(({ variant }) => variant)).toEqual([
    'buffer 4 KiB',
    'stream',
    'buffer 4 MiB',
    'temporary file'
  ])
  expect(lab.cells).toHaveLength(12)
})

describe.each([1, 2])('with %i repeats', repeats => {
  const analysis = analyseUploads(makeUploadLab({ repeats }).saved)

  test('there are figures, and no verdict and no interval', () => {
    expect(analysis).toMatchObject({ status: 'complete', rounds: repeats })
    expect(analysis.verdicts).toMatchObject(
      names.slice(1).map(candidate => ({
        candidate,
        verdict: 'cannot tell',
        lean: null,
        change: null,
        refusal: { code: 'too-few-repeats', repeats }
      }))
    )
    const { lab } = analysis
    expect(lab.cells.filter(({ fileMs }) => fileMs)).toHaveLength(10)
    expect(lab.cells.every(({ fileMs }) => !fileMs || fileMs.mean.low === null)).toBe(true)
    expect(lab.ranking.map(({ ratio }) => ratio?.low ?? null)).toEqual([null, null, null, null])
  })
})

test('a third repeat that was interrupted gives a verdict only on strategies that it has', () => {
  const left = ['stream', 'buffer 4 KiB']
  const { verdicts, rounds } = analysed(({ repeat, variant }) => (repeat < 2 || left.includes(variant) ? {} : null))
  expect(rounds).toBe(2)
  expect(verdicts.map(({ change, refusal }) => change?.pairs ?? refusal)).toEqual([
    { code: 'too-few-repeats', repeats: 2 },
    3,
    ...Array(3).fill({ code: 'too-few-repeats', repeats: 2 })
  ])
})

test('of an interrupted first repeat only what was measured has cells', () => {
  const { verdicts, rounds, lab } = analysed(({ repeat, variant, sizeBytes }) =>
    repeat === 0 && (variant === 'stream' || (variant === 'temporary file' && sizeBytes === MIB)) ? {} : null
  )
  expect(rounds).toBe(0)
  expect(lab.cells.map(({ variant, sizeBytes }) => [variant, sizeBytes / MIB])).toEqual([
    ['stream', 1],
    ['stream', 10],
    ['temporary file', 1]
  ])
  expect(lab.ranking.map(({ variant }) => variant)).toEqual(['stream'])
  expect(verdicts.map(({ refusal }) => refusal)).toEqual([
    ...Array(4).fill({ code: 'too-few-repeats', repeats: 0 }),
    { code: 'too-few-repeats', repeats: 1 }
  ])
  expect(lab.conclusions.map(({ id }) => id)).not.toContain('memory-over-limit')
})

test('all over the limit: no time, no ranking, and the refusals name what failed', () => {
  const over = { outcome: /** @type {const} */ ('over limit'), blobs: null, peakBytes: 600 * MIB }
  const { verdicts, lab } = analysed(() => over)
  expect(lab.cells.every(({ fileMs, totalMs, waitMs }) => !fileMs && !totalMs && !waitMs)).toBe(true)
  expect(lab.ranking).toEqual([])
  expect(verdicts.map(({ refusal }) => refusal)).toEqual(
    names.slice(1).map(strategy => ({ code: 'no-time', strategy, outcome: 'over limit' }))
  )
  expect(lab.conclusions.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['memory-over-limit', 'holds'],
    ['stream-within-limit', 'does not hold'],
    ['streaming-best', 'does not hold'],
    ['buffers-no-gain', 'cannot tell'],
    ['temp-file-low-memory', 'holds'],
    ['temp-file-no-gain', 'cannot tell']
  ])
})

test('where only streaming failed, it is what every refusal names', () => {
  const stored = makeUploadLab({ allStored: true }).saved
  const { verdicts, lab } = analysed(({ variant }) => (variant === 'stream' ? { outcome: 'failed' } : {}), stored)
  expect(new Set(verdicts.map(({ refusal }) => JSON.stringify(refusal)))).toEqual(
    new Set([JSON.stringify({ code: 'no-time', strategy: 'stream', outcome: 'failed' })])
  )
  expect(lab.ranking).toHaveLength(5)
})

test('more files than run and wait are counted, and are in no cell, time or verdict', () => {
  const files = Array.from({ length: 200 }, (_, index) => ({
    statusCode: index < 125 ? 201 : 503,
    durationMs: 1,
    waitMs: 0,
    uploadMs: 1
  }))
  const admission = recordOf({ isAdmission: true, files, peakBytes: 511 * MIB })
  const found = analyseUploads({ ...saved, cells: [...saved.cells, admission] })
  const before = analyseUploads(saved)
  const { claims } = found.lab
  expect(claims.filter(({ measured }) => measured !== null).slice(-2)).toMatchObject([
    { id: 'accepted', measured: { value: 125 } },
    { id: 'refused', measured: { value: 75 } }
  ])
  expect(found).toEqual({ ...before, lab: { ...before.lab, claims } })
})

test('other settings have cells, and no part in verdicts, ranking and conclusions', () => {
  const full = makeUploadLab({ length: 'full' }).saved
  const slow = (/** @type {UploadRecord} */ { running, files }) =>
    running === setting.running ? {} : { files: files.map(file => ({ ...file, uploadMs: 9e9 })) }
  const before = analysed(() => ({}), full)
  const found = analysed(record => slow(record), full)
  expect(found.lab.cells).toHaveLength(4 * 12)
  expect(found.verdicts).toEqual(before.verdicts)
  expect(found.lab.ranking).toEqual(before.lab.ranking)
  expect(found.lab.conclusions).toEqual(before.lab.conclusions)
})

test('a setting with fewer places than files has cells: only the planned admission has none', () => {
  const full = makeUploadLab({ length: 'full' }).saved
  const cells = full.cells.map(record => (record.running === 10 ? { ...record, queued: 100 } : record))
  const [first, ten, ...others] = full.manifest.lab.settings.full
  if (!ten) throw new Error('the lab has several settings')
  const lab = {
    ...full.manifest.lab,
    settings: { ...full.manifest.lab.settings, full: [first, { ...ten, queued: 100 }, ...others] }
  }
  const found = analyseUploads(/** @type {SavedUploadLab} */ ({ ...full, cells, manifest: { ...full.manifest, lab } }))
  expect(found.lab.cells.filter(({ running }) => running === 10)).toHaveLength(12)
  expect(found.lab.claims.find(({ id }) => id === 'accepted')?.measured).toBeNull()
})

test('a strategy that stores wrong bytes has failed: no time, no rank and no verdict', () => {
  const lossy = (/** @type {UploadRecord} */ { variant, repeat, blobs }) =>
    variant === 'buffer 4 KiB' && repeat === 1 && blobs ? { blobs: { ...blobs, lost: 1 } } : {}
  const { verdicts, lab } = analysed(lossy)
  expect(lab.cells.filter(({ variant }) => variant === 'buffer 4 KiB')).toMatchObject([
    { outcome: 'failed', lost: 1, fileMs: null },
    { outcome: 'failed', lost: 1, fileMs: null }
  ])
  expect(lab.ranking.map(({ variant }) => variant)).not.toContain('buffer 4 KiB')
  expect(verdicts.find(({ candidate }) => candidate === 'buffer 4 KiB')).toMatchObject({
    change: null,
    refusal: { code: 'no-time', strategy: 'buffer 4 KiB', outcome: 'failed' }
  })
})

test('a limit was watched where a cell or a step has its peak memory', () => {
  expect(analyseUploads(saved).lab.isLimitWatched).toBe(true)
  expect(analysed(() => ({ peakBytes: null })).lab.isLimitWatched).toBe(false)
  const searched = makeUploadLab({ hasLimits: true }).saved
  expect(analyseUploads({ ...searched, cells: [] }).lab).toMatchObject({ isLimitWatched: true, steps: 31 })
})

test('a p-value is below 0.05 where the interval excludes no change, and nowhere else', () => {
  const swings = [0.97, 1, 1.04]
  const { verdicts } = analysed(({ variant, repeat, files }) =>
    variant === 'stream'
      ? {}
      : { files: files.map(file => ({ ...file, uploadMs: Number(file.uploadMs) * Number(swings[repeat]) })) }
  )
  const found = verdicts.flatMap(({ change }) => change ?? [])
  expect(found).toHaveLength(5)
  for (const { low, high, pValue } of found) expect(pValue < 0.05).toBe(low > 0 || high < 0)
  expect(analyseUploads(saved).verdicts.every(({ change }) => Number(change?.pValue) < 0.001)).toBe(true)
})

test('memory is that of the first launch of each strategy with the setting of the paper', () => {
  const [first] = saved.launches
  if (!first) throw new Error('the run has launches')
  const other = { ...first, running: 50, memory: [{ atMs: 0, bytes: 1 }] }
  const late = { ...first, repeat: 1, memory: [{ atMs: 0, bytes: 2 }] }
  const { lab } = analyseUploads({ ...saved, launches: [other, first, late] })
  const { repeat: _, memory, ...kept } = first
  expect(lab.memory).toEqual([{ ...kept, points: memory }])
})

test('a search for the limits has those, and neither cells nor verdicts', () => {
  const { saved: searched } = makeUploadLab({ hasLimits: true })
  const plan = { ...searched.manifest.plan, part: 'limits', repeats: 1 }
  const run = { ...searched, manifest: { ...searched.manifest, plan }, cells: [], launches: [] }
  const { lab, rounds, verdicts } = analyseUploads(/** @type {SavedUploadLab} */ (run))
  expect(rounds).toBe(0)
  expect(lab).toMatchObject({ part: 'limits', repeats: 0, cells: [], ranking: [], memory: [] })
  expect(lab.limits.map(({ variant, size }) => [variant, size.stored, size.over]).slice(0, 2)).toEqual([
    ['stream', 128, null],
    ['in memory', null, 1]
  ])
  expect(lab.conclusions).toMatchObject([
    { id: 'twenty-too-large', outcome: 'holds', values: { stored: null, over: 1, streamStored: 128 } }
  ])
  expect(verdicts.every(({ change }) => change === null)).toBe(true)
})
