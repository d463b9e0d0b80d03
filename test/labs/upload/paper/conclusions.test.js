import { describe, expect, test } from '@jest/globals'
import { conclusionRows } from '../../../../src/labs/skeleton/paper.js'
import { uploadRanking } from '../../../../src/labs/upload/figures.js'
import { conclusions } from '../../../../src/labs/upload/paper/conclusions.js'
import { upload } from '../../../../src/labs/upload/question.js'
import { cellOf, exact, MIB, peakOf, timesOf } from '../../../verdict/upload/records.js'

/** @import { UploadCell, UploadLimit } from '../../../../src/labs/upload/types.js' */

/** @typedef {{ ms?: number[], large?: Partial<UploadCell>, small?: Partial<UploadCell>, sizes?: number[] }} Planted */

const LIMIT = 512 * MIB
const over = { outcome: /** @type {const} */ ('over limit'), fileMs: null, peak: peakOf(530 * MIB) }
const failed = { outcome: /** @type {const} */ ('failed'), fileMs: null }
const names = upload.variants.map(({ name }) => name)

/**
 * Returns the conclusions on a run in which every strategy takes 100 ms per file of 1 MiB and 1,000 ms per file of 10 MiB, all of them
 * with a peak of 200 MiB, but for what is planted.
 * @param {Record<string, Planted>} [planted] by strategy; `ms`: of 1 MiB, in each repeat; `sizes`: in MiB, those that were measured
 * @param {{ limits?: UploadLimit[], repeats?: number, isLimitWatched?: boolean }} [given]
 */
function conclusionsOn(planted = {}, { limits = [], repeats = 3, isLimitWatched = true } = {}) {
  const asked = names.map(variant => ({ variant, ms: [100, 100, 100], sizes: [1, 10], ...planted[variant] }))
  const cells = asked.flatMap(({ variant, ms, sizes, small, large }) =>
    sizes.map(mib =>
      cellOf({ variant, sizeBytes: mib * MIB, ms: mib * Number(ms[0]), repeats, ...(mib === 1 ? small : large) })
    )
  )
  const times = asked.map(({ variant, ms, sizes, small, large }) => {
    const stored = sizes.filter(mib => ((mib === 1 ? small : large)?.outcome ?? 'stored') === 'stored')
    return [variant, Object.fromEntries(stored.map(mib => [mib, ms.map(one => mib * one).slice(0, repeats)]))]
  })
  const measured = {
    cells,
    times: timesOf(Object.fromEntries(times)),
    repeats: Array.from({ length: repeats }, (_, repeat) => repeat)
  }
  const rows = conclusionRows(conclusions, {
    ...measured,
    variants: upload.variants,
    ranking: uploadRanking({ ...measured, variants: names, batches: upload.batches.full }),
    isLimitWatched,
    limits,
    marginRatio: upload.marginRatio
  })
  return rows.map(({ id, outcome, values }) => ({ id, outcome, ...values }))
}

/** @param {string} id @param {Parameters<typeof conclusionsOn>} planted */
function conclusionOn(id, ...planted) {
  return conclusionsOn(...planted).find(conclusion => conclusion.id === id)
}

const slower = { ms: [130, 131, 132] }
const faster = { ms: [80, 81, 82] }
const unsure = { ms: [60, 100, 170] }

describe('all in memory passes the limit', () => {
  test.each([
    ['holds', 'it did with large files', { large: over }],
    ['holds', 'it did with small files only', { small: over }],
    ['does not hold', 'its peak is far below', { large: { peak: peakOf(0.9 * LIMIT) } }],
    ['cannot tell', 'its peak is just below', { large: { peak: peakOf(0.92 * LIMIT) } }],
    ['cannot tell', 'large files were not measured', { sizes: [1] }],
    ['cannot tell', 'memory is not reported', { small: { peak: null }, large: { peak: null } }]
  ])('%s where %s', (outcome, _why, planted) => {
    expect(conclusionOn('memory-over-limit', { 'in memory': planted })).toMatchObject({ outcome })
  })

  test('has the cells that passed it, and the highest peak', () => {
    const found = conclusionOn('memory-over-limit', { 'in memory': { large: over } })
    expect(found).toMatchObject({
      cells: [
        { files: 125, sizeBytes: MIB, overLimit: 0, repeats: 3, peakBytes: 200 * MIB },
        { files: 125, sizeBytes: 10 * MIB, overLimit: 1, repeats: 3, peakBytes: 530 * MIB }
      ]
    })
  })
})

describe('streaming stays within the limit', () => {
  test.each([
    ['holds', 'all 125 large files were stored', {}],
    ['does not hold', 'it passed it with large files', { large: over }],
    ['does not hold', 'it passed it with small files only', { small: over }],
    ['does not hold', 'it passed it with fewer files than in the paper', { large: { ...over, files: 25 } }],
    ['cannot tell', 'fewer files were sent than in the paper', { large: { files: 25 } }],
    ['cannot tell', 'large files were not measured', { sizes: [1] }],
    ['cannot tell', 'some large files were not stored', { large: failed }],
    ['cannot tell', 'some small files were not stored', { small: failed }]
  ])('%s where %s', (outcome, _why, planted) => {
    expect(conclusionOn('stream-within-limit', { stream: planted })).toMatchObject({ outcome })
  })

  test('names the files that passed it', () => {
    const found = conclusionOn('stream-within-limit', { stream: { small: over } })
    expect(found).toMatchObject({ sizeBytes: MIB, files: 125, overLimit: 1, repeats: 3, peakBytes: 530 * MIB })
  })
})

describe('streaming is the best', () => {
  test.each([
    ['holds', 'both others are slower', { 'in memory': slower, 'temporary file': slower }],
    [
      'holds',
      'one passed the limit and the other is slower',
      { 'in memory': { large: over }, 'temporary file': slower }
    ],
    ['does not hold', 'one is faster', { 'in memory': slower, 'temporary file': faster }],
    ['does not hold', 'streaming passed the limit', { stream: { large: over }, 'in memory': slower }],
    ['cannot tell', 'the others are as fast', {}],
    [
      'cannot tell',
      'the others passed the limit and streaming did not store all',
      { stream: { large: failed }, 'in memory': { large: over }, 'temporary file': { large: over } }
    ],
    ['cannot tell', 'one may be either', { 'in memory': slower, 'temporary file': unsure }],
    [
      'cannot tell',
      'one did not store all',
      { 'in memory': slower, 'temporary file': { large: failed, small: failed } }
    ],
    ['cannot tell', 'one was not measured', { 'in memory': slower, 'temporary file': { sizes: [] } }]
  ])('%s where %s', (outcome, _why, planted) => {
    expect(conclusionOn('streaming-best', planted)).toMatchObject({ outcome })
  })

  test('a faster strategy that passes the limit is no rival, and not the best', () => {
    const planted = {
      'in memory': { ...faster, large: over },
      'temporary file': slower,
      'buffer 4 KiB': { ms: [90, 90, 90] }
    }
    const found = conclusionOn('streaming-best', planted)
    expect(found).toMatchObject({ outcome: 'holds', best: 'buffer 4 KiB', overLimit: ['in memory'] })
    expect(found).toMatchObject({ ratio: { value: expect.closeTo(100 / 90, 9) } })
  })

  test('where streaming itself is the fastest there is no ratio', () => {
    const others = Object.fromEntries(names.slice(1).map(name => [name, slower]))
    expect(conclusionOn('streaming-best', others)).toMatchObject({ best: 'stream', ratio: null, overLimit: [] })
  })

  test('a strategy of which an interrupted run has small files only is compared by those', () => {
    const planted = {
      ...Object.fromEntries(names.slice(1).map(name => [name, slower])),
      'buffer 8 MiB': { ...slower, sizes: [1] }
    }
    expect(conclusionOn('streaming-best', planted)).toMatchObject({ best: 'stream' })
  })
})

describe('large buffers gain nothing with small files', () => {
  test.each([
    ['holds', 'one is faster, by less than the margin', { 'buffer 8 MiB': { ms: [99, 99.1, 99.2] } }],
    ['holds', 'they take as long', {}],
    ['holds', 'they take longer', { 'buffer 4 MiB': slower, 'buffer 8 MiB': slower }],
    ['does not hold', 'one is faster', { 'buffer 4 MiB': faster, 'buffer 8 MiB': slower }],
    ['cannot tell', 'one may be either', { 'buffer 8 MiB': unsure }],
    ['cannot tell', 'one may be faster by more than the margin', { 'buffer 8 MiB': { ms: [99, 100, 101] } }],
    ['cannot tell', 'one passed the limit', { 'buffer 8 MiB': { small: over, large: over } }],
    ['cannot tell', 'one was not measured', { 'buffer 8 MiB': { sizes: [] } }]
  ])('%s where %s', (outcome, _why, planted) => {
    expect(conclusionOn('buffers-no-gain', planted)).toMatchObject({ outcome })
  })

  test('by the smallest files', () => {
    expect(conclusionOn('buffers-no-gain', { 'buffer 4 MiB': slower })).toMatchObject({
      small: 'buffer 4 KiB',
      large: ['buffer 4 MiB', 'buffer 8 MiB'],
      ratios: [
        { variant: 'buffer 4 MiB', sizeBytes: MIB, ratio: { value: expect.closeTo(1.30998, 4) } },
        { variant: 'buffer 8 MiB', sizeBytes: MIB, ratio: { value: 1 } }
      ]
    })
  })
})

describe('the temporary file needs little memory', () => {
  const peak = (/** @type {number} */ mib) => ({
    small: { peak: peakOf(mib * MIB) },
    large: { peak: peakOf(mib * MIB) }
  })
  test.each([
    ['holds', 'its peak is the lowest', { 'temporary file': peak(150) }],
    ['holds', 'its peak is 10% higher', { 'temporary file': peak(219) }],
    ['does not hold', 'another one needs less', { 'temporary file': peak(230) }],
    ['does not hold', 'it passed the limit', { 'temporary file': { large: over } }]
  ])('%s where %s', (outcome, _why, planted) => {
    const found = conclusionOn('temp-file-low-memory', planted)
    expect(found).toMatchObject({ outcome, least: { variant: 'stream', peak: exact(200 * MIB) } })
  })

  test.each([
    ['holds', 'its whole interval is within 10% of the lowest', 205, 219],
    ['cannot tell', 'its interval reaches beyond 10%', 205, 230],
    ['does not hold', 'its whole interval is beyond 10%', 225, 235]
  ])('%s where %s', (outcome, _why, lowMiB, highMiB) => {
    const mean = { value: ((lowMiB + highMiB) / 2) * MIB, low: lowMiB * MIB, high: highMiB * MIB }
    const peak = { mean, most: highMiB * MIB }
    const found = conclusionOn('temp-file-low-memory', { 'temporary file': { small: { peak }, large: { peak } } })
    expect(found).toMatchObject({ outcome, peak: mean })
  })

  test('cannot tell where nothing else was measured; is left out where memory is not reported', () => {
    const alone = Object.fromEntries(names.slice(0, -1).map(name => [name, { sizes: [] }]))
    expect(conclusionOn('temp-file-low-memory', alone)).toMatchObject({ outcome: 'cannot tell', least: null })
    const unknown = { small: { peak: null }, large: { peak: null } }
    expect(conclusionOn('temp-file-low-memory', { 'temporary file': unknown })).toBeUndefined()
  })

  test('its peak is compared with those at the same sizes', () => {
    const small = { sizes: [1], small: { peak: peakOf(100 * MIB) } }
    const more = conclusionOn('temp-file-low-memory', { stream: small, 'temporary file': peak(150) })
    expect(more).toMatchObject({ outcome: 'holds', least: { variant: 'in memory' } })
    const others = Object.fromEntries(names.slice(0, -1).map(name => [name, { small: { peak: peakOf(100 * MIB) } }]))
    const less = conclusionOn('temp-file-low-memory', { ...others, 'temporary file': { ...peak(150), sizes: [1] } })
    expect(less).toMatchObject({ outcome: 'does not hold', least: { peak: exact(100 * MIB) } })
  })
})

describe('the temporary file gains nothing', () => {
  test.each([
    ['holds', 'it is faster, by less than the margin', { ms: [99, 99.1, 99.2] }],
    ['holds', 'it is slower', slower],
    ['holds', 'it takes as long', {}],
    ['does not hold', 'it is faster', faster],
    ['cannot tell', 'it may be either', unsure],
    ['cannot tell', 'it did not store all', { small: failed, large: failed }]
  ])('%s where %s', (outcome, _why, planted) => {
    expect(conclusionOn('temp-file-no-gain', { 'temporary file': planted })).toMatchObject({ outcome })
  })
})

/** @type {(stored: number | null, over: number | null) => UploadLimit['size']} */
function limitOf(stored, over) {
  return { stored, over, peakBytes: null, ending: 'finished' }
}

describe('where no limit was watched', () => {
  const unwatched = { small: { peak: null }, large: { peak: null } }
  const planted = Object.fromEntries(names.map(name => [name, unwatched]))

  test.each(/** @type {const} */ (['memory-over-limit', 'stream-within-limit']))('cannot tell about %s', code => {
    expect(conclusionOn(code, planted, { isLimitWatched: false })).toMatchObject({ outcome: 'cannot tell' })
  })

  test('a faster strategy may have passed the limit, so it is no better', () => {
    const rivals = {
      ...planted,
      'in memory': { ...unwatched, ...faster },
      'temporary file': { ...unwatched, ...faster }
    }
    const found = conclusionOn('streaming-best', rivals, { isLimitWatched: false })
    expect(found).toMatchObject({ outcome: 'cannot tell' })
  })

  test('cannot tell whether 20 MB are within it', () => {
    const limits = [{ variant: 'in memory', size: limitOf(128, null), running: limitOf(null, null) }]
    const found = conclusionOn('twenty-too-large', planted, { limits, isLimitWatched: false })
    expect(found).toMatchObject({ outcome: 'cannot tell' })
  })
})

describe('20 MB are too large for streaming', () => {
  test.each([
    ['holds', 12, 20],
    ['holds', null, 1],
    ['does not hold', 20, 23],
    ['does not hold', 128, null],
    ['cannot tell', 19, 22]
  ])('%s where %s MiB are stored and %s are not', (outcome, stored, overMiB) => {
    const limits = [{ variant: 'in memory', size: limitOf(stored, overMiB), running: limitOf(null, null) }]
    const found = conclusionOn('twenty-too-large', {}, { limits })
    expect(found).toEqual({ id: 'twenty-too-large', outcome, stored, over: overMiB, streamStored: null })
  })

  test('is left out where the limits of a whole file in memory were not searched', () => {
    const limits = [{ variant: 'stream', size: limitOf(1, 2), running: limitOf(1, 2) }]
    expect(conclusionOn('twenty-too-large', {}, { limits })).toBeUndefined()
    expect(conclusionOn('twenty-too-large')).toBeUndefined()
  })
})

test.each([1, 2])('with %i repeats no conclusion is drawn from times', repeats => {
  const planted = { 'temporary file': faster, 'buffer 8 MiB': faster, 'in memory': slower }
  const found = conclusionsOn(planted, { repeats })
  const ids = ['streaming-best', 'buffers-no-gain', 'temp-file-no-gain']
  const fromTimes = found.filter(({ id }) => ids.includes(id))
  expect(fromTimes.map(({ outcome }) => outcome)).toEqual(['cannot tell', 'cannot tell', 'cannot tell'])
})

test('a run without a cell has no conclusion', () => {
  expect(conclusionsOn(Object.fromEntries(names.map(name => [name, { sizes: [] }])))).toEqual([])
})

test('a strategy that an interrupted run lacks has no conclusion of its own', () => {
  const ids = conclusionsOn({ 'temporary file': { sizes: [] }, 'in memory': { sizes: [] } }).map(({ id }) => id)
  expect(ids).toEqual(['stream-within-limit', 'streaming-best', 'buffers-no-gain'])
})
