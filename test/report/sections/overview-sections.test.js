import { expect, test } from '@jest/globals'
import { overviewSections } from '../../../src/report/sections/card-sections.js'
import { makeCardAnalysis } from '../../helpers/make-card.js'
import { makeChange } from '../../helpers/make-change.js'

/** @import { Verdict, VerdictName } from '../../../src/verdict/types.js' */

/** @param {string} candidate @param {VerdictName} verdict @param {number | null} micros of the difference @returns {Verdict} */
function verdictOn(candidate, verdict, micros) {
  const size = micros !== null && {
    ...{ baselineMicros: 400, candidateMicros: 400 + micros, rounds: 11 },
    ...{ difference: { micros, low: micros - 6, high: micros + 6 }, relative: makeChange(micros / 400, micros / 400) }
  }
  const change = makeChange(0.05, 0.09)
  return /** @type {Verdict} */ ({ candidate, verdict, metric: 'cpuMainThread', size: size || null, change })
}

const three = [
  verdictOn('log', 'slower', 70),
  verdictOn('JSON', 'no difference', 1),
  verdictOn('TLS', 'cannot tell', null)
]

/** @param {Verdict[]} verdicts */
function sectionOf(verdicts) {
  return overviewSections({ ...makeCardAnalysis({ candidate: 'log' }), verdicts, baseline: 'plain' })[0]
}

test('each candidate has its verdict, its cost, and the costliest line of its card', () => {
  expect(sectionOf(three)?.table?.rows).toEqual([
    ['plain', '', '', '', '400 µs', '', ''],
    ['log', 'slower', 'inspect, writeSync', 'src/route.js:27', '470 µs', '+70 µs ± 6', '+25 µs ± 8'],
    ['JSON', 'no difference', '-', '', '401 µs', '+1 µs ± 6', '-'],
    ['TLS', 'cannot tell', '-', '', '-', expect.stringMatching(/^\+7\.0%/), '-']
  ])
})

test('two candidates have no table: their verdicts are two lines', () => {
  expect(sectionOf(three.slice(0, 2))).toBeUndefined()
})
