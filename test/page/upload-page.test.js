import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { renderUploadPage } from '../../src/page/upload-page.js'
import { analyseUploads } from '../../src/verdict/upload/analyse-uploads.js'
import { makeUploadLab } from '../helpers/make-upload-lab.js'

/** @param {Parameters<typeof makeUploadLab>[0]} [asked] */
async function pageOf(asked) {
  const { saved, analysis } = makeUploadLab(asked)
  return parseHTML(await renderUploadPage(saved, analysis)).document
}

const document = await pageOf()

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
  const page = parseHTML(await renderUploadPage(saved, analyseUploads({ ...saved, cells }))).document
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

test('every line of a long time axis has its label', async () => {
  const { saved, analysis } = makeUploadLab()
  const cells = analysis.lab.cells.map(cell => ({ ...cell, fileMs: cell.fileMs && { ...cell.fileMs, least: 80 } }))
  const page = parseHTML(await renderUploadPage(saved, { ...analysis, lab: { ...analysis.lab, cells } }))
  const texts = [...page.document.querySelectorAll('#time svg.chart-wide text')].map(text => text.textContent)
  const labels = ['100 ms', '200 ms', '500 ms', '1 s', '2 s', '5 s', '10 s', '20 s']
  expect(texts.filter(text => labels.includes(text ?? ''))).toEqual(labels)
})
