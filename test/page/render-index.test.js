import { createHash } from 'node:crypto'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { analyseGateway } from '../../src/labs/gateway/analysis/analyse-gateway.js'
import { gatewayLab } from '../../src/labs/gateway/lab.js'
import { renderIndex } from '../../src/page/render-index.js'
import { answerOf } from '../../src/report/words/answer-words.js'
import { makeGatewayLab } from '../helpers/make-gateway-lab.js'
import { makeListedRun } from '../helpers/make-runs.js'

/** @import { SummaryAnswer } from '../../src/blame/types.js' */
/** @import { Design } from '../../src/measure/types.js' */
/** @import { ListedRun } from '../../src/runs/list-runs.js' */

const older = makeListedRun({ folder: 'older', manifest: { startedAt: '2026-01-01T09:30:00.000Z' } })
const newer = makeListedRun({
  folder: 'newer',
  costRatio: 1,
  manifest: { startedAt: '2026-02-01T09:30:00.000Z', versions: { node: 'v24.0.0' }, gitCommit: null }
})

test('each run is a row: when, verdict, the figure of its report, its costliest line, and where it was measured', async () => {
  const rows = rowsOf(await render([newer, older]))
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatch(
    /^Report of 2026-01-01 09:30 info-log slower log=sync vs log=off \+\S+ µs ± \S+ \+19\.8% \(19\.0 to 20\.7\), main-thread CPU per request; requests\/s -16\.7% \(-16\.7 to -16\.7\) not profiled Node v20\.0\.0, commit abc1234, 8 rounds$/
  )
  expect(rows[0]).toMatch(
    /2026-02-01 09:30 info-log no difference .* at most .*Node v24\.0\.0, commit unknown, 8 rounds$/
  )
})

test('a row has the number of the first sentence of its report, and the first line of its card', async () => {
  const { analysis } = older
  const [verdict] = analysis.verdicts
  const file = path.join(analysis.folder, 'src/route.js')
  const [summary] = /** @type {SummaryAnswer[]} */ (analysis.summary ?? [])
  const line = { file, line: 27, micros: 15, low: 14, high: 16 }
  const run = makeListedRun({ analysis: /** @type {any} */ ({ summary: [{ ...summary, lines: [line] }] }) })
  const document = await render([run])
  const { number, detail } = answerOf(/** @type {any} */ (verdict), analysis).headline
  expect(textOf(document.querySelector('.change strong'))).toBe(`${number} ${detail.split(',')[0]}`)
  expect(textOf(document.querySelector('.blamed'))).toMatch(/^\+15\.0 µs ± 1\.0 src\/route\.js:27$/)
})

test('a run that an older version analysed has its change in place of the number', async () => {
  const { summary: _, ...analysis } = older.analysis
  const document = await render([{ ...older, analysis }])
  expect(textOf(document.querySelector('.change'))).toMatch(/^\+19\.8% \(19\.0 to 20\.7\), main-thread CPU/)
})

test('links to run folders escape their names', async () => {
  const document = await render([
    { ...newer, folder: 'a "b" #c?&/..%' },
    { ...older, hasPage: false }
  ])
  const links = [...document.querySelectorAll('tbody a')].map(link => link.getAttribute('href'))
  expect(links).toEqual(['a%20%22b%22%20%23c%3F%26%2F..%25/report.html'])
  expect(rowsOf(document)[1]).toMatch(/2026-01-01 09:30 no page yet/)
})

test('all runs are one table, newest first, with a trend where two of an experiment compare', async () => {
  const startedAt = '2026-01-15T09:30:00.000Z'
  const gzip = makeListedRun({ manifest: { startedAt }, analysis: { experiment: 'info-gzip', question: 'Why?' } })
  const document = await render([newer, gzip, older])
  expect(document.querySelectorAll('table')).toHaveLength(1)
  const seen = [...document.querySelectorAll('tbody tr')].map(row => row.getAttribute('data-experiment'))
  expect(seen).toEqual(['info-log', 'info-gzip', 'info-log'])
  expect([...document.querySelectorAll('#experiment option')].map(textOf)).toEqual([
    'all',
    'info-log (2)',
    'info-gzip (1)'
  ])
  const trends = [...document.querySelectorAll('figure')].map(figure => figure.getAttribute('data-experiment'))
  expect(trends).toEqual(['info-log'])
})

test('a trend has runs under one load and states different machines, Node.js versions and short runs', async () => {
  const design = /** @type {Design} */ (older.manifest?.design)
  const load = /** @type {const} */ ({ generator: 'autocannon', mode: 'closed', connections: 10 })
  const [one, two] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'].map(startedAt =>
    makeListedRun({ manifest: { startedAt, design: { ...design, loads: [load] } } })
  )
  const machine = { .../** @type {any} */ (older.manifest?.machine), cores: 8 }
  const quick = makeListedRun({
    manifest: { startedAt: '2025-12-01T00:00:00.000Z', machine, design: { ...design, quick: true } }
  })
  const captions = async (/** @type {any[]} */ ...runs) =>
    [...(await render(runs)).querySelectorAll('figcaption')].map(textOf)
  const [ten, hundred] = [10, 100].map(
    connections =>
      `Load: autocannon, ${connections} connections, closed loop, GET /info. The table has the same values.`
  )
  const different = 'which can change a result as much as code does.'
  expect(await captions(two, one)).toEqual([ten])
  expect(await captions(one, older)).toEqual([])
  expect(await captions(two, one, newer, older)).toEqual([
    ten,
    `${hundred} The runs differ in Node.js version, ${different}`
  ])
  expect(await captions(newer, older, quick)).toEqual([
    `${hundred} The runs differ in machine and Node.js version, ${different} Some of them are short runs.`
  ])
})

test('a profiled run without blamed functions differs from a run without a profiler', async () => {
  const design = /** @type {Design} */ (older.manifest?.design)
  const watched = makeListedRun({
    manifest: { design: { ...design, profilers: [{ name: 'cdp', playsLoads: false, isAlone: false }] } }
  })
  const cells = [...(await render([watched, older])).querySelectorAll('.blamed')].map(textOf)
  expect(cells).toEqual(['no function', 'not profiled'])
})

test('every candidate of a run has a row', async () => {
  const verdicts = older.analysis?.verdicts.flatMap(verdict => [verdict, { ...verdict, candidate: 'log=async' }])
  const rows = rowsOf(await render([makeListedRun({ analysis: { verdicts } })]))
  expect(rows.map(row => /(\S+) vs /.exec(row)?.[1])).toEqual(['log=sync', 'log=async'])
})

test('an interrupted run and one without a change state the reason', async () => {
  const problem = /** @type {const} */ ({ code: 'ERR_INTERRUPTED', details: { signal: 'SIGINT' } })
  const interrupted = makeListedRun({ analysis: { status: 'interrupted', problem } })
  const empty = makeListedRun({ rounds: 1 })
  const rows = rowsOf(await render([interrupted, empty]))
  expect(rows[0]).toContain('The run was interrupted. Interrupted by SIGINT.')
  expect(rows[1]).toMatch(/cannot tell .*fewer than two rounds were measured/)
})

test('runs that cannot be listed have a reason, and the others stay', async () => {
  const nothing = { manifest: null, analysis: null, hasPage: false }
  const document = await render([
    older,
    { ...nothing, folder: 'broken', problem: 'run.json: Unexpected end of JSON input' },
    { ...older, folder: 'stopped', analysis: null, problem: 'it was not analysed' }
  ])
  expect(rowsOf(document).slice(1)).toEqual([
    'broken no page yet run.json: Unexpected end of JSON input. The command report <run folder> analyses it again.',
    'Report of 2026-01-01 09:30 info-log it was not analysed'
  ])
})

test('a lab that has goals and no verdict is listed with a link to its report', async () => {
  const saved = makeGatewayLab()
  const document = await render([
    {
      ...{ folder: 'a gateway', manifest: saved.manifest, lab: gatewayLab.inLists, analysis: analyseGateway(saved) },
      ...{ problem: null, hasPage: true }
    },
    { folder: 'stopped', manifest: null, analysis: null, problem: 'it was not analysed', hasPage: false }
  ])
  expect(rowsOf(document)[0]).toMatch(/gateway it has goals instead, see its report$/)
  const links = [...document.querySelectorAll('tbody a')].map(link => link.getAttribute('href'))
  expect(links).toEqual(['a%20gateway/report.html'])
})

test('hostile names are text, and long ones are cut', async () => {
  const evil = '"\'></script><script>window.bad=1</script>\u2028<img src=x onerror=alert(1)>'
  const seen = evil.replace('\u2028', '\ufffd')
  const verdicts = older.analysis?.verdicts.map(verdict => ({ ...verdict, candidate: evil + 'x'.repeat(1e6) }))
  const hostile = makeListedRun({ folder: evil, analysis: { experiment: evil, question: evil, verdicts } })
  const html = await renderIndex([hostile, older, { ...hostile, analysis: null, problem: evil }])
  const { document } = parseHTML(html)
  expect(html.length).toBeLessThan(200_000)
  expect(document.querySelectorAll('img, tbody script')).toHaveLength(0)
  expect(document.querySelectorAll('script')).toHaveLength(2)
  expect(document.querySelector('option[value]:nth-child(2)')?.getAttribute('value')).toBe(seen)
  expect(document.querySelector('.unlisted')?.textContent).toBe(seen)
  const [first] = JSON.parse(document.getElementById('answers')?.textContent ?? '')
  expect(first).toMatchObject({ experiment: seen, folder: evil })
})

test('the policy allows the one script and the one style of the page, and nothing else', async () => {
  const document = await render([older, newer])
  const policy = document.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content')
  const script = hashOf(document.querySelector('script:not([type])'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src '${script}'`)
  expect(policy).toContain(`style-src '${hashOf(document.querySelector('style'))}'`)
  expect(document.querySelectorAll('[style], svg style, [onclick], [src], link:not([href="data:,"])')).toHaveLength(0)
})

test('without runs the page shows the command that makes one', async () => {
  const document = await render([])
  expect(textOf(document.querySelector('main'))).toMatch(/There are no runs yet.*The commands run and compare make one/)
  expect(document.querySelector('.selection')).toBeNull()
})

test('a single run has no comparison', async () => {
  expect((await render([older])).querySelector('.selection, input')).toBeNull()
})

/** @param {ListedRun[]} runs */
async function render(runs) {
  return parseHTML(await renderIndex(runs)).document
}

/** @param {Document} document */
function rowsOf(document) {
  return [...document.querySelectorAll('tbody tr')].map(textOf)
}

/** @param {Element | null} element */
function textOf(element) {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** @param {Element | null} element */
function hashOf(element) {
  return `sha256-${createHash('sha256')
    .update(element?.textContent ?? '')
    .digest('base64')}`
}
