import { expect, test } from '@jest/globals'
import { analyseGateway } from '../../../../src/labs/gateway/analysis/analyse-gateway.js'
import { gateway } from '../../../../src/labs/gateway/question.js'
import { gatewayAnswer, gatewayEnding } from '../../../../src/labs/gateway/report/sections.js'
import { gatewayGoalsCsv, gatewaySeriesCsv, gatewaysToCsv } from '../../../../src/labs/gateway/report/tables.js'
import { gatewayCellInWords, gatewayCellsInWords, goalInWords } from '../../../../src/labs/gateway/report/words.js'
import * as work from '../../../../src/labs/gateway/work.js'
import { labToMarkdown } from '../../../../src/labs/skeleton/measure-lab.js'
import { labSections, shortLabReport } from '../../../../src/labs/skeleton/report.js'
import { toTerminal } from '../../../../src/report/print/terminal.js'
import { makeGatewayLab } from '../../../helpers/make-gateway-lab.js'

const saved = makeGatewayLab()
const analysis = analyseGateway(saved)

test('the answer says which configurations meet the goals, what limited the others, and what is in flight', () => {
  const lines = gatewayAnswer(analysis)
  expect(lines[0]).toBe('pool 168, pool 100, fetch and no keep-alive meet every goal.')
  expect(lines[1]).toMatch(
    /^pool 10 misses requests\/s \([\d.]+\), p95 \([\d.]+ s\) and recovery \([\d.]+ s\)\. Its limit: wait for a connection\.$/
  )
  expect(lines[2]).toMatch(
    /^At 400 requests\/s 80\.0 requests are in flight; Little's law predicts 80\.0 from 200 ms each\./
  )
  expect(lines[3]).toBe('Of 5 conclusions of the paper, 2 hold here and 3 do not.')
  expect(gatewayEnding(analysis)).toEqual(['A short run: its stages are too short for its figures to be compared.'])
})

test('an upstream that was too slow is said at the top', () => {
  const slow = analyseGateway(makeGatewayLab({ check: { addedP99Ms: 12.3, failed: 2 } }))
  expect(gatewayEnding(slow)[0]).toBe(
    'The upstream over TLS at 3,000 requests/s added 12.3 ms (p99) to the times that it drew and failed 2 requests: more than the limit of 10.0 ms.'
  )
})

test('a load generator that was late is named beside an upstream that was slow', () => {
  const late = analyseGateway(makeGatewayLab({ check: { addedP99Ms: 12.3, generatorDelayP99Ms: 40 } }))
  expect(gatewayEnding(late)[0]).toMatch(
    / limit of 10\.0 ms\. The load generator was late too, by 40\.0 ms \(p99\): the machine may be the reason\.$/
  )
})

test('a configuration of which a goal was not measured is in the answer', () => {
  const unseen = {
    ...saved,
    cells: saved.cells.map(cell => (cell.variant === 'fetch' ? { ...cell, samples: [] } : cell))
  }
  const lines = gatewayAnswer(analyseGateway(unseen))
  expect(lines).toContain('pool 168, pool 100 and no keep-alive meet every goal.')
  expect(lines).toContain('Not every goal was measured of fetch.')
})

test('a stage without a response has no p95, which is missed', () => {
  expect(goalInWords({ code: 'p95', side: 'atMost', goal: 420, found: null, outcome: 'missed' })).toBe(
    'no response, missed'
  )
})

test('the table of goals has the figure and the outcome of each', () => {
  const goals = labSections(work, analysis).find(({ heading }) => heading === 'Goals')
  expect(goals?.table?.header).toEqual([
    ...['configuration', 'all goals', 'limit at the peak'],
    ...['requests/s', 'p95', 'failed requests', 'CPU', 'memory', 'recovery']
  ])
  expect(goals?.table?.rows[0]).toEqual([
    ...['pool 168', 'met', 'nothing'],
    ...['400, met', '200 ms, met', '0.0%, met', '10.0%, met', '15.0%, met', expect.stringMatching(/ ms, met$/)]
  ])
  expect(goals?.table?.rows.every(row => row.length === goals.table?.header.length)).toBe(true)
})

test('every table of every part has as many cells as its header', () => {
  for (const part of /** @type {const} */ (['table', 'first', 'step', 'overheads', 'users', 'peak'])) {
    const sections = labSections(work, analyseGateway(makeGatewayLab({ part })))
    expect(sections.some(({ table }) => table)).toBe(true)
    for (const { table } of sections)
      for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.header.length ?? 0)
  }
})

test('the short report ends with the answer and fits on a terminal', () => {
  for (const part of /** @type {const} */ (['table', 'first', 'step', 'overheads', 'users', 'peak'])) {
    const sections = shortLabReport(work, analyseGateway(makeGatewayLab({ part })))
    expect(sections.at(-1)?.heading).toBe('Result')
    const text = toTerminal(sections)
    expect(text.split('\n').length).toBeLessThan(70)
    expect(text).not.toMatch(/undefined|NaN|Infinity/)
  }
})

test('virtual users: what is due, sent and left out, and the same figures as of requests', () => {
  const users = analyseGateway(makeGatewayLab({ part: 'users' }))
  const sections = labSections(work, users)
  const compared = sections.find(({ heading }) => heading === 'Virtual users and requests at the same rates')
  expect(compared?.table?.rows).toHaveLength(6 * 4)
  expect(compared?.table?.rows.find(row => row[0] === 'pool 168, users' && row[1] === 'ramp')?.slice(0, 5)).toEqual([
    ...['pool 168, users', 'ramp', '300', '300', '0.0%']
  ])
  expect(sections.find(({ heading }) => heading === 'Stages with virtual users')?.table?.rows).toHaveLength(6 * 4)
  expect(gatewayAnswer(users)[0]).toMatch(
    /^At 400 requests\/s a limit of virtual users leaves requests out \(pool 168, 82 users: 0\.0%; pool 168, 2 users: 97\.\d%; pool 10, 82 users: \d\d\.\d%\)\./
  )
})

test('the peak and half a core: each stage, when it settles, and how its CPU varies', () => {
  const sections = labSections(work, analyseGateway(makeGatewayLab({ part: 'peak' })))
  const rowsOf = (/** @type {string} */ heading) => sections.find(each => each.heading === heading)?.table?.rows ?? []
  expect(rowsOf('A peak of 50%').map(row => row.slice(0, 3))).toEqual([
    ['pool 168', 'half the goal', '200'],
    ['pool 168', 'the goal', '400'],
    ['pool 168', '50% above', '600'],
    ['pool 168', 'the goal again', '400']
  ])
  expect(rowsOf('Half a core').map(row => row.slice(0, 3))).toEqual([
    ['half a core', "half the paper's rate", '50'],
    ['half a core', "the paper's rate", '100'],
    ['half a core', '20% above', '120']
  ])
  expect(rowsOf('A peak of 50%')[1]?.slice(4)).toEqual([
    ...['200 ms', '0.0%', '80.0', 'at once', '20.0%', expect.stringMatching(/^20\.0% to 2\d\.\d%$/)]
  ])
})

test('Markdown has every section', () => {
  const text = labToMarkdown(labSections(work, analysis), saved.manifest)
  for (const heading of ['Goals', 'Stages', 'Queueing: predicted and found', 'Conclusions of the paper', 'Conditions'])
    expect(text).toContain(`## ${heading}`)
  expect(text).toContain('without end')
})

test('CSV: one row per stage, per goal and per point', () => {
  const rows = gatewaysToCsv(saved).trim().split('\r\n')
  expect(rows).toHaveLength(1 + 5 * 3)
  expect(rows.filter(row => row.startsWith('pool 168,1,goal,400,'))).toHaveLength(1)
  expect(gatewayGoalsCsv(analysis.lab).text.trim().split('\r\n')).toHaveLength(1 + 5 * 6)
  expect(gatewaySeriesCsv(analysis.lab.cells).text).toMatch(/^configuration,at_ms,completed_per_s,.*\r\npool 168,0,/)
  const singles = gatewaysToCsv(makeGatewayLab({ part: 'first' }))
    .trim()
    .split('\r\n')
  expect(singles).toHaveLength(1 + 3 * 3 * 21)
})

test('cells and runs in words', () => {
  const [cell] = saved.cells
  expect(cell && gatewayCellInWords(cell)).toBe('200, 400 and 480 requests/s')
  expect(gatewayCellInWords({ stages: null })).toBe('single requests')
  const plan = { part: 'table', length: /** @type {const} */ ('usual'), seed: 1, repeats: 1, dropped: 0 }
  expect(gatewayCellsInWords(gateway, plan)).toBe('5 configurations: 200, 400 and 480 requests/s, 25 s each')
  expect(gatewayCellsInWords(gateway, { ...plan, part: 'users' })).toBe(
    '6 configurations: 200, 200 to 400, 400 and 480 requests/s, 22 s each'
  )
  expect(gatewayCellsInWords(gateway, { ...plan, part: 'peak' })).toBe(
    '2 configurations: 200, 400, 600 and 400 requests/s; half a core: 50, 100 and 120 requests/s'
  )
  expect(gatewayCellsInWords(gateway, { ...plan, part: 'first' })).toBe('3 configurations: single requests')
})

test('one configuration, and a run that decides nothing, in words of their own', () => {
  const cells = saved.cells.filter(({ variant }) => variant === 'pool 10')
  const checks = saved.checks.map(check => ({ ...check, addedP99Ms: 11 }))
  const lines = gatewayAnswer(analyseGateway({ ...saved, cells, checks }))
  expect(lines[0]).toBe('No configuration meets every goal.')
  expect(lines.slice(-2)).toEqual([
    'This run cannot tell whether 1 conclusion of the paper holds.',
    expect.stringMatching(
      /^Open: "at most 10 open connections by default.*\. What may decide it: npm run lab:gateway -- --full/
    )
  ])
})
