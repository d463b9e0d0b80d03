import path from 'node:path'
import { expect, test } from '@jest/globals'
import { changesOf } from '../../scripts/proofs/mutants/operators.js'
import { testFinder } from '../../scripts/proofs/mutants/related-tests.js'
import { reportOf } from '../../scripts/proofs/mutants/results.js'
import { groups, mutantsOf, sampleOf } from '../../scripts/proofs/mutants/sample.js'

/** @import { PlayedMutant, Result } from '../../scripts/proofs/mutants/play-mutant.js' */

/** @param {string} source */
function mutantsIn(source) {
  return changesOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))
}

test.each([
  ['a < b', ['a <= b', 'a >= b']],
  ['a === b', ['a !== b']],
  ['a && b', ['a || b']],
  ['a / b', ['a * b']],
  ["a + 'text'", []],
  ['a += b', ['a -= b']],
  ['a++', ['a--']],
  ['!a', ['a']],
  ['f = true', ['f = false']],
  ['f = 7', ['f = 8']],
  ['a ?? b', []],
  ['if (a) b', ['if (false) b', 'if (!(a)) b']],
  ['a ? b : c', ['true ? b : c', 'false ? b : c']],
  ['f()', [';']],
  ['function f() { g }', ['function f() { return; g }']],
  ["import a from 'b'", []]
])('the mutants of %j', (source, mutants) => {
  expect(mutantsIn(source)).toEqual(mutants)
})

test('a mutant is named by its lines, and by its number where they are the same twice', () => {
  const file = 'src/verdict/metrics.js'
  const named = mutantsOf(file, 'a =\n  1\nb = 1\nb = 1\n').map(({ line, before, after, nth }) => [
    line,
    before,
    after,
    nth
  ])
  expect(named).toEqual([
    [2, '1', '2', 0],
    [3, 'b = 1', 'b = 2', 0],
    [4, 'b = 1', 'b = 2', 1]
  ])
  expect(mutantsOf('src/page/render-page.js', 'a = 1')).toEqual([])
})

test('a seed draws the same mutants, and others where it is another; a change elsewhere keeps them', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `v${at} = ${at}`)
  const draw = (/** @type {number} */ seed, /** @type {string[]} */ own) =>
    sampleOf(new Map([['src/verdict/gates/gates.js', own.join('\n')]]), { count: 100, seed }).map(({ after }) => after)
  expect(draw(1, lines)).toHaveLength(100 / groups.length)
  expect(draw(1, lines)).not.toEqual(draw(2, lines))
  expect(draw(1, ['// A comment.', ...lines])).toEqual(draw(1, lines))
})

test('the tests of a file are those that import it, then the nearest others, without slow parts', () => {
  const root = path.join(import.meta.dirname, '../..')
  const files = [
    'src/stats/means.js',
    'src/stats/intervals.js',
    'test/stats/intervals.test.js',
    'test/compare/compare.test.js'
  ]
  const testsOf = testFinder(root, files)
  expect(testsOf('src/stats/intervals.js', { faults: false })).toEqual({
    own: ['test/stats/intervals.test.js'],
    others: []
  })
  expect(testsOf('src/stats/means.js', { faults: false })).toEqual({
    own: [],
    others: ['test/stats/intervals.test.js']
  })
})

test('a sample passes where at most one in twenty survives without a reason', () => {
  const played = Array.from({ length: 40 }, (_, nth) => playedMutant(nth, nth < 3 ? 'survived' : 'killed'))
  const { file, before, after } = playedMutant(0, 'survived')
  const equivalent = { file, before, after, nth: 0, why: 'it is the same' }
  expect(reportOf(played, []).isPassed).toBe(false)
  const { isPassed, lines } = reportOf(played, [equivalent])
  expect(isPassed).toBe(true)
  expect(lines).toContain('| all | 37 | 0 | 1 | 2/40 (1% to 17%) |')
  expect(reportOf([], []).isPassed).toBe(false)
})

/** @param {number} nth @param {Result} result @returns {PlayedMutant} */
function playedMutant(nth, result) {
  const place = { group: 'gates', file: 'src/verdict/gates/gates.js', line: 1, operator: 'constant' }
  return { ...place, before: 'a = 1', after: 'a = 2', nth, result, by: null, ms: 1 }
}
