import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { infoPages } from '../../scripts/lab/info-pages.js'
import { analyse } from '../../src/analyse.js'
import { info } from '../../src/experiments/info.js'
import { formatFigure, formatMean } from '../../src/report/words/format.js'
import { RunFolder } from '../../src/runs/run-folder.js'
import { makeManifest, makeMeasured, makeSlice } from '../helpers/make-run.js'

jest.setTimeout(60_000)

const root = path.join(import.meta.dirname, '../..')
const sample = path.join(root, 'profiles/sample')
const run = new RunFolder(sample).read()
const analysis = analyse(run).analysis

/** Returns the text of all pages of the lab. @type {(...run: Parameters<typeof infoPages>) => string} */
function labText(...of) {
  return Object.values(infoPages(...of)).join('\n')
}

test.each(Object.entries(infoPages(analysis, run.manifest)))(
  'docs/labs/%s has the figures of the committed sample: node scripts/write-lab.js writes them',
  (page, text) => {
    const written = readFileSync(path.join(root, 'docs/labs', page), 'utf8').split('\n')
    const expected = text.split('\n')
    const stale = expected.flatMap((line, index) =>
      line === written[index] ? [] : [{ line: index + 1, expected: line }]
    )
    expect(stale).toEqual([])
    expect(written).toHaveLength(expected.length)
  }
)

test('the lab finds the verdict, ticks, blame and loads of the log in the sample', () => {
  const missing = [...labText(analysis, run.manifest).matchAll(/\(.*not in this run.*\)/gi)].map(([text]) => text)
  expect(missing.filter(text => /log=sync|V8 ticks|Blame|^\(Not/.test(text))).toEqual([])
})

test('a row about --prof quotes the figures under --prof, and names the unprofiled ones', () => {
  const profiled = analysis.profiledLoads.find(
    ({ profiler, load }) => profiler === 'prof' && load.generator === 'autocannon'
  )
  const rate = profiled?.rows.find(({ metric }) => metric === 'requestsPerSecond')?.estimates['log=sync']
  if (!rate) throw new Error('the sample has no autocannon under --prof')
  const row = labText(analysis, run.manifest)
    .split('\n')
    .find(line => line.startsWith('| autocannon 100 connections, `--prof`'))
  expect(row).toContain(`under prof: ${formatMean(rate, formatFigure)} with`)
  expect(row).toMatch(/Unprofiled: .* with, .* without/)
})

test('no table of the lab has an empty column', () => {
  const text = labText(analysis, run.manifest)
  const tables = text.split('\n\n').filter(block => block.startsWith('|'))
  expect(tables.length).toBeGreaterThan(8)
  for (const table of tables) {
    const [header = [], , ...rows] = table.split('\n').map(line => line.split(/(?<!\\)\|/).slice(1, -1))
    for (const column of header.keys()) expect(rows.some(cells => cells[column]?.trim())).toBe(true)
  }
})

test('of a run with both toggles it has the bytes, the verdict on gzip, its size and the interaction', () => {
  const toggled = analyse(makeMeasured({ manifest: toggledManifest(), slices: toggledSlices() })).analysis
  const text = labText(toggled, run.manifest)
  expect(text).toContain('| document | /info | 2,000 B | 1,000 B | 50.0% |')
  expect(text).toMatch(/^> gzip=on is slower than off: \+50.0 µs/m)
  expect(text).toMatch(/^\| all threads, mean of 2 .*\| 105\.0 µs \| 155\.0 µs \|/m)
  expect(text).toMatch(/^> Interaction: log=sync costs \+7.00 µs .*; the difference is 0.00 µs/m)
})

test.each(/** @type {const} */ (['verdicts', 'sizes', 'loads', 'ticks']))(
  'the %s of the sample are those of its analysis.json',
  key => {
    const saved = JSON.parse(readFileSync(new RunFolder(sample).analysis, 'utf8'))
    expect(saved[key]).toEqual(JSON.parse(JSON.stringify(analysis[key])))
  }
)

test('a figure that changes makes a line of the lab stale', () => {
  const [first] = analysis.verdicts
  const { size } = first ?? {}
  if (!first || !size) throw new Error('the sample has no size')
  const other = { ...size, difference: { ...size.difference, micros: size.difference.micros + 40 } }
  const changed = { ...analysis, verdicts: [{ ...first, size: other }, ...analysis.verdicts.slice(1)] }
  expect(labText(changed, run.manifest)).not.toBe(labText(analysis, run.manifest))
})

/** A run of which the size of the document was measured. */
function toggledManifest() {
  const sizes = { off: 2000, 'log=sync': 2000, 'gzip=on': 1000, both: 1000 }
  const resources = Object.entries(sizes).map(([variant, bytes]) => {
    return { variant, name: 'document', path: '/info', bytes, contentEncoding: 'identity' }
  })
  return makeManifest({ experiment: info, resources })
}

/** Eight rounds in which the log costs 10 µs and gzip 50 µs, in every combination. */
function toggledSlices() {
  const costs = { off: 100, 'log=sync': 110, 'gzip=on': 150, both: 160 }
  return Array.from({ length: 8 }, (_, round) => round).flatMap(round =>
    info.variants.map(({ name, contentEncoding }) =>
      makeSlice({
        variant: name,
        round,
        launch: `${round}-${name}`,
        cpuMicros: 1000 * Number(Object(costs)[name]),
        contentEncodings: { [String(contentEncoding)]: 1000 }
      })
    )
  )
}
