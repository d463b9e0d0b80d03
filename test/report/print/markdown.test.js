import { describe, expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { tablesOf } from '../../../src/report/chapters.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { toTerminal } from '../../../src/report/print/terminal.js'
import { makeManifest, makeMeasured, makeRounds } from '../../helpers/make-run.js'
import { sampleRun } from '../../helpers/sample-run.js'

const { experiment } = makeManifest()
const manifest = makeManifest({ experiment: { ...experiment, question: 'A | loop <b>? @team #12 [x](y)' } })
const analysis = analyse(makeMeasured({ manifest, slices: makeRounds({ rounds: 6, costRatio: 1.25 }) })).analysis

test('terminal and Markdown have the same figures', () => {
  const rows = [
    ['CPU per request', '100 µs ± 0.0%', '125 µs ± 0.0%', '+25.0% (25.0 to 25.0)'],
    ['requests/s', '10,000 ± 0.0%', '8,000 ± 0.0%', '-20.0% (-20.0 to -20.0)']
  ]
  for (const cells of rows) {
    expect(toMarkdown(analysis, manifest)).toContain(`| ${cells.join(' | ')} |`)
    expect(toTerminal(tablesOf(analysis))).toMatch(
      new RegExp(cells.map(cell => cell.replace(/[+.()]/g, '\\$&')).join('\\s+'))
    )
  }
})

test('Markdown has the origin of the run, and text that could be markup is shown as text', () => {
  const text = toMarkdown(analysis, manifest)
  expect(text).toContain('2 cores (a CPU), 8 GiB, linux 6; node v20.0.0; commit abc1234; seed 1')
  expect(text).toContain('A \\| loop \\<b\\>? \\@&#8203;team \\#&#8203;12 \\[x\\](y)')
})

test('text that could be markup is shown as text in the summary of a folded part too', () => {
  const [size] = analysis.sizes
  const hostile = '</summary><img src=x>&amp;'
  const text = toMarkdown({ ...analysis, sizes: size ? [{ ...size, candidate: hostile }] : [] }, manifest)
  expect(text).toContain(
    '<summary>Totals: CPU per request, &#60;/summary&#62;&#60;img src=x&#62;&#38;amp; compared with'
  )
})

describe('of a real run', () => {
  const sample = sampleRun()
  const lines = toMarkdown(sample.analysis, sample.manifest).split('\n')

  test('both verdicts, and for each its card with the lines that pay, are in the first 30 lines', () => {
    const first = lines.slice(0, 30)
    expect(first[2]).toMatch(/^log=sync is slower than off: /)
    expect(first[4]).toMatch(/^gzip=on is slower than off: /)
    for (const place of [
      /^ {4}\+\d+ µs ± \d+ +█+ +src\/app\/info\/route\.js:27 {2}if/,
      /^ {4}\+.* src\/app\/app\.js:24 {2}if/
    ])
      expect(first).toContainEqual(expect.stringMatching(place))
    expect(first.filter(line => /^ {4}\+\d+ µs ± \d+ in all, from \d+ µs to \d+ µs$/.test(line))).toHaveLength(2)
  })

  test('notes name their toggle, and none is repeated', () => {
    const parts = lines.join('\n').split('\n<details>')
    const details = parts.filter(part => part.startsWith('<summary>Verdict details: '))
    expect(details.map(part => /details: ([^<]*)/.exec(part)?.[1])).toEqual(sample.analysis.candidates)
    const notes = details
      .join('\n')
      .split('\n')
      .filter(line => /^[-\w]/.test(line))
    expect(notes.length).toBeGreaterThan(4)
    expect(new Set(notes).size).toBe(notes.length)
  })

  test('all but the verdicts and their cards is folded', () => {
    const [top = '', ...folded] = lines.join('\n').split('\n<details>')
    expect(top.match(/^## \w+ ?\w*/gm)).toEqual(['## Summary card', '## Summary card'])
    for (const part of folded) expect(part).toMatch(/^<summary>[^<>\n]+<\/summary>\n\n.+\n\n<\/details>\n*$/s)
  })

  test('tables have an empty line above and below, without which GitHub shows them as text', () => {
    for (const [at, line] of lines.entries()) {
      if (!line.startsWith('|')) continue
      for (const beside of [lines[at - 1], lines[at + 1]]) expect(beside).toMatch(/^$|^\|/)
    }
  })
})
