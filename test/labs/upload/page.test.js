import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { recordFiles } from '../../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../../src/labs/skeleton/render.js'
import { analyseUploads } from '../../../src/labs/upload/analysis.js'
import { uploadLab } from '../../../src/labs/upload/lab.js'
import * as work from '../../../src/labs/upload/work.js'
import { makeUploadLab } from '../../helpers/make-upload-lab.js'

/** @import { UploadLimit } from '../../../src/labs/upload/types.js' */

/** @param {Parameters<typeof makeUploadLab>[0]} [asked] */
async function pageOf(asked) {
  const { saved, analysis } = makeUploadLab(asked)
  return parseHTML(await renderLab(work, saved, analysis, recordFiles(uploadLab))).document
}

const document = await pageOf()

/** @type {(size: [number | null, number | null], running: [number | null, number | null]) => Pick<UploadLimit, 'size' | 'running'>} */
function foundLimits(size, running) {
  const [one, other] = [size, running].map(([stored, over]) => ({
    stored,
    over,
    peakBytes: null,
    ending: /** @type {const} */ ('finished')
  }))
  if (!one || !other) throw new Error('two limits')
  return { size: one, running: other }
}

test('the charts come first, each with its table and its CSV', () => {
  const sections = [...document.querySelectorAll('main > section')].map(section => section.id)
  expect(sections).toEqual(['result', 'time', 'memory', 'conclusions', 'paper', 'conditions', 'files', 'reproduce'])
  for (const id of ['time', 'memory']) {
    const [first] = document.querySelector(`#${id}`)?.querySelectorAll('figure, table') ?? []
    expect(first?.localName).toBe('figure')
    expect(document.querySelector(`#${id} details table`)).not.toBeNull()
    expect(document.querySelector(`#${id} button[data-csv]`)?.getAttribute('data-text')).toMatch(/^\w+,.*\r\n/)
  }
})

test('the time chart has a mark per cell and per time of the paper, and marks failures', () => {
  const chart = document.querySelector('#time svg.chart-wide')
  expect(chart?.querySelectorAll('.chart-dot > *')).toHaveLength(12 + 12)
  const failures = [...(chart?.querySelectorAll('text') ?? [])]
    .map(text => text.textContent)
    .filter(text => /10 MiB/.test(text ?? ''))
  expect(failures).toEqual(['10 MiB: passed the RAM limit', '10 MiB: not all stored'])
  expect(chart?.querySelector('desc')?.textContent).toContain('in memory, 10 MiB: passed the RAM limit.')
  expect(document.querySelector('#time .chart-key')?.textContent).toMatch(
    /the paper.*passed the RAM limit, or not all stored/s
  )
})

test('a run in which every strategy stored all has no failure of its own in the chart', async () => {
  const stored = await pageOf({ allStored: true })
  const texts = [...stored.querySelectorAll('#time svg.chart-wide text')].map(text => text.textContent)
  expect(texts.filter(text => /RAM limit|not all/.test(text ?? ''))).toEqual([])
  expect(stored.querySelector('#time .chart-key')?.textContent).not.toContain('not all stored')
})

test('a cell that is stored and has no time is no failure in the chart', async () => {
  const { saved } = makeUploadLab()
  const cells = saved.cells.map(record =>
    record.variant === 'stream' ? { ...record, files: record.files.map(file => ({ ...file, uploadMs: null })) } : record
  )
  const page = parseHTML(
    await renderLab(work, saved, analyseUploads({ ...saved, cells }), recordFiles(uploadLab))
  ).document
  const texts = [...page.querySelectorAll('#time svg.chart-wide text')].map(text => text.textContent)
  expect(texts.filter(text => /10 MiB/.test(text ?? ''))).toHaveLength(2)
})

test('memory has one picture per strategy on one scale, with the limit and the numbers of the paper', () => {
  const pictures = [...document.querySelectorAll('#memory .chart-grid svg')]
  expect(pictures.map(picture => picture.getAttribute('aria-label'))).toEqual(
    ['stream', 'in memory', 'buffer 4 KiB', 'buffer 4 MiB', 'buffer 8 MiB', 'temporary file'].map(
      name => `Memory of the server over time, ${name}`
    )
  )
  const limits = pictures.map(picture => picture.querySelector('.chart-limit line')?.getAttribute('y1'))
  expect(new Set(limits).size).toBe(1)
  expect(limits[0]).toBeTruthy()
  const signs = pictures.map(picture =>
    [...picture.querySelectorAll('text')]
      .map(text => (text.querySelector('title') ? text.firstChild?.textContent : ''))
      .join('')
  )
  expect(signs[0]).toBe('123123')
  expect(signs[1]).toBe('1231×')
})

test('without figures of memory there is no picture of it, and with several settings and limits a chapter each', async () => {
  const unwatched = await pageOf({ hasMemory: false })
  expect(unwatched.querySelectorAll('#memory svg')).toHaveLength(0)
  const full = await pageOf({ length: 'full', hasLimits: true })
  expect(full.querySelector('#settings table')).not.toBeNull()
  expect(full.querySelector('#limits table')).not.toBeNull()
  expect(full.querySelector('#files')?.textContent).toContain('probes.jsonl')
  expect(document.querySelector('#files')?.textContent).not.toContain('probes.jsonl')
})

test('a run that only searched for limits begins with their table, and has no empty chapter', async () => {
  const { saved, analysis } = makeUploadLab({ hasLimits: true })
  const limits = [
    { variant: 'stream', ...foundLimits([128, null], [200, null]) },
    { variant: 'in memory', ...foundLimits([11, 12], [null, null]) },
    { variant: 'buffer 8 MiB', ...foundLimits([null, 1], [49, 53]) }
  ]
  const lab = { ...analysis.lab, part: 'limits', cells: [], memory: [], limits }
  const { document: page } = parseHTML(await renderLab(work, saved, { ...analysis, lab }, recordFiles(uploadLab)))
  const sections = [...page.querySelectorAll('main > section')].map(section => section.id)
  expect(sections).toEqual(['result', 'limits', 'conclusions', 'paper', 'conditions', 'files', 'reproduce'])
  const cells = [...page.querySelectorAll('#limits tbody tr')].map(row =>
    [...row.querySelectorAll('td, th')].map(cell => cell.textContent?.trim())
  )
  expect(cells.map(cells => [cells[0], cells[1], cells.at(-1) || cells.at(-2)])).toEqual([
    ['stream', 'at least 128 MiB', 'at least 200'],
    ['in memory', '11 MiB (not 12 MiB)', 'not searched'],
    ['buffer 8 MiB', 'less than 1 MiB', '49 (not 53)']
  ])
})

test('a time of the paper of a run that did not complete is marked as a failure', () => {
  const description = document.querySelector('#time svg.chart-wide desc')?.textContent
  expect(description).toMatch(/the paper, buffer 4 MiB, 10 MiB: 9\.08 s, [^;]*; passed the RAM limit\./)
  expect(description).toMatch(/the paper, buffer 4 MiB, 1 MiB: 1\.29 s, from 380 ms to 3\.87 s\./)
})

test('every line of a long time axis has its label', async () => {
  const { saved, analysis } = makeUploadLab()
  const cells = analysis.lab.cells.map(cell => ({ ...cell, fileMs: cell.fileMs && { ...cell.fileMs, least: 80 } }))
  const page = parseHTML(
    await renderLab(work, saved, { ...analysis, lab: { ...analysis.lab, cells } }, recordFiles(uploadLab))
  )
  const texts = [...page.document.querySelectorAll('#time svg.chart-wide text')].map(text => text.textContent)
  const labels = ['100 ms', '200 ms', '500 ms', '1 s', '2 s', '5 s', '10 s', '20 s']
  expect(texts.filter(text => labels.includes(text ?? ''))).toEqual(labels)
})
