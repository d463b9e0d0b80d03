import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { analyseCopies } from '../../../src/labs/copy/analysis.js'
import { copyLab } from '../../../src/labs/copy/lab.js'
import * as work from '../../../src/labs/copy/work.js'
import { recordFiles } from '../../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../../src/labs/skeleton/render.js'
import { makeLab } from '../../helpers/make-lab.js'

const saved = makeLab()
const { document } = parseHTML(await renderLab(work, saved, analyseCopies(saved), recordFiles(copyLab)))

test('the charts come first, each with its table and its CSV', () => {
  const sections = [...document.querySelectorAll('main > section')].map(section => section.id)
  expect(sections).toEqual([
    'result',
    'time',
    'speed-up',
    'calls',
    'conclusions',
    'server',
    'paper',
    'conditions',
    'files',
    'reproduce'
  ])
  for (const id of ['time', 'speed-up']) {
    const [first] = document.querySelector(`#${id}`)?.querySelectorAll('figure, table') ?? []
    expect(first?.localName).toBe('figure')
    expect(document.querySelectorAll(`#${id} figure svg[role=img]`)).toHaveLength(2)
    expect(document.querySelector(`#${id} details table`)).not.toBeNull()
  }
  for (const id of ['time', 'speed-up', 'calls'])
    expect(document.querySelector(`#${id} button[data-csv]`)?.getAttribute('data-text')).toMatch(/^\w+,.*\r\n/)
})

test('the time chart has a dot per cell, a dashed extrapolation and both lines of the paper', () => {
  const chart = document.querySelector('#time svg.chart-wide')
  expect(chart?.querySelectorAll('.chart-dot > *')).toHaveLength(8 + 6 * 11)
  expect(chart?.querySelectorAll('[stroke-dasharray="2,3"] path, path[stroke-dasharray="2,3"]')).toHaveLength(2)
  expect(document.querySelector('#time .chart-key')?.textContent).toMatch(/extrapolated.*the paper/s)
})

test('with --full nothing is extrapolated', async () => {
  const full = makeLab({ length: 'full' })
  const page = parseHTML(await renderLab(work, full, analyseCopies(full), recordFiles(copyLab)))
  expect(page.document.querySelector('#time .chart-key')?.textContent).not.toMatch(/extrapolated/)
})

test('a run without a complete repeat has a page without charts', async () => {
  const { manifest } = makeLab({ manifest: { status: 'interrupted' } })
  const empty = { manifest, cells: [], otherRequests: [] }
  const page = parseHTML(await renderLab(work, empty, analyseCopies(empty), recordFiles(copyLab)))
  expect(page.document.querySelectorAll('figure')).toHaveLength(0)
  expect(page.document.querySelector('.status')?.textContent).toMatch(/The run was interrupted; it has 0 repeats/)
})

test('the chart of the speed-up has the mean at the sizes of the paper', () => {
  expect(document.querySelector('#speed-up .chart-key')?.textContent).toMatch(
    /the paper: 322.*mean at the sizes of the paper: 333/s
  )
})
