import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { recordFiles } from '../../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../../src/labs/skeleton/render.js'
import { analyseStore } from '../../../src/labs/store/analysis/analyse-store.js'
import { storeLab } from '../../../src/labs/store/lab.js'
import * as work from '../../../src/labs/store/work.js'
import { makeStoreLab, makeStoreSearch } from '../../helpers/make-store-lab.js'

const saved = makeStoreLab()
const { document } = parseHTML(await renderLab(work, saved, analyseStore(saved), recordFiles(storeLab)))

test('the percentile curves come first, each with its table and its CSV', () => {
  const sections = [...document.querySelectorAll('main > section')].map(section => section.id)
  expect(sections).toEqual([
    'result',
    'latency',
    'task-cost',
    'capacity',
    'conclusions',
    'paper',
    'conditions',
    'files',
    'reproduce'
  ])
  expect(document.querySelectorAll('#latency figure')).toHaveLength(4)
  expect(document.querySelectorAll('#latency details table')).toHaveLength(4)
  expect(document.querySelectorAll('#latency button[data-csv]')).toHaveLength(4)
  expect(document.querySelector('#latency button[data-csv]')?.getAttribute('data-text')).toMatch(/^strategy,.*\r\n/)
  expect(document.querySelectorAll('#task-cost figure svg[role=img]')).toHaveLength(2)
})

test('a chart has a curve of every strategy, in colours that differ', () => {
  const entries = [...(document.querySelector('#latency .chart-key')?.querySelectorAll('li') ?? [])]
  expect(entries.map(each => each.textContent).toSorted()).toEqual(
    ['inline', 'hand-over', 'queue 10', 'queue 128', 'unbounded'].toSorted()
  )
  const colours = entries.map(each => /var\(--[\w-]+\)/.exec(each.innerHTML)?.[0])
  expect(new Set(colours).size).toBe(5)
  const lines = [...(document.querySelector('#latency svg.chart-wide')?.querySelectorAll('[stroke^=var]') ?? [])]
  expect(colours.filter(colour => !lines.some(line => line.getAttribute('stroke') === colour))).toEqual([])
})

test('the page of a search has its stages, and no empty chapter', async () => {
  const search = makeStoreSearch()
  const page = parseHTML(await renderLab(work, search, analyseStore(search), recordFiles(storeLab)))
  expect(page.document.querySelectorAll('#search tbody tr')).toHaveLength(12 + 6 + 3 + 2)
  expect(page.document.querySelector('#latency')).toBeNull()
  expect(page.document.querySelector('#task-cost')).toBeNull()
})

test('a run that was interrupted before its first cell has a page', async () => {
  const { manifest } = makeStoreLab({ manifest: { status: 'interrupted' } })
  const empty = { manifest, cells: [], capacities: [], costs: [], trials: [] }
  const page = parseHTML(await renderLab(work, empty, analyseStore(empty), recordFiles(storeLab)))
  expect(page.document.querySelectorAll('figure')).toHaveLength(0)
  expect(page.document.querySelector('.status')?.textContent).toMatch(/The run was interrupted/)
})
