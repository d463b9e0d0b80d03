import { describe, expect, test } from '@jest/globals'
import { analyseRun } from '../../src/analyse-run.js'
import { shortReport, verdictOnly } from '../../src/report/short-report.js'
import { toTerminal } from '../../src/report/terminal.js'
import { makeManifest, makeMeasured, makeRounds } from '../helpers/make-run.js'
import { sampleRun } from '../helpers/sample-run.js'

/** @import { Analysis } from '../../src/types.js' */

const { analysis: sample } = sampleRun()

/** @param {Analysis} analysis @param {number} mostLines */
function printed(analysis, mostLines) {
  const sections = shortReport(analysis, all => toTerminal(all).split('\n').length <= mostLines)
  return { headings: sections.map(({ heading }) => heading), lines: toTerminal(sections).trimEnd().split('\n') }
}

describe('of a real run', () => {
  test('everything fits into 60 lines of 100 columns', () => {
    const { lines } = printed(sample, 58)
    expect(lines.length).toBeLessThanOrEqual(58)
    for (const line of lines) expect({ line, fits: line.length <= 100 }).toEqual({ line, fits: true })
  })

  test('blame, card and verdict come last, the verdict as the last of them', () => {
    const { headings, lines } = printed(sample, 58)
    expect(headings.slice(-4)).toEqual([
      expect.stringMatching(/^Blame/),
      expect.stringMatching(/^Summary card/),
      expect.stringMatching(/^Summary card/),
      'Verdicts'
    ])
    const verdictAt = lines.indexOf('Verdicts')
    expect(lines[verdictAt + 1]).toMatch(/^ {2}log=sync is slower than off: /)
    expect(lines.length - verdictAt).toBeLessThan(20)
  })

  test('without room the verdict remains, and the card is the last to go', () => {
    expect(printed(sample, 36).headings.slice(-2)).toEqual([expect.stringMatching(/^Summary card/), 'Verdicts'])
    expect(printed(sample, 10).headings).toEqual([expect.stringMatching(/^info: /), 'Verdicts'])
  })

  test('a path is cut at its start, where the name of the file is not', () => {
    const [blame] = sample.blames
    const [row] = blame?.rows ?? []
    if (!blame || !row?.owner) throw new Error('the sample has no blame')
    const deep = { ...row, owner: { ...row.owner, file: `file:///srv/${'folder/'.repeat(20)}route.js`, line: 7 } }
    const { lines } = printed({ ...sample, blames: [{ ...blame, rows: [deep] }] }, 58)
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
  const { lines } = printed(analyseRun(makeMeasured({ manifest, slices })), 58)
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
  const { lines } = printed(analyseRun(makeMeasured({ slices })), 58)
  const row = lines.find(line => /^ {2}CPU per request/.test(line))
  expect(row).toMatch(/^ {2}CPU per request +~\d.* +~\d.* +too few samples \(\d+ more rounds\)$/)
})
