import { expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { renderPage } from '../../src/page/render-page.js'
import { pullRequestText } from '../../src/report/print/pull-request.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { runLines } from '../../src/report/words/run-answers.js'
import { goldenRun } from '../helpers/golden-analyses.js'
import { makeProfiledRun } from '../helpers/make-page.js'
import { sampleRun } from '../helpers/sample-run.js'
import { removeTemporaryFolders } from '../helpers/temporary-folder.js'

/** @import { SavedRun } from '../../src/runs/read-run.js' */
/** @import { Analysed } from '../../src/analyse.js' */

removeTemporaryFolders()

/** @typedef {{ run: SavedRun } & Analysed} Run */

/** @param {SavedRun} run @returns {Run} */
function analysed(run) {
  return { run, ...analyse(run) }
}

/** @type {[string, () => Run | Promise<Run>][]} */
const runs = [
  ['slower', () => analysed(makeProfiledRun({ costRatio: 1.3 }).run)],
  ['faster', () => analysed(makeProfiledRun({ costRatio: 0.8 }).run)],
  ['identical', () => analysed(makeProfiledRun({ costRatio: 1 }).run)],
  ...'sample cold quick three requests refs against'
    .split(' ')
    .map(name => /** @type {[string, () => Promise<Run>]} */ ([name, () => goldenRun(name)]))
]
test.each(runs)('the CPU of the run %s in its summary is that of its sizes', async (_, load) => {
  const { summary = [], sizes } = (await load()).analysis
  expect(sizes.length).toBeGreaterThan(0)
  for (const { candidate, main } of sizes) {
    const row = summary.find(each => each.candidate === candidate)?.metrics.find(({ name }) => name === 'cpuMainThread')
    if (main) expect(row).toMatchObject({ baseline: main.baselineMicros, candidate: main.candidateMicros })
  }
})

const unitMicros = { µs: 1, ms: 1e3, s: 1e6 }

test.each(runs)('no surface of the run %s has another figure for the same question', async (_, load) => {
  const { run, analysis, graphs } = await load()
  const { manifest } = run
  const listed = { folder: 'a run', manifest, analysis, problem: null, hasPage: true }
  const page = await renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
  const surfaces = {
    terminal: shortReport(analysis, { folder: 'a run', places: [] }),
    comment: pullRequestText(analysis, manifest),
    index: runLines([listed]).join('\n'),
    page: textOf(page)
  }
  const json = JSON.parse(JSON.stringify(analysis))
  expect(Object.keys(json).slice(0, 2)).toEqual(['schemaVersion', 'summary'])
  for (const [surface, text] of Object.entries(surfaces))
    expect({ surface, wrong: wrongFigures(plain(text), json.summary) }).toEqual({ surface, wrong: [] })
  // The search finds something: each verdict with a figure has it in the terminal, the comment and the page.
  for (const { candidate, baseline, verdict, size } of json.summary) {
    if (!size || (verdict !== 'slower' && verdict !== 'faster')) continue
    for (const surface of /** @type {const} */ (['terminal', 'comment', 'page']))
      expect(plain(surfaces[surface])).toMatch(opening(candidate, baseline))
  }
})

test('the table of the deciding load has the intervals of the sizes, also where a drift makes them wider', async () => {
  const { analysis } = await goldenRun('sample')
  const rowOf = (/** @type {string} */ name) => analysis.loads[0]?.rows.find(({ metric }) => metric === name)
  const pairs = analysis.sizes.flatMap(({ candidate, main, all }) => [
    [main?.relative, rowOf('cpuMainThread')?.changes[candidate]],
    [all?.relative, rowOf('cpuPerRequest')?.changes[candidate]]
  ])
  expect(pairs).toHaveLength(4)
  for (const [size, change] of pairs) expect([change?.low, change?.high]).toEqual([size?.low, size?.high])
})

/** @param {string} candidate @param {string} baseline */
function opening(candidate, baseline) {
  return new RegExp(`${escaped(candidate)} is (?:slower|faster) than ${escaped(baseline)}: ([+-][\\d.,]+) (µs|ms|s) of`)
}

test('the search finds a figure that differs, on each surface', async () => {
  const { run, analysis, graphs } = await goldenRun('sample')
  const page = await renderPage({ run, analysis, graphs: graphs(), tickTexts: [] })
  const texts = [
    shortReport(analysis, { folder: 'a run', places: [] }),
    pullRequestText(analysis, run.manifest),
    textOf(page)
  ].map(plain)
  const { summary = [] } = analysis
  const rateOf = (/** @type {typeof summary[0]} */ answer) =>
    answer.metrics.findIndex(({ name }) => name === 'requestsPerSecond')
  const others = JSON.parse(JSON.stringify(summary))
  for (const answer of others) {
    answer.size.difference.micros *= 1.1
    answer.size.relative.relative *= 1.1
    answer.metrics[rateOf(answer)].change.relative *= 1.3
  }
  for (const text of texts) {
    const wrong = wrongFigures(text, others).map(each => each.split(':')[0])
    expect([...new Set(wrong)].toSorted()).toEqual(['percent', 'requestsPerSecond', 'size'])
  }
})

test('the values of requests/s and latency are as far apart as their change says', () => {
  const { analysis } = sampleRun()
  const all = (analysis.summary ?? []).flatMap(({ metrics }) => metrics)
  const rows = all.filter(({ name, change }) => change !== null && !name.startsWith('cpu'))
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['requestsPerSecond', 'latencyP50']))
  for (const { baseline, candidate, change } of rows)
    expect(Number(candidate) / Number(baseline) - 1).toBeCloseTo(Number(change?.relative), 9)
})

/**
 * Returns the figures of a text that differ from those of the summary by more than their last digit: size, percent, the rate and p50.
 * @param {string} text @param {Record<string, any>[]} summary as JSON has it
 */
function wrongFigures(text, summary) {
  return [...summary.flatMap(answer => wrongSizes(text, answer)), ...wrongMetrics(text, summary)]
}

/** @param {string} text @param {Record<string, any>} answer */
function wrongSizes(text, { candidate, baseline, size, change, verdict }) {
  const wrong = []
  const after = / .{0,60}?from ([\d.,]+) (µs|ms|s) to [\d.,]+ (?:µs|ms|s), ([+-][\d.]+)% \(/
  const headlines = [...text.matchAll(new RegExp(opening(candidate, baseline).source + after.source, 'g'))]
  for (const [, micros = '', unit = '', start = '', startUnit = '', percent = ''] of size ? headlines : []) {
    wrong.push(...differing('size', micros, size.difference.micros / unitOf(unit)))
    wrong.push(...differing('baseline', start, size.baselineMicros / unitOf(startUnit)))
    wrong.push(...differing('percent', percent, 100 * size.relative.relative))
  }
  const compared = `${escaped(candidate)} compared with ${escaped(baseline)}: ${verdict}, ([+-][\\d.]+)% \\(`
  for (const [, percent = ''] of change ? text.matchAll(new RegExp(compared, 'g')) : [])
    wrong.push(...differing('index', percent, 100 * change.relative))
  return wrong
}

/** Returns the changes of the rate and of p50 that no candidate has. @param {string} text @param {Record<string, any>[]} summary */
function wrongMetrics(text, summary) {
  const labels = { requestsPerSecond: 'requests/s', latencyP50: 'p50 latency(?: \\([\\d,]+/s\\))?' }
  return Object.entries(labels).flatMap(function wrongOf([name, label]) {
    const changes = summary.flatMap(({ metrics }) =>
      metrics.flatMap((/** @type {Record<string, any>} */ each) =>
        each.name === name && each.change ? [100 * each.change.relative] : []
      )
    )
    const rows = text.matchAll(new RegExp(`${label} (?:~?[\\d.,]+(?: [µm]?s)?,? (?:→ )?){2}([+-]?[\\d.]+)% \\(`, 'g'))
    return [...rows].flatMap(([, found = '']) => {
      const wrong = changes.map(change => differing(name, found, change))
      return wrong.some(each => each.length === 0) ? [] : (wrong[0] ?? [`${name}: ${found} of none`])
    })
  })
}

/** @param {string} what @param {string} text of a figure @param {number} value */
function differing(what, text, value) {
  const figure = text.replaceAll(',', '')
  const decimals = figure.split('.')[1]?.length ?? 0
  const isSame =
    Math.abs(Number(figure) - value) <= 0.51 * 10 ** -decimals || Number(value.toPrecision(3)) === Number(figure)
  return isSame ? [] : [`${what}: ${text} of ${value}`]
}

/** @param {string} unit */
function unitOf(unit) {
  return unitMicros[/** @type {keyof typeof unitMicros} */ (unit)]
}

/** Returns a text in one line, without the marks of Markdown. @param {string} text */
function plain(text) {
  return text.replace(/\\(?=[^\w\s])|\*\*|&#8203;/g, '').replace(/\s+/g, ' ')
}

/** Returns the text that a page shows. @param {string} html */
function textOf(html) {
  return html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#34;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
