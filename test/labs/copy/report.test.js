import { expect, test } from '@jest/globals'
import { analyseCopies } from '../../../src/labs/copy/analysis.js'
import { answerInWords, copiesToCsv, copyChapters } from '../../../src/labs/copy/report.js'
import * as work from '../../../src/labs/copy/work.js'
import { toCsv } from '../../../src/labs/skeleton/columns.js'
import { labToMarkdown } from '../../../src/labs/skeleton/measure-lab.js'
import { labSections, shortLabReport } from '../../../src/labs/skeleton/report.js'
import { toTerminal } from '../../../src/report/print/terminal.js'
import { makeLab } from '../../helpers/make-lab.js'

const saved = makeLab()
const analysis = analyseCopies(saved)
const words = copyChapters(analysis)

test('the answer has the speed-up beside that of the paper, and each conclusion with its outcome', () => {
  const [first, outcomes, wait] = answerInWords(analysis)
  const [...conclusions] = words.conclusions.lines ?? []
  const price = conclusions.pop()
  expect(outcomes).toBe('Of 4 conclusions of the paper, 2 hold here and 2 do not.')
  expect(first).toBe(
    '8 KiB buffer is 333 (95% CI 333 to 333) times as fast as 1 byte, mean over the 7 sizes of the paper (4 measured, the others by the line); the paper: 322.'
  )
  expect(answerInWords(analyseCopies(makeLab({ length: 'quick' })))[0]).toBe(
    '8 KiB buffer is 333 (95% CI 333 to 333) times as fast as 1 byte, mean over 2 sizes from 64 KiB to 128 KiB; for larger files, the paper: 322.'
  )
  expect(price).toMatch(/^Each read or write of one byte costs 0\.95 µs \(95% CI 0\.94 µs to 0\.96 µs\)\.$/)
  expect(conclusions.map(line => line.slice(0, line.indexOf(':')))).toEqual([
    'Holds here',
    'Holds here',
    'Does not hold here',
    'Does not hold here'
  ])
  expect(wait).toMatch(/^While a server copies 64 MiB, another request waits up to 40\.0 ms .*, and 2\.00 ms .* with /)
  expect(conclusions[0]).toContain('Measured: 4 of 7 sizes;')
  expect(conclusions[1]).toContain('Of the 7 sizes of the paper, 4 were copied without a buffer: --full copies all.')
  expect(conclusions[3]).toContain('99.7% CI')
  expect(conclusions[3]).toContain('At 64 MiB, whole file makes 2 calls and 8 KiB buffer 16,385')
})

test('every wrong figure of the paper has the right one and the reason', () => {
  const rows = words.claims.table?.rows ?? []
  expect(rows).toHaveLength(12)
  for (const row of rows) expect(row.every(cell => cell !== '')).toBe(true)
  expect(rows.find(([, what]) => what?.includes('16256'))).toMatchObject({ 3: '16,256', 4: '128', 5: '128' })
})

test('the terminal has the times, the speed-up and the result last, within 100 columns', () => {
  const text = toTerminal(shortLabReport(work, analysis))
  expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(100)
  expect(text).toMatch(/file +8 KiB buffer +1 byte/)
  expect(text.trimEnd().split('\n').length).toBeLessThan(65)
})

test('the Markdown has every section, and where and how', () => {
  const text = labToMarkdown(labSections(work, analysis), saved.manifest)
  expect(text.match(/^## .*/gm)).toEqual([
    '## copy: How much faster is a copy with a buffer than a copy byte by byte?',
    '## Conclusions of the paper',
    '## Time per copy',
    '## Time per MiB',
    '## Speed-up: 8 KiB buffer compared with 1 byte',
    '## Read and write calls per copy',
    '## Other requests while a server copies',
    '## The figures of the paper, line by line',
    '## Conditions'
  ])
  expect(text).toContain('seed 1')
})

test('the CSV has one row per copy, the dropped ones marked', () => {
  const [header, ...rows] = copiesToCsv(saved).trimEnd().split('\r\n')
  expect(header).toBe('strategy,bytes,repeat,dropped,ms,reads,writes,verified')
  expect(rows).toHaveLength(583)
  expect(rows.filter(row => row.split(',')[3] === 'true')).toHaveLength(3 * 71)
})

test('a cell with a comma, a quote or a line end is quoted', () => {
  expect(toCsv(['a', 'b'], [['x, "y"', null]])).toBe('a,b\r\n"x, ""y""",\r\n')
})

test('a process that was not pinned, and a system that does not count calls, are said so', () => {
  const uncounted = makeLab({ manifest: { core: null }, change: () => ({ calls: null }) })
  const { conditions } = copyChapters(analyseCopies(uncounted))
  expect(conditions.lines?.[0]).toMatch(/was not kept to one core/)
  expect(conditions.lines?.at(-1)).toMatch(/does not count the calls/)
})
