import { expect, test } from '@jest/globals'
import { annotatedFunctions } from '../../../src/report/sections/annotated-functions.js'
import { blame } from '../../helpers/make-blame.js'
import { makeCardAnalysis } from '../../helpers/make-card.js'

/** @import { SourceExcerpt } from '../../../src/runs/types.js' */

const file = '/srv/app/server.js'
const cost = { baseline: 1, candidate: 30, difference: 29, low: 20, high: 38 }

/** @param {SourceExcerpt['text']} text */
function partsWith(text) {
  const found = blame({ 'app:answer > app:work': 600 })
  const [row] = found.rows
  if (!row) throw new Error('no row')
  const lines = [{ line: 21, cost, evidence: /** @type {const} */ ('confirmed') }]
  const annotated = [
    { line: 21, baseline: 1, candidate: 30, low: 20, high: 38 },
    { line: 40, baseline: 2, candidate: 2.5, low: null, high: null }
  ]
  const sources = [21, 40].map(line => ({ file, line, text: text && { ...text, firstLine: line - 1 }, omitted: null }))
  const analysis = { ...makeCardAnalysis({ sources }), folder: '/srv/app' }
  return annotatedFunctions({ ...found, rows: [{ ...row, line: 21, lines, annotated }] }, analysis)
}

test('a row opens into its function: what each line costs in both variants, and the difference', () => {
  const [part] = partsWith({ firstLine: 0, lines: ['  function work() {', '\t  burn()\u001b[31m', '  }'] })
  expect(part).toMatchObject({
    file: 'server.js',
    header: expect.arrayContaining(['off', 'on'])
  })
  expect(part?.heading).toMatch(/^work .*\+29\.0 µs/)
  const shown = part?.lines ?? []
  expect(shown.map(({ number, isAfterGap }) => [number, isAfterGap])).toEqual([
    [20, false],
    [21, false],
    [22, false],
    [39, true],
    [40, false],
    [41, false]
  ])
  expect(shown[0]).toMatchObject({ text: 'function work() {', figures: ['', '', ''] })
  expect(shown[1]?.figures).toEqual(['1.00 µs', '30.0 µs', '+29 µs ± 9'])
  expect(shown[1]?.text).toMatch(/^ {2}burn\(\)/)
  expect(JSON.stringify(shown)).not.toContain('\\u001b')
  expect(shown[4]?.figures).toEqual(['2.00 µs', '2.50 µs', '+0.50 µs'])
})

test('lines without a text have their figures', () => {
  const [part] = partsWith(null)
  expect(part?.lines).toMatchObject([
    { number: 21, text: '' },
    { number: 40, text: '' }
  ])
})
