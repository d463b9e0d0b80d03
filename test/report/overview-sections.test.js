import { expect, test } from '@jest/globals'
import { overviewSections } from '../../src/report/overview-sections.js'
import { makeStepRow } from '../helpers/make-card.js'
import { makeChange } from '../helpers/make-change.js'

/** @import { Analysis } from '../../src/types.js' */
/** @import { Verdict, VerdictName } from '../../src/verdict/types.js' */

/** @param {string} candidate @param {VerdictName} verdict @param {number | null} micros of the difference @returns {Verdict} */
function verdictOn(candidate, verdict, micros) {
  const size = micros !== null && {
    ...{ baselineMicros: 400, candidateMicros: 400 + micros, rounds: 11 },
    ...{ difference: { micros, low: micros - 6, high: micros + 6 }, relative: makeChange(micros / 400, micros / 400) }
  }
  const change = makeChange(0.05, 0.09)
  return /** @type {Verdict} */ ({ candidate, verdict, metric: 'cpuMainThread', size: size || null, change })
}

const rows = [makeStepRow(5, 'inspect'), makeStepRow(61, 'writeSync')]
const blames = [{ candidate: 'log', unit: 'micros', rows, headline: [1, 0], total: { baseline: 400, candidate: 470 } }]
const three = [
  verdictOn('log', 'slower', 70),
  verdictOn('JSON', 'no difference', 1),
  verdictOn('TLS', 'cannot tell', null)
]

/** @param {Verdict[]} verdicts */
function sectionOf(verdicts) {
  const analysis = { verdicts, baseline: 'plain', blames, folder: '/srv/app' }
  return overviewSections(/** @type {Analysis} */ (/** @type {unknown} */ (analysis)))[0]
}

test('each candidate has its verdict, its cost, and the costliest row of its blame', () => {
  expect(sectionOf(three)?.table?.rows).toEqual([
    ['plain', '', '', '', '400 µs', '', ''],
    ['log', 'slower', expect.stringMatching(/ > writeSync$/), 'src/route.js:25', '470 µs', '+70 µs ± 6', '+61 µs ± 4'],
    ['JSON', 'no difference', '-', '', '401 µs', '+1 µs ± 6', '-'],
    ['TLS', 'cannot tell', '-', '', '-', expect.stringMatching(/^\+7\.0%/), '-']
  ])
})

test('two candidates have no table: their verdicts are two lines', () => {
  expect(sectionOf(three.slice(0, 2))).toBeUndefined()
})
