import { expect, test } from '@jest/globals'
import { analyse } from '../../src/analyse.js'
import { toMarkdown } from '../../src/report/print/markdown.js'
import { pullRequestText } from '../../src/report/print/pull-request.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { makeToggleRounds, makeToggleRun } from '../helpers/make-toggle-run.js'

/** @import { SliceRecord } from '../../src/runs/types.js' */

const SENTENCE = /Repeat the run on an idle machine: in 6 of 48 slices other processes used more than 10% of a core\./g
/** Twelve rounds of four variants; both toggles compare all of them. @param {number} disturbed slices */
function disturbedRun(disturbed) {
  const slices = makeToggleRounds(12).map((slice, index) =>
    index % 8 === 0 && index < 8 * disturbed ? { ...slice, otherProcessesMicros: 300_000 } : slice
  )
  return makeToggleRun({ slices: /** @type {SliceRecord[]} */ (slices) })
}

/** @param {ReturnType<typeof disturbedRun>} run */
function surfacesOf(run) {
  const { analysis } = analyse(run)
  return {
    terminal: shortReport(analysis, { folder: 'a run', places: [] }),
    'summary.md': toMarkdown(analysis, run.manifest).split('<details>')[0] ?? '',
    'pull request': pullRequestText(analysis, run.manifest)
  }
}

test.each(['terminal', 'summary.md', 'pull request'])(
  'what disturbed both toggles of a run is once in: %s',
  surface => {
    const texts = /** @type {Record<string, string>} */ (surfacesOf(disturbedRun(6)))
    const text = (texts[surface] ?? '').replace(/\\/g, '').replace(/\s+/g, ' ')
    expect(text.match(SENTENCE)).toHaveLength(1)
    const [quiet = ''] = Object.entries(surfacesOf(disturbedRun(4))).flatMap(([name, own]) =>
      name === surface ? own : []
    )
    expect(quiet).not.toMatch(/idle machine/)
  }
)
