import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { analyseGateway } from '../../../src/labs/gateway/analysis/analyse-gateway.js'
import { gatewayLab } from '../../../src/labs/gateway/lab.js'
import * as work from '../../../src/labs/gateway/work.js'
import { recordFiles } from '../../../src/labs/skeleton/measure-lab.js'
import { renderLab } from '../../../src/labs/skeleton/render.js'
import { makeGatewayLab } from '../../helpers/make-gateway-lab.js'

/** @import { GatewayPart } from '../../../src/labs/gateway/types.js' */

const { document } = await pageOf('table')

test('the charts come first, with their tables and their values', () => {
  expect(sectionsOf(document)).toEqual([
    ...['result', 'load', 'goals', 'queueing', 'conclusions', 'conditions', 'files', 'reproduce']
  ])
  expect(document.querySelectorAll('#load figure svg[role=img].chart-wide')).toHaveLength(4)
  expect(document.querySelectorAll('#load figure svg[role=img].chart-narrow')).toHaveLength(4)
  expect(document.querySelectorAll('#load details table')).toHaveLength(1 + 5)
  expect(document.querySelector('#load button[data-csv]')?.getAttribute('data-text')).toMatch(/^configuration,at_ms/)
})

test('goals are drawn as lines and named', () => {
  expect(document.querySelectorAll('#load svg.chart-wide .chart-limit')).toHaveLength(3)
  const text = document.querySelector('#load')?.textContent
  expect(text).toMatch(/goal: 400 requests\/s/)
  expect(text).toMatch(/reserved by the paper: 168/)
  expect(text).toMatch(/goal: at most 1\.20 cores/)
})

test('the step is not checked against the goals, and has no line of them', async () => {
  const { document } = await pageOf('step')
  expect(document.querySelectorAll('#step svg.chart-wide .chart-limit')).toHaveLength(1)
  expect(document.querySelector('#step')?.textContent).not.toMatch(/goal: /)
})

test('each chart says in words what it shows', () => {
  const [first] = document.querySelectorAll('#load svg.chart-wide desc')
  expect(first?.textContent).toMatch(/pool 168: from [\d.]+ to [\d.]+\. pool 100: from/)
})

test('the commands are those of the configurations that were measured', () => {
  const text = document.querySelector('#reproduce')?.textContent
  expect(text).toContain('POOL=10 node src/labs/gateway/app/server.js')
  expect(text).not.toContain('POOL=unlimited')
})

test.each(/** @type {const} */ (['first', 'overheads', 'step', 'users', 'peak']))(
  'the page of --part %s has its table',
  async part => {
    const { document } = await pageOf(part)
    expect(document.querySelector(`#${part} table`)).not.toBeNull()
    expect(document.querySelectorAll(`#${part} figure`)).toHaveLength(['first', 'overheads'].includes(part) ? 0 : 1)
    expect(sectionsOf(document)).not.toContain('load')
  }
)

test('the first requests have their values as CSV', async () => {
  const { document } = await pageOf('first')
  const values = document.querySelector('#first button[data-csv]')?.getAttribute('data-text')
  expect(values).toMatch(/^configuration,request,mean_ms\r\nplain with JSON,1,261\r\nplain with JSON,2,201\r\n/)
})

test('the peak and half a core have charts of their own', async () => {
  const { document } = await pageOf('peak')
  expect(sectionsOf(document)).toEqual([
    ...['result', 'peak', 'half-core', 'queueing', 'conclusions', 'conditions', 'files', 'reproduce']
  ])
  expect(document.querySelectorAll('#half-core svg.chart-wide')).toHaveLength(4)
  expect(document.querySelector('#half-core button[data-csv]')?.getAttribute('data-text')).toMatch(/half a core,0,/)
})

test.each(
  /** @type {const} */ ([
    ['table', 'cells.jsonl', 'first-requests.jsonl'],
    ['overheads', 'cells.jsonl', 'first-requests.jsonl'],
    ['first', 'first-requests.jsonl', 'cells.jsonl']
  ])
)('the page of the part %s links %s, and not %s, which is not there', async (part, there, missing) => {
  const { document } = await pageOf(part)
  const files = [...document.querySelectorAll('#files a')].map(link => link.getAttribute('href'))
  expect(files).toContain(there)
  expect(files).not.toContain(missing)
})

test('a run without a launch has a page without charts', async () => {
  const { manifest } = makeGatewayLab({ manifest: { status: 'interrupted' } })
  const empty = { manifest, cells: [], firsts: [], checks: [] }
  const page = parseHTML(await renderLab(work, empty, analyseGateway(empty), recordFiles(gatewayLab)))
  expect(page.document.querySelectorAll('figure')).toHaveLength(0)
  expect(page.document.querySelector('.status')?.textContent).toMatch(/The run was interrupted/)
})

/** @param {GatewayPart} part */
async function pageOf(part) {
  const saved = makeGatewayLab({ part })
  return parseHTML(await renderLab(work, saved, analyseGateway(saved), recordFiles(gatewayLab)))
}

/** @param {Document} document */
function sectionsOf(document) {
  return [...document.querySelectorAll('main > section')].map(section => section.id)
}
