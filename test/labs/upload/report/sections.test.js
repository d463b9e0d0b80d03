import { expect, test } from '@jest/globals'
import { labToMarkdown } from '../../../../src/labs/skeleton/measure-lab.js'
import { labSections, shortLabReport } from '../../../../src/labs/skeleton/report.js'
import { analyseUploads } from '../../../../src/labs/upload/analysis.js'
import {
  endingInWords,
  uploadChapters,
  uploadMemoryCsv,
  uploadsToCsv,
  uploadTimesCsv
} from '../../../../src/labs/upload/report/sections.js'
import { uploadCellInWords } from '../../../../src/labs/upload/report/words.js'
import * as work from '../../../../src/labs/upload/work.js'
import { toTerminal } from '../../../../src/report/print/terminal.js'
import { makeUploadLab } from '../../../helpers/make-upload-lab.js'

/** @import { UploadLabAnalysis } from '../../../../src/labs/upload/types.js' */

const { saved, analysis } = makeUploadLab()
const words = chaptersOf(analysis)

test('the answer names the fastest that stored every file, what passed the limit, and peak memory', () => {
  expect(words.answer.lines).toEqual([
    'buffer 4 KiB is the fastest of the 4 strategies that stored every file within 512 MiB: 1.14 s per file of 1 MiB and 9.03 s per file of 10 MiB.',
    'The next one, stream, takes 1.03 (95% CI 1.03 to 1.03) times as long.',
    'in memory (25 x 10 MiB) passed the RAM limit; buffer 8 MiB (25 x 10 MiB) did not store all files.',
    'Peak memory: buffer 4 KiB 464 MiB, stream 476 MiB, buffer 4 MiB 500 MiB and temporary file 200 MiB.',
    'Of 6 conclusions of the paper, 5 hold here and 0 do not; this run cannot tell about 1.',
    'Open: "125 files of 10 MB can be sent without passing the limit of memory". What may decide it: npm run lab:upload -- --full (about a quarter of an hour), or a quieter machine.'
  ])
})

test('one repeat distinguishes nothing, and is said to have no interval once', () => {
  const single = makeUploadLab({ repeats: 1 }).analysis
  const { answer, times } = chaptersOf(single)
  // What is decided comes first.
  const [failed = '', peaks = '', outcomes = '', , shortest = '', unclear = ''] = answer.lines ?? []
  expect(failed).toBe(
    'in memory (25 x 10 MiB) passed the RAM limit; buffer 8 MiB (25 x 10 MiB) did not store all files.'
  )
  expect(peaks).toMatch(/^Peak memory: buffer 4 KiB/)
  expect(outcomes).toMatch(/^Of 6 conclusions of the paper, 2 hold here/)
  expect(shortest).toMatch(/^buffer 4 KiB has the shortest times of the 4 strategies/)
  expect(unclear).toBe(
    'This run does not distinguish it from stream, which takes ~1.03 times as long, nor from buffer 4 MiB and temporary file.'
  )
  expect(times.table?.rows.flat().filter(cell => /[~±]/.test(cell))).toEqual([])
  expect(toTerminal(labSections(work, single)).match(/no interval/g)).toHaveLength(1)
})

test('the table has the times, the outcome, the memory and the verified blobs of every cell', () => {
  expect(words.times.table?.rows).toHaveLength(12)
  expect(words.times.table?.rows[0]).toEqual([
    'stream',
    '125 x 1 MiB',
    'all stored',
    '1.24 s ± 2.5%',
    '3.48 s',
    '267 ms',
    '6.20 s ± 2.5%',
    '280 MiB ± 0.0%',
    '375'
  ])
  expect(words.times.table?.rows[3]?.slice(0, 4)).toEqual([
    'in memory',
    '25 x 10 MiB',
    'passed the RAM limit in 3 of 3',
    '-'
  ])
  expect(words.times.table?.rows[9]?.slice(2, 4)).toEqual(['not all stored', '-'])
})

test('blobs that differ are counted in their cell and in the ending', () => {
  const [first, ...others] = analysis.lab.cells
  if (!first) throw new Error('the lab has cells')
  const spoilt = { ...analysis, lab: { ...analysis.lab, cells: [{ ...first, lost: 2 }, ...others] } }
  expect(chaptersOf(spoilt).times.table?.rows[0]?.at(-1)).toBe('375, 2 wrong or missing')
  expect(endingInWords(spoilt)).toEqual(['Blobs that are missing or differ from what was sent: 2.'])
  expect(endingInWords(analysis)).toEqual([])
})

test('repeats that were left out are said to be, with the reason', () => {
  const { analysis: slow } = makeUploadLab({ repeats: 1, manifest: { skippedRepeats: 2 } })
  expect(endingInWords(slow)).toEqual(['2 of 8 repeats were left out: all of them would have taken longer than 270 s.'])
})

test('the memory table has the start and the numbered events of each launch', () => {
  const rows = words.memory.table?.rows ?? []
  expect(rows.filter(([variant]) => variant === 'stream').map(([, event, files]) => `${event}, ${files}`)).toEqual([
    'start of the server, -',
    '1 start of the operation, 1 MiB',
    '2 end of the operation, 1 MiB',
    '3 forced garbage collection, 1 MiB',
    '1 start of the operation, 10 MiB',
    '2 end of the operation, 10 MiB',
    '3 forced garbage collection, 10 MiB'
  ])
  expect(rows.filter(([variant]) => variant === 'in memory').at(-1)).toEqual([
    'in memory',
    'passed the RAM limit',
    '10 MiB',
    '16.1 s',
    '560 MiB'
  ])
  expect(rows[0]?.at(-1)).toBe('60.0 MiB')
})

test('a system that does not report memory is said so, without a figure', () => {
  const { memory, conditions, times } = chaptersOf(makeUploadLab({ hasMemory: false }).analysis)
  expect(memory).toEqual({
    heading: 'Memory of the server over time',
    lines: ['Not measured: this system does not report the memory of a process.']
  })
  expect(conditions.lines?.at(-1)).toMatch(/no limit was watched/)
  expect(times.table?.rows.map(cells => cells[7])).toEqual(Array.from({ length: 12 }, () => '-'))
})

test('without figures of memory nothing is said to be within the limit', () => {
  const { answer, conclusions } = chaptersOf(makeUploadLab({ hasMemory: false, allStored: true }).analysis)
  expect(answer.lines?.join()).not.toContain('within 512 MiB')
  const aboutLimit = conclusions.lines?.filter(line => /memory is not reliable|limit of memory/.test(line)) ?? []
  expect(aboutLimit).toHaveLength(2)
  for (const line of aboutLimit) expect(line).toMatch(/^Cannot tell: .*does not report the memory of a process\.$/)
})

test('a run of limits alone says what it watched, how many steps it has and what it did not finish', () => {
  const { saved: searched } = makeUploadLab({ hasLimits: true, manifest: { status: 'interrupted' } })
  const plan = { ...searched.manifest.plan, part: 'limits' }
  const [first, ...others] = searched.probes.filter(({ variant }) => variant !== 'stream')
  const probes = searched.probes.filter(({ variant }) => variant === 'stream')
  if (!first || !others[0]) throw new Error('the search has steps')
  const run = { ...searched, manifest: { ...searched.manifest, plan }, cells: [], launches: [] }
  const begun = [...probes, first, { ...others[0], outcome: /** @type {const} */ ('stored') }]
  const found = chaptersOf(analyseUploads({ ...run, probes: begun }))
  expect(found.answer.lines?.[0]).toBe(
    'The largest file that is stored, 25 at once: stream at least 128 MiB and in memory between 1 MiB and 128 MiB (not finished).'
  )
  expect(found.answer.lines?.at(-1)).toBe('The run was interrupted; it has 4 steps of its search.')
  expect(found.conditions.lines?.at(-1)).toMatch(/a server above 512 MiB is ended/)
  const failed = { ...others[0], sizeMiB: 11, outcome: /** @type {const} */ ('failed') }
  expect(chaptersOf(analyseUploads({ ...run, probes: [...begun, failed] })).answer.lines?.[0]).toMatch(
    /in memory between 1 MiB and 128 MiB \(ended by a step that failed\)\.$/
  )
  const unwatched = begun.map(probe => ({ ...probe, peakBytes: null }))
  expect(chaptersOf(analyseUploads({ ...run, probes: unwatched })).conditions.lines?.at(-1)).toMatch(
    /no limit was watched/
  )
})

test('the table counts the repeats of its cells, and says what ~ means', () => {
  const cells = saved.cells.filter(({ repeat, variant }) => repeat < 2 || variant === 'stream')
  const short = chaptersOf(analyseUploads({ ...saved, cells }))
  expect(short.times.notes?.[0]).toMatch(/^The mean of 2 to 3 repeats ± half of its 95% interval\./)
  expect(words.times.notes?.join()).not.toContain('~')
  const noisy = saved.cells.map(record => ({ ...record, totalMs: record.totalMs * 4 ** record.repeat }))
  const wide = chaptersOf(analyseUploads({ ...saved, cells: noisy }))
  expect(wide.times.table?.rows[0]?.[6]).toMatch(/^~/)
  expect(wide.times.notes?.at(-1)).toBe('~: the interval is wider than ± 50%.')
})

test('several settings and limits have a table each, one setting and no search have none', () => {
  expect(words.settings).toEqual([])
  expect(words.limits).toEqual([])
  const { settings, limits } = chaptersOf(makeUploadLab({ length: 'full', hasLimits: true }).analysis)
  expect(settings[0]?.table?.header).toEqual([
    'strategy',
    'files',
    '25 at once, 100 queued, 512 MiB',
    '10 at once, 115 queued',
    '50 at once',
    '1,024 MiB'
  ])
  expect(settings[0]?.table?.rows[3]?.slice(2)).toEqual([
    'passed the RAM limit',
    'passed the RAM limit',
    'passed the RAM limit',
    '44.1 s, 560 MiB'
  ])
  expect(limits[0]?.table?.rows.slice(0, 3)).toEqual([
    ['stream', 'at least 128 MiB', '400 MiB', 'at least 200', '410 MiB'],
    ['in memory', 'less than 1 MiB', '-', '40 (not 41)', '500 MiB'],
    ['buffer 4 KiB', '24 MiB (not 25 MiB)', '505 MiB', '40 (not 41)', '500 MiB']
  ])
})

test('the claims have the words of the paper for a failure, and no measurement of 5 MB', () => {
  const rows = words.claims.table?.rows ?? []
  const rowsOf = (/** @type {string} */ start) => rows.filter(([what]) => what?.startsWith(start))
  expect(rowsOf('outcome')[0]).toEqual([
    'outcome',
    'in memory',
    '',
    'passed the RAM limit',
    '-',
    'passed the RAM limit'
  ])
  expect(
    rowsOf('outcome')
      .find(cells => cells[2] === '10 MB')
      ?.slice(1)
  ).toEqual(['buffer 4 MiB', '10 MB', 'passed the RAM limit', '-', 'all stored'])
  expect(rowsOf('mean time per file, row').every(cells => cells.at(-1) === '-')).toBe(true)
  expect(
    rowsOf('mean time per file')
      .find(cells => cells[1] === 'in memory' && cells[2] === '10 MB')
      ?.at(-1)
  ).toBe('passed the RAM limit')
})

test('the mean of two times of the paper is rounded as in the paper, half up', () => {
  const { claims } = chaptersOf(analyseUploads(saved))
  const fives = claims.table?.rows.filter(([what]) => what?.includes('AVG 5MB')) ?? []
  const [, strategy, , figure, mean] = fives.find(([, name]) => name === 'buffer 4 KiB') ?? []
  expect([strategy, figure, mean]).toEqual(['buffer 4 KiB', '5.09 s', '5.09 s'])
})

test('the figures of the text are named as such, and a total of fewer files is none', () => {
  const { claims } = chaptersOf(analyseUploads(saved))
  const rows = (claims.table?.rows ?? []).filter(([, strategy, size]) => strategy === 'stream' && size === '10 MB')
  expect(rows.slice(3)).toEqual([
    ['time of all 125 files', 'stream', '10 MB', '80.91 s', '-', '-'],
    ['mean time per file, in its text (in its table 8.89 s)', 'stream', '10 MB', '15.66 s', '-', '8.89 s ± 2.5%'],
    ['peak memory', 'stream', '10 MB', '499 MB', '-', '499 MB']
  ])
})

test('every conclusion has its outcome and its evidence', () => {
  const found = chaptersOf(makeUploadLab({ hasLimits: true, hasAdmission: true }).analysis).conclusions.lines ?? []
  expect(found.pop()).toBe('Of 200 files at once, 125 were stored and 75 refused; the paper: 125 and 75.')
  expect(found.map(line => line.slice(0, line.indexOf(':')))).toEqual([
    'Holds here',
    'Cannot tell',
    'Holds here',
    'Holds here',
    'Holds here',
    'Holds here',
    'Holds here'
  ])
  expect(found[0]).toContain('in 3 of 3 repeats of 25 files of 10 MiB, with a peak of at most 560 MiB.')
  expect(found[3]).toContain('buffer 8 MiB takes 1.18 (95% CI 1.18 to 1.18) times as long for 1 MiB.')
  expect(found[4]).toContain('Its peak is 200 MiB (95% CI 200 MiB to 200 MiB); the lowest of the others is 464 MiB')
  expect(found.at(-1)).toContain('Streaming keeps no whole file: files of 128 MiB are stored.')
  expect(words.conclusions.lines?.join()).not.toContain('20 MB')
})

test('the terminal has the table and the result last, within 100 columns and about 45 lines', () => {
  const text = toTerminal(shortLabReport(work, analysis))
  const lines = text.trimEnd().split('\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(100)
  expect(lines.length).toBeLessThanOrEqual(50)
  expect(text).not.toContain('…')
  expect(lines.findIndex(line => line === 'Result')).toBeGreaterThan(30)
})

test('the Markdown has every section, and where and how', () => {
  const text = labToMarkdown(labSections(work, analysis), saved.manifest)
  expect(text.match(/^## .*/gm)).toEqual([
    '## upload: Which way to take uploads is the fastest that stays within 512 MiB of memory?',
    '## Conclusions of the paper',
    '## Time per file',
    '## Memory of the server over time',
    '## The figures of the paper, line by line',
    '## Conditions'
  ])
  expect(text).toContain('seed 1')
})

test('a run without a cell, or of limits alone, has words for it', () => {
  const none = { ...analysis.lab, cells: [], ranking: [], memory: [], conclusions: [] }
  const empty = chaptersOf({ ...analysis, status: 'interrupted', rounds: 0, lab: none })
  expect(empty.answer.lines).toEqual([
    'No strategy was measured.',
    'The run was interrupted; it has 0 repeats that count.'
  ])
  expect(empty.times.lines).toEqual(['Not measured.'])
  const [first] = analysis.lab.cells
  if (!first) throw new Error('the lab has cells')
  const begun = chaptersOf({ ...analysis, lab: { ...none, cells: [first] } })
  expect(begun.answer.lines?.[0]).toBe('No strategy was measured with files of every size.')
  const lost = chaptersOf({
    ...analysis,
    lab: { ...none, cells: [{ ...first, outcome: 'over limit', fileMs: null }] }
  })
  expect(lost.answer.lines?.slice(0, 2)).toEqual([
    'No strategy stored every file within 512 MiB.',
    'stream (125 x 1 MiB) passed the RAM limit.'
  ])
  const { limits } = makeUploadLab({ hasLimits: true }).analysis.lab
  expect(chaptersOf({ ...analysis, lab: { ...none, limits } }).answer.lines?.[0]).toMatch(
    /^The largest file that is stored, 25 at once: stream at least 128 MiB, in memory less than 1 MiB, /
  )
})

test('the CSV has one row per file, also of those that failed', () => {
  const [header, first = '', ...rows] = uploadsToCsv(saved).trimEnd().split('\r\n')
  expect(header).toBe('strategy,running,queued,memory_bytes,bytes,repeat,status,wait_ms,upload_ms,duration_ms')
  expect(first).toBe('stream,25,100,536870912,1048576,1,201,100,267.3,367.3')
  expect(rows).toHaveLength(6 * 3 * 150 - 1)
  expect(rows.filter(row => row.startsWith('in memory,') && row.includes(',,,,'))).toHaveLength(3 * 15)
})

test('the CSV of a run that only searched for limits has the steps of the search', () => {
  const probes = /** @type {const} */ ([
    { variant: 'stream', limit: 'size', sizeMiB: 128, running: 25, outcome: 'stored', peakBytes: 128_630_784 },
    { variant: 'in memory', limit: 'running', sizeMiB: 10, running: 27, outcome: 'over limit', peakBytes: null }
  ])
  expect(
    uploadsToCsv({ cells: [], probes: [...probes] })
      .trimEnd()
      .split('\r\n')
  ).toEqual([
    'strategy,searched,bytes,running,outcome,peak_bytes',
    'stream,size,134217728,25,stored,128630784',
    'in memory,running,10485760,27,over limit,'
  ])
})

test('the charts have their values as CSV', () => {
  const times = uploadTimesCsv(analysis.lab).text.trimEnd().split('\r\n')
  expect(times).toHaveLength(13)
  expect(times[4]).toMatch(/^in memory,25,100,536870912,25,10485760,over limit,,,,,,/)
  const memory = uploadMemoryCsv(analysis.lab).text.trimEnd().split('\r\n')
  expect(memory[1]).toBe('stream,0,62914560,,')
  expect(memory.filter(row => row.includes(',collected,'))).toHaveLength(11)
})

test('a cell has its setting only where it is not the first one', () => {
  const [first] = analysis.lab.settings
  if (!first) throw new Error('the lab has a setting')
  const cell = { sizeBytes: 2 ** 20, files: 125, ...first }
  expect(uploadCellInWords(cell, first)).toBe('125 files of 1 MiB')
  expect(uploadCellInWords({ ...cell, running: 10 }, first)).toBe('125 files of 1 MiB, 10 at once')
})

/** Returns the sections of the report by subject, with the answer. @param {UploadLabAnalysis} analysis */
function chaptersOf(analysis) {
  const [answer = { heading: '' }] = labSections(work, analysis)
  return { answer, ...uploadChapters(analysis) }
}
