import { expect, test } from '@jest/globals'
import { alignTexts } from '../../../src/profile/match/align-lines.js'
import { matchFunctions } from '../../../src/profile/match/match-functions.js'
import { weightsByLine, withLines } from '../../helpers/lines.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { LineTexts } from '../../../src/profile/types.js' */

const file = '/srv/app/server.js'

/** Returns texts by line, as numbers. @param {string} letters one per line, from line 11 on; a point has no samples */
function textsOf(letters) {
  const lines = [...letters].map((letter, at) => /** @type {const} */ ([11 + at, letter.charCodeAt(0)]))
  return Object.fromEntries(lines.filter(([, text]) => text !== 46))
}

test.each([
  ['the same text', 'abcd', 'abcd', [11, 12, 13, 14]],
  ['an inserted line', 'abcd', 'abXcd', [11, 12, 14, 15]],
  ['a removed line', 'abXcd', 'abcd', [11, 12, null, 13, 14]],
  ['a changed line', 'abXcd', 'abYcd', [11, 12, null, 14, 15]],
  ['a line without samples in the other version', 'abcd', 'abX.d', [11, 12, 14, 15]],
  ['equal lines that follow others', 'a}b}', 'Xa}b}', [12, 13, 14, 15]],
  ['swapped lines', 'abcd', 'acbd', [11, 13, 12, 14]],
  ['functions in another order', 'ab}cd}', 'cd}ab}', [14, 15, 16, 11, 12, 13]],
  ['another file', 'abcd', 'wxyz', [null, null, null, null]]
])('lines are found again in %s', (_, own, other, expected) => {
  const align = alignTexts(textsOf(own), textsOf(other))
  expect(Object.keys(textsOf(own)).map(line => align(Number(line)))).toEqual(expected)
})

test('without texts a line keeps its number', () => {
  expect(alignTexts({}, {})(12)).toBe(12)
  expect(alignTexts({}, textsOf('abc'))(12)).toBe(12)
})

/** @param {string} variant @param {string} place of the function @param {Record<number, number>} lines @param {LineTexts[string]} texts */
function launchOf(variant, place, lines, texts) {
  const made = withLines(makeLaunch({ variant, round: 0, stacks: { [`app:answer:${place}`]: 10 } }), { answer: lines })
  const [tree] = made.tree.trees
  if (!tree) throw new Error('no tree')
  return { ...made.tree, trees: [{ ...tree, profile: { ...tree.profile, lineTexts: { [file]: texts } } }] }
}

test('lines of the baseline have the numbers of the candidate, within a function and where it begins elsewhere', () => {
  for (const begins of [10, 9]) {
    const before = launchOf('off', `10:1:${file}`, { 12: 4, 13: 6 }, textsOf('abc'))
    const after = launchOf('on', `${begins}:1:${file}`, { 12: 9, 13: 4, 14: 6 }, textsOf('aXbc'))
    const [old] = matchFunctions([before, after], 'off', ['on'])
    const [tree] = old?.trees ?? []
    expect(tree && weightsByLine(tree.profile)).toEqual({ 'answer:13': 4, 'answer:14': 6 })
  }
})
