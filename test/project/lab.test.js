import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { labText } from '../../scripts/lab/lab-text.js'
import { analyseRun } from '../../src/analyse-run.js'
import { readRun } from '../../src/runs/read-run.js'
import { runLayout } from '../../src/runs/run-layout.js'

jest.setTimeout(60_000)

const root = path.join(import.meta.dirname, '../..')
const sample = path.join(root, 'profiles/sample')
const run = readRun(sample)
const analysis = analyseRun(run)

test('docs/labs/info.md has the figures of the committed sample: node scripts/write-lab.js writes them', () => {
  const written = readFileSync(path.join(root, 'docs/labs/info.md'), 'utf8').split('\n')
  const expected = labText(analysis, run.manifest).split('\n')
  const stale = expected.flatMap((line, index) =>
    line === written[index] ? [] : [{ line: index + 1, expected: line }]
  )
  expect(stale).toEqual([])
  expect(written).toHaveLength(expected.length)
})

test.each(/** @type {const} */ (['verdicts', 'sizes', 'loads', 'ticks']))(
  'the %s of the sample are those of its analysis.json',
  key => {
    const saved = JSON.parse(readFileSync(runLayout(sample).analysis, 'utf8'))
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
