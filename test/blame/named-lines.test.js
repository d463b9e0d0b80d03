import { expect, test } from '@jest/globals'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { profiledOf } from '../helpers/flame-of.js'
import { withLines } from '../helpers/lines.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { Stacks } from '../helpers/make-trees.js' */

/** @typedef {{ stacks: Stacks, lines: Record<string, Record<number, number>> }} Seen `lines`: of {@link withLines} */

/** `answer` begins in line 16, `work` in line 14. */
const usual = { 'app:answer': 500, 'node:http:onRequest': 500 }
const noLines = { stacks: usual, lines: {} }

/**
 * Returns the lines of the costliest row, in a run of four rounds in which a sample is 1 µs per request.
 * @param {{ off: Seen, on: Seen }} prof @param {{ off: Seen, on: Seen } | null} [cdp]
 */
function linesOf(prof, cdp = null) {
  const seen = { prof, ...(cdp && { cdp }) }
  const launches = [0, 1, 2, 3].flatMap(round =>
    Object.entries(seen).flatMap(([profiler, variants]) =>
      Object.entries(variants).map(([variant, { stacks, lines }]) => {
        const mainMicros = Object.values(stacks).reduce((sum, weight) => sum + weight, 0)
        return withLines(makeLaunch({ variant, round, profiler, stacks, mainMicros }), lines)
      })
    )
  )
  const evidence = evidenceOf(profiledOf(launches), 'off', ['on'])
  const [blame] = locatedBlames('on', 'off', evidence, { verdict: 'slower' })
  const [row] = blame?.rows ?? []
  const [place] = blame?.headlinePlaces.all ?? []
  return { row, place, lines: row?.lines?.map(({ line, cost, evidence }) => [line, micros(cost), evidence]) }
}

/** @param {{ difference: number }} cost */
function micros({ difference }) {
  return Math.round(difference * 1000) / 1000
}

/** 200 µs in `work`: 150 on line 21, 40 on line 22 and 10 where V8 knows no line. */
const worked = {
  stacks: { ...usual, 'app:answer > app:work': 200 },
  lines: { 'answer > work': { 21: 150, 22: 40 } }
}

test('lines have their parts of the cost of a function, each with an interval', () => {
  const { row, lines } = linesOf({ off: noLines, on: worked })
  expect(row?.owner?.name).toBe('work')
  expect(lines).toEqual([
    [21, 150, 'one-profiler'],
    [22, 40, 'one-profiler']
  ])
  const [first] = row?.lines ?? []
  expect(first?.cost.low).toBeGreaterThan(0)
  expect(first?.cost.low).toBeLessThan(150)
  expect(first?.cost.baseline).toBe(0)
})

test('two calls of one function on two lines have their parts of what it costs', () => {
  const on = {
    stacks: { ...usual, 'app:answer > node:util:inspect': 0, 'app:answer > node:util:inspect > native:write': 200 },
    lines: { 'call answer > inspect': { 18: 50, 19: 150 } }
  }
  const { row, lines, place } = linesOf({ off: noLines, on }, { off: noLines, on: { ...on, lines: {} } })
  expect(row?.owner?.name).toBe('answer')
  expect(row?.evidence).toBe('confirmed')
  expect(lines).toEqual([
    [19, 150, 'one-profiler'],
    [18, 50, 'one-profiler']
  ])
  expect(place?.lines?.map(({ line }) => line)).toEqual([19, 18])
  expect(row?.line).toBe(19)
})

test('two calls of one function of the app, with work 1 : 3, have their parts of what it costs', () => {
  const on = {
    stacks: { ...usual, 'app:answer > app:work': 200 },
    lines: { 'answer > work': { 21: 200 }, 'call answer > work': { 18: 50, 19: 150 } }
  }
  const { row } = linesOf({ off: noLines, on })
  expect(row).toMatchObject({ owner: { name: 'work' }, line: 21, caller: { name: 'answer' } })
  expect(row?.calledAt?.map(({ line, cost }) => [line, micros(cost)])).toEqual([
    [19, 150],
    [18, 50]
  ])
})

test('a function with several rows has the lines that call it of all of them', () => {
  const on = {
    stacks: { ...usual, 'app:answer > app:work': 200, 'app:answer > app:work > node:fs:writeSync': 100 },
    lines: { 'answer > work': { 21: 200 }, 'call answer > work': { 18: 100, 19: 200 } }
  }
  const { place } = linesOf({ off: noLines, on }, { off: noLines, on })
  expect(place?.rows).toHaveLength(2)
  expect(place?.calledAt?.map(({ line, cost }) => [line, micros(cost)])).toEqual([
    [19, 200],
    [18, 100]
  ])
})

test('all lines of a function have what they cost in both variants', () => {
  const off = { stacks: { ...usual, 'app:answer > app:work': 50 }, lines: { 'answer > work': { 20: 50 } } }
  const on = { ...worked, lines: { 'answer > work': { 20: 50, 21: 150 } } }
  expect(linesOf({ off, on }).row?.annotated).toMatchObject([
    { line: 20, baseline: expect.closeTo(50), candidate: expect.closeTo(50) },
    { line: 21, baseline: 0, candidate: expect.closeTo(150) }
  ])
})

test('a row with a part of what a call does has that part of its line', () => {
  const off = {
    stacks: { ...usual, 'app:answer > node:util:inspect > native:write': 100 },
    lines: { 'call answer > inspect': { 18: 100 } }
  }
  const on = {
    stacks: {
      ...usual,
      'app:answer > node:util:inspect > native:write': 100,
      'app:answer > node:util:inspect > native:flush': 300
    },
    lines: { 'call answer > inspect': { 18: 100, 19: 300 } }
  }
  // Which of the calls does what is not recorded: both lines have a quarter and three quarters of it.
  expect(linesOf({ off, on }).lines).toEqual([
    [19, 225, 'one-profiler'],
    [18, 75, 'one-profiler']
  ])
})

test('a line of the own code that both profilers see is confirmed', () => {
  const { lines } = linesOf({ off: noLines, on: worked }, { off: noLines, on: worked })
  expect(lines).toEqual([
    [21, 150, 'confirmed'],
    [22, 40, 'confirmed']
  ])
})

test.each([
  ['has no lines', {}, [21, 150, 'one-profiler']],
  ['has the first line of the function, as where it knows none', { 14: 200 }, [21, 150, 'one-profiler']],
  ['has a line of what V8 inlined', { 90: 200 }, [21, 150, 'one-profiler']]
])('where the second profiler %s', (_, ofWork, first) => {
  const on = { ...worked, lines: { 'answer > work': ofWork } }
  const { row, lines } = linesOf({ off: noLines, on: worked }, { off: noLines, on })
  expect(row?.owner?.name).toBe('work')
  expect(lines?.[0]).toEqual(first)
})

test('a line is not named where the second profiler sees the difference at another one', () => {
  const on = { ...worked, lines: { 'answer > work': { 22: 200 } } }
  const { row, lines } = linesOf({ off: noLines, on: worked }, { off: noLines, on })
  expect(row).toMatchObject({ owner: { name: 'work' }, line: null, noLine: 'profilers-differ' })
  expect(lines).toEqual([[22, 40, 'confirmed']])
})

test('where lines cost less though the function costs more, its text may have moved: no line is named', () => {
  const off = { stacks: { ...usual, 'app:answer > app:work': 300 }, lines: { 'answer > work': { 21: 300 } } }
  const on = { stacks: { ...usual, 'app:answer > app:work': 500 }, lines: { 'answer > work': { 21: 200, 22: 300 } } }
  expect(linesOf({ off, on }).row).toMatchObject({ owner: { name: 'work' } })
  expect(linesOf({ off, on }).row).toMatchObject({ line: null, lines: [], noLine: 'uncertain' })
})

test.each([
  ['half of the cost, and two thirds of what has a line,', { 21: 90, 22: 15, 23: 15, 24: 16 }],
  ['a fifth of the cost', { 21: 39 }]
])('lines with less than %s are not named', (_, ofWork) => {
  const { row } = linesOf({ off: noLines, on: { ...worked, lines: { 'answer > work': ofWork } } })
  expect(row).toMatchObject({ line: null, lines: [], noLine: 'uncertain' })
})

test('lines are named where most of the cost has none', () => {
  const { row, lines } = linesOf({ off: noLines, on: { ...worked, lines: { 'answer > work': { 21: 90 } } } })
  expect(row).toMatchObject({ line: 21 })
  expect(lines).toEqual([[21, 90, 'one-profiler']])
})

test('what a function costs in functions that it calls has the lines of these calls', () => {
  const called = Array.from({ length: 40 }, (_, index) => `app:answer > app:part${index}`)
  const stacksOf = (/** @type {number} */ weight) => Object.fromEntries(called.map(stack => [stack, weight]))
  const linesIn = (/** @type {number} */ weight) =>
    Object.fromEntries(
      called.map((stack, index) => [`call ${stack.replaceAll('app:', '')}`, { [index < 30 ? 30 : 31]: weight }])
    )
  // Each costs less than is tested by itself.
  const on = { stacks: { ...usual, ...stacksOf(4) }, lines: linesIn(4) }
  const { row, lines } = linesOf({ off: noLines, on })
  expect(row).toMatchObject({ isSpread: true, owner: { name: 'answer' } })
  expect(lines).toEqual([
    [30, 120, 'one-profiler'],
    [31, 40, 'one-profiler']
  ])
})

test('a run without lines has rows that say so', () => {
  const { row } = linesOf({ off: noLines, on: { ...worked, lines: {} } })
  expect(row).toMatchObject({ line: null, lines: [], noLine: 'not-recorded' })
})

test('work that moved costs its net at the line that calls it now', () => {
  const json = 'native:Builtin: JsonStringify'
  const off = {
    stacks: { ...usual, [`app:answer > ${json}`]: 200 },
    lines: { 'call answer > Builtin: JsonStringify': { 18: 200 } }
  }
  const on = {
    stacks: { ...usual, [`app:answer > app:encode > ${json}`]: 350 },
    lines: { 'call answer > encode > Builtin: JsonStringify': { 19: 350 } }
  }
  const { row, lines } = linesOf({ off, on })
  expect(row).toMatchObject({ owner: { name: 'encode' }, line: 19 })
  expect(lines).toEqual([[19, 150, 'one-profiler']])
  expect(row?.lines?.[0]?.cost).toMatchObject({ baseline: expect.closeTo(200), candidate: expect.closeTo(350) })
})
