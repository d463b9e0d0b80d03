import { describe, expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { chapters, tablesOf, verdictOnly } from '../../src/report/chapters.js'
import { toMarkdown } from '../../src/report/print/markdown.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { toTerminal } from '../../src/report/print/terminal.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { sampleRun } from '../helpers/sample-run.js'

/** @import { Analysis } from '../../src/types.js' */

const { analysis: sample } = sampleRun()

/** @param {Analysis} analysis */
function printed(analysis) {
  const sections = tablesOf(analysis)
  return { headings: sections.map(({ heading }) => heading), lines: toTerminal(sections).trimEnd().split('\n') }
}

describe('of a real run', () => {
  test('the tables begin with bytes, and end with blame', () => {
    const { headings } = printed(sample)
    expect(headings[0]).toBe('Bytes transferred per response')
    expect(headings.slice(-4)).toEqual([
      expect.stringMatching(/^Blame: CPU per request .*gzip=on/),
      expect.stringMatching(/^CPU per request by package: gzip=on/),
      expect.stringMatching(/^Blame: Bytes allocated /),
      expect.stringMatching(/^Bytes allocated per request by package/)
    ])
  })

  test('below them is the whole report in short: no line is left out', () => {
    const whole = shortReport(sample, { folder: 'a run', places: [], isWhole: true })
    const lines = whole.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(30)
    for (const line of shortReport(sample, { folder: 'a run', places: [] }).split('\n')) expect(lines).toContain(line)
    expect(whole.replace(/\s+/g, ' ')).toMatch(/gzip=on saves .* it pays on links slower than [\d.]+ Mbit\/s/)
  })

  test.each([80, 100])('at %d columns no line is wider, and no figure is cut', columns => {
    const text = toTerminal(tablesOf(sample), { columns })
    for (const line of text.split('\n')) expect({ line, fits: line.length <= columns }).toEqual({ line, fits: true })
    expect(text).toMatch(/^ {2}showAppInfo .*route\.js:27 +\+\d+(\.\d)? µs ± \d+(\.\d)? +confirmed by both profilers$/m)
    expect(text).toMatch(/^ {2}latency p50 +[-+][\d.]+% \(.*\) +[-+][\d.]+% \(.*\)$/m)
  })

  test('a path is cut at its start, where the name of the file is not', () => {
    const [blame] = sample.blames
    const [row] = blame?.rows ?? []
    if (!blame || !row?.owner) throw new Error('the sample has no blame')
    const deep = {
      ...row,
      owner: { ...row.owner, file: `file:///srv/${'folder/'.repeat(20)}route.js`, line: 7 },
      line: 7
    }
    const { lines } = printed({ ...sample, blames: [{ ...blame, rows: [deep] }] })
    expect(lines.join('\n')).toMatch(/ …[\w/]+folder\/route\.js:7 /)
  })
})

test('several candidates have their values where there is room, and else their changes', () => {
  const { experiment } = makeManifest()
  const [one, other] = experiment.variants
  if (!one || !other) throw new Error('the experiment has two variants')
  const third = { ...other, name: 'log=twice' }
  const manifest = makeManifest({ experiment: { ...experiment, variants: [one, other, third] } })
  const twice = makeRounds({ rounds: 6, costRatio: 1.5 }).filter(({ variant }) => variant === other.name)
  const slices = [
    ...makeRounds({ rounds: 6, costRatio: 1.25 }),
    ...twice.map(slice => ({ ...slice, variant: third.name, launch: `${slice.launch}-twice` }))
  ]
  const { analysis } = analyse(makeMeasured({ manifest, slices }))
  const tables = tablesOf(analysis)
  expect(toTerminal(tables, { columns: 80 })).toMatch(/CPU per request +\+25\.0% .* +\+50\.0% /)
  const text = toTerminal(tables)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  const values = tables.flatMap(({ table }) => table?.rows ?? []).find(([label]) => label === 'CPU per request')
  expect(values?.slice(1, 4)).toEqual(['100 µs ± 0.0%', '125 µs ± 0.0%', '150 µs ± 0.0%'])
})

test('the verdict alone has the question above it', () => {
  expect(toTerminal(verdictOnly(sample))).toMatch(/^info: .*\n {2}log=sync is slower than off/)
})

test('where a change has no figure, the values and the number of rounds are still readable', () => {
  const slices = makeRounds({ rounds: 2, costRatio: 1 }).map((slice, index) => ({
    ...slice,
    completed: slice.completed * ([1, 4, 4, 1][index % 4] ?? 1)
  }))
  const { lines } = printed(analyse(makeMeasured({ slices })).analysis)
  const row = lines.find(line => /^ {2}CPU per request/.test(line))
  expect(row).toMatch(/^ {2}CPU per request +~\d.* +~\d.* +too few samples \(\d+ more rounds\)$/)
})

test('each chapter appears somewhere, and no two have the same place', () => {
  const rows = Object.values(chapters)
  for (const { terminal, summary, page } of rows) expect(terminal ?? summary ?? page).toBeDefined()
  const places = rows.flatMap(({ terminal }) => terminal ?? [])
  expect(places.toSorted((one, other) => one - other)).toEqual(places.map((_, index) => index + 1))
})

test.each([
  ['a short run', { quick: true }],
  ['a run of first requests', { coldRequests: 500 }]
])('the verdict line of %s says that its servers are cold, wherever it is printed', async (_, cold) => {
  const { design } = makeManifest()
  const run = makeMeasured({
    manifest: makeManifest({ design: { ...design, ...cold } }),
    slices: makeRounds({ rounds: 6, costRatio: 1.2 })
  })
  const { analysis, graphs } = analyse(run)
  const opening = 'Cold servers: log=sync is slower than log=off'
  const page = await renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
  for (const text of [
    shortReport(analysis, { folder: 'a run', places: [] }),
    toTerminal(verdictOnly(analysis)),
    toMarkdown(analysis, run.manifest),
    page
  ])
    expect(text).toContain(opening)
})
