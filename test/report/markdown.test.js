import { expect, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { toMarkdown } from '../../src/report/markdown.js'
import { sectionsOf } from '../../src/report/sections.js'
import { toTerminal } from '../../src/report/terminal.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'

const { experiment } = makeManifest()
const manifest = makeManifest({ experiment: { ...experiment, question: 'A | loop <b>?' } })
const analysis = analyseRun(makeMeasured({ manifest, slices: makeRounds({ rounds: 6, costRatio: 1.25 }) }))

test('terminal and Markdown have the same figures', () => {
  const sections = sectionsOf(analysis)
  const rows = [
    ['CPU per request', '100 µs ± 0.0%', '125 µs ± 0.0%', '+25.0% (25.0 to 25.0)'],
    ['requests/s', '10,000 ± 0.0%', '8,000 ± 0.0%', '-20.0% (-20.0 to -20.0)']
  ]
  for (const cells of rows) {
    expect(toMarkdown(sections, manifest)).toContain(`| ${cells.join(' | ')} |`)
    expect(toTerminal(sections)).toMatch(new RegExp(cells.map(cell => cell.replace(/[+.()]/g, '\\$&')).join('\\s+')))
  }
})

test('Markdown has the origin of the run, and text that could be markup is shown as text', () => {
  const text = toMarkdown(sectionsOf(analysis), manifest)
  expect(text).toContain('2 cores (a CPU), 8 GiB, linux 6; node v20.0.0; commit abc1234; seed 1')
  expect(text).toContain('A \\| loop \\<b\\>?')
})
