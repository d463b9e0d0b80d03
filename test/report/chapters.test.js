import { describe, expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { chapters, verboseReport, verdictOnly } from '../../src/report/chapters.js'
import { toMarkdown } from '../../src/report/print/markdown.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { toTerminal } from '../../src/report/print/terminal.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { sampleRun } from '../helpers/sample-run.js'

/** @import { Analysis } from '../../src/types.js' */

const { analysis: sample } = sampleRun()

/** @param {Analysis} analysis */
function printed(analysis) {
  const sections = verboseReport(analysis)
  return { headings: sections.map(({ heading }) => heading), lines: toTerminal(sections).trimEnd().split('\n') }
}

describe('of a real run', () => {
  test('both cards with their blamed lines, and both verdicts, come last', () => {
    const { headings, lines } = printed(sample)
    expect(headings.slice(-3)).toEqual([
      expect.stringMatching(/^Summary card: log=sync/),
      expect.stringMatching(/^Summary card: gzip=on/),
      'Verdicts'
    ])
    const inView = lines.slice(-30)
    for (const part of [
      /^ {2}27 {2}if \(toggles/,
      /^ {2}log=sync is slower than off: /,
      /^ {2}gzip=on is slower than off: /
    ])
      expect(inView).toContainEqual(expect.stringMatching(part))
  })

  test('the bytes come first, and the link speed below which gzip pays is printed', () => {
    const { headings, lines } = printed(sample)
    expect(headings[1]).toBe('Bytes transferred per response')
    expect(lines.join(' ')).toMatch(/gzip=on saves .* it pays on +links slower than [\d.]+ Mbit\/s/)
  })

  test('notes on several verdicts name their candidate', () => {
    const { lines } = printed(sample)
    const notes = lines.slice(lines.indexOf('Notes on the verdicts') + 1)
    for (const candidate of sample.candidates)
      expect(notes).toContainEqual(expect.stringMatching(`^  ${candidate}: This run has 80% power`))
  })

  test.each([80, 100])('at %d columns no line is wider, and the cards keep their figures', columns => {
    const text = toTerminal(verboseReport(sample, columns), { columns })
    for (const line of text.split('\n')) expect({ line, fits: line.length <= columns }).toEqual({ line, fits: true })
    expect(text).toMatch(/console\.log\(info\)\s+\+\d+ µs ± \d+\n/)
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

test('several candidates are below each other, so that their figures are not cut', () => {
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
  const { lines } = printed(analyse(makeMeasured({ manifest, slices })).analysis)
  const text = lines.join('\n')
  expect(text).toMatch(
    /CPU per request +log=off +100 µs ± 0\.0%\n +log=sync +125 µs .*\+25\.0% .*\n +log=twice +150 µs .*\+50\.0%/
  )
  expect(text).toMatch(/\nVerdicts\n {2}log=sync is slower .*\n(.*\n)* {2}log=twice is slower /)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
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
    toTerminal(verboseReport(analysis)),
    shortReport(analysis, { folder: 'a run', places: [] }),
    toTerminal(verdictOnly(analysis)),
    toMarkdown(analysis, run.manifest),
    page
  ])
    expect(text).toContain(opening)
})
