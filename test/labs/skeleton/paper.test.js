import { expect, test } from '@jest/globals'
import {
  claimFigures,
  claimRows,
  conclusion,
  conclusionInWords,
  conclusionRows,
  isWrong,
  outcomeOf,
  outcomeWithEvidence,
  rowOf
} from '../../../src/labs/skeleton/paper.js'

/** @import { Claim } from '../../../src/labs/skeleton/types.js' */

/** @type {Claim<number>} */
const claim = { id: 'a', quote: 'how many', section: '1', claimed: [2, 'calls'], right: 3, measured: null, why: '' }
const holds = conclusion({ id: 'a', quote: '"more"', check: checkMore, words: ({ count }) => `There are ${count}.` })
const open = conclusion({ id: 'b', quote: '"less"', check: checkNothing, words: () => '' })

/** @param {number} count */
function checkMore(count) {
  return { outcome: outcomeOf({ holds: count > 1, fails: count < 1 }), count }
}

/** @returns {ReturnType<typeof checkMore> | null} */
function checkNothing() {
  return null
}

test('a claim has what was measured as a mean, a code of what came of it, or nothing', () => {
  const mean = { value: 4, low: 3, high: 5 }
  const claims = [() => mean, (/** @type {number} */ count) => count, () => 'failed', () => null, null]
  const rows = claimRows(
    claims.map(measured => ({ ...claim, measured })),
    7
  )
  const row = { id: 'a', unit: 'calls', claimed: 2, right: 3 }
  expect(rows).toEqual([
    { ...row, measured: mean },
    { ...row, measured: { value: 7, low: null, high: null } },
    { ...row, measured: null, code: 'failed' },
    { ...row, measured: null },
    { ...row, measured: null }
  ])
})

test('a claim is wrong where its own data give another figure, and not where there is none', () => {
  const [wrong, right, measured] = claimRows([claim, { ...claim, right: 2 }, { ...claim, right: null }], 7)
  expect([wrong, right, measured].map(row => row && isWrong(row))).toEqual([true, false, false])
  expect(measured && claimFigures(measured, value => `${value}!`)).toEqual(['2!', '-', '-'])
})

test('a conclusion without figures is left out; the words come from the row of the paper', () => {
  const rows = conclusionRows([holds, open], 2)
  expect(rows).toEqual([{ id: 'a', outcome: 'holds', values: { count: 2 } }])
  for (const row of rows) {
    expect(conclusionInWords([open, holds], row)).toBe('Holds here: "more". There are 2.')
    expect(outcomeWithEvidence([open, holds], row)).toBe('Holds here. There are 2.')
  }
  expect([0, 1, 2].map(count => conclusionRows([holds], count)[0]?.outcome)).toEqual([
    'does not hold',
    'cannot tell',
    'holds'
  ])
})

test('a row that the paper lacks is named', () => {
  expect(() => rowOf([claim], { id: 'b' })).toThrow('The paper has no row "b".')
})
