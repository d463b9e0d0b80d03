import { expect, test } from '@jest/globals'
import { locatedBlames } from '../../src/blame/blame.js'
import { cardOf, waitingOf } from '../../src/blame/card.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { costsByPlace, knownCalls, placeOfRow } from '../../src/blame/places.js'
import { profiledOf } from '../helpers/flame-of.js'
import { makeChange } from '../helpers/make-change.js'
import { makeLaunch } from '../helpers/make-trees.js'
import { makeLatencyBlame } from '../helpers/make-waits.js'

/** @import { Blame, CostOfRows } from '../../src/blame/types.js' */
/** @import { SizeOfThreads } from '../../src/verdict/types.js' */

const verdict = { candidate: 'on', baseline: 'off', verdict: 'slower', metric: 'cpuMainThread' }
const slower = /** @type {Parameters<typeof cardOf>[0]['verdict']} */ (verdict)
const usual = { 'app:answer': 500, 'app:answer > app:parse': 300, 'node:http:onRequest': 200 }
const logged = {
  ...usual,
  'app:answer > node:internal/console/constructor:log > node:util:inspect': 150,
  'app:answer > node:internal/console/constructor:log > node:fs:writeSync': 100
}
const profilers = /** @type {const} */ (['prof', 'cdp'])

/**
 * Returns the blame of four rounds: 150 µs in `inspect` and 100 µs in `writeSync`, both below `console.log` of `answer`.
 * @param {readonly ('prof' | 'cdp')[]} [names] of profilers
 * @param {boolean} [isIncomplete]
 */
function measuredBlame(names = profilers, isIncomplete = false) {
  const launches = names.flatMap(profiler =>
    [0, 1, 2, 3].flatMap(round => [
      makeLaunch({ variant: 'off', round, profiler, stacks: usual, mainMicros: 1000, completed: 1000 }),
      makeLaunch({ variant: 'on', round, profiler, stacks: logged, mainMicros: 1250, completed: 1000, poolMicros: 110 })
    ])
  )
  const evidence = evidenceOf(profiledOf(launches), 'off', ['on'])
  const [found] = locatedBlames('on', 'off', evidence, { verdict: 'slower', isIncomplete })
  if (!found) throw new Error('no blame')
  return found
}

test('baseline, steps and the remainder are the candidate exactly, and what is on other threads is no step', () => {
  const blame = measuredBlame()
  const main = sizeFrom(900, 1180)
  const card = cardOf({
    verdict: slower,
    size: { main, all: sizeFrom(1000, 1400) },
    blame,
    hasWorkers: false,
    transfer: null
  })
  expect(card.threads).toBe('main')
  expect(card.total).toMatchObject({ baselineMicros: 900, candidateMicros: 1180, rounds: 8 })
  const steps = card.places.flatMap(place => place.steps)
  expect(steps.map(({ row }) => blame.rows[row]?.path.at(-1)?.name)).toEqual(['inspect', 'writeSync'])
  expect(steps.map(({ micros }) => Math.round(micros))).toEqual([150, 100])
  const sum = steps.reduce((total, { micros }) => total + micros, 900 + (card.unattributed?.micros ?? Number.NaN))
  expect(sum).toBeCloseTo(1180, 9)
  expect(card.apart.map(row => blame.rows[row]?.threads)).toEqual(['pool'])
})

test.each([true, false])(
  'the total and the lines share the errors of baseline and ratio, of the same pair: %s',
  isSame => {
    const blame = measuredBlame(['prof'])
    const main = sizeFrom(900, 1180)
    const rows = { baseline: 0, candidate: 250, difference: 250, low: 220, high: 280, pValue: 0.01, share: 1 }
    const size = { main: { ...main, difference: { micros: 280, low: 244, high: 316 } }, all: null }
    const card = cardOf({
      verdict: slower,
      size,
      pairSize: isSame ? size : { main: sizeFrom(900, 1200), all: null },
      blame: /** @type {Blame} */ ({
        ...blame,
        headlineSums: { ...blame.headlineSums, sampled: rows },
        otherRows: { sampled: null, all: null },
        tie: { ratio: 1.3, ratioError: 0.01, baselineError: 0.1 }
      }),
      hasWorkers: false,
      transfer: null
    })
    // Of 36 and 30 µs the baseline makes 28 and 25, and the ratio 1% of what the candidate costs in both.
    const own = Math.sqrt(36 ** 2 - 28 ** 2 - 11.8 ** 2 + 30 ** 2 - 25 ** 2 - 2.5 ** 2)
    expect(card.unattributed?.micros).toBeCloseTo(30, 9)
    expect(30 - Number(card.unattributed?.low)).toBeCloseTo(isSame ? Math.hypot(own, 3, 9.3) : Math.hypot(36, 30), 9)
  }
)

test('a profiler that ran alone is enough for a card; one that was to be confirmed is not', () => {
  const alone = [measuredBlame(['prof']), measuredBlame(['cdp'])]
  for (const { headline, rows } of alone) {
    const sampled = headline.flatMap(row => (rows[row]?.threads === null ? [rows[row]] : []))
    expect(sampled.map(row => [row.path.at(-1)?.name, row.evidence])).toEqual([
      ['inspect', 'one-profiler'],
      ['writeSync', 'one-profiler']
    ])
  }
  const incomplete = measuredBlame(profilers, true)
  expect(incomplete.headline.map(row => incomplete.rows[row]?.evidence)).toEqual(['measured-directly'])
})

test('a card of all threads has the steps of all threads', () => {
  const blame = measuredBlame()
  const sizes = { main: sizeFrom(900, 1180), all: sizeFrom(1000, 1400) }
  const card = cardOf({
    verdict: { ...slower, metric: 'cpuPerRequest' },
    size: sizes,
    blame,
    hasWorkers: false,
    transfer: null
  })
  expect(card).toMatchObject({ threads: 'all', apart: [], total: { candidateMicros: 1400 } })
  expect(card.places.flatMap(({ steps }) => steps)).toHaveLength(3)
  expect(card.unattributed?.micros).toBeCloseTo(400 - 150 - 100 - 100, 9)
  const { sampled, all } = blame.headlineSums
  // What is measured directly does not vary here, so the interval of all is that of the samples.
  expect(Number(all?.high) - Number(all?.difference)).toBeGreaterThanOrEqual(
    Number(sampled?.high) - Number(sampled?.difference)
  )
  const worker = cardOf({ verdict: slower, size: sizes, blame, hasWorkers: true, transfer: null })
  expect(worker).toMatchObject({ threads: 'all', total: { candidateMicros: 1400 } })
})

test('two calls in one call of one function are one place, whose cost has an interval of its own', () => {
  const [place, ...others] = measuredBlame().headlinePlaces.sampled.filter(({ rows }) => rows.length > 1)
  expect(others).toEqual([])
  expect(place?.cost.difference).toBeCloseTo(250, 9)
  expect(Number(place?.cost.low)).toBeLessThan(250)
  const [row] = measuredBlame().rows
  expect(row && placeOfRow(row)).toEqual({ file: '/srv/app/server.js', line: 16 })
})

test('what C++ of node does between two calls has no name, and functions of node have no place', () => {
  const [row] = measuredBlame().rows
  if (!row) throw new Error('no row')
  const native = { name: 'node::inspector::InspectorConsoleCall', file: '', line: null }
  expect(knownCalls([native, ...row.path])).toEqual(knownCalls(row.path))
  expect(placeOfRow({ owner: { name: 'onStreamRead', file: 'node:internal/stream_base_commons', line: 1 } })).toBeNull()
})

test('rows that are not named are steps of their own if they are large, and those against the verdict never cancel others', () => {
  const blame = withPlaces(
    [{ rows: [0], cost: costFrom({ difference: 250, low: 210, high: 290 }) }],
    costFrom({ difference: 250, low: 210, high: 290 })
  )
  const size = { main: sizeFrom(900, 1180, 30), all: null }
  const [row] = blame.rows
  if (!row) throw new Error('no row')
  const differing = ([baseline = 0, candidate = 0]) => ({
    ...row,
    cost: { ...row.cost, baseline, candidate, difference: candidate - baseline }
  })
  /** @type {(...others: [baseline: number, candidate: number][]) => ReturnType<typeof cardOf>} */
  const cardWith = (...others) => {
    const difference = others.reduce((sum, [baseline, candidate]) => sum + candidate - baseline, 0)
    const together = { difference, low: difference - 40, high: difference + 40 }
    const otherRows = { sampled: { rows: others.map((_, at) => at + 1), cost: costFrom(together) }, all: null }
    const rows = [row, ...others.map(differing)]
    return cardOf({ verdict: slower, size, blame: { ...blame, rows, otherRows }, hasWorkers: false, transfer: null })
  }
  const large = cardWith([0, 60], [150, 100], [70, 0], [30, 5])
  expect(large).toMatchObject({
    others: { micros: 60, count: 1 },
    removed: { micros: -95, count: 2 },
    offset: { micros: -50, count: 1 }
  })
  expect(large.unattributed?.micros).toBeCloseTo(1180 - 900 - 250 - 60 + 95 + 50, 9)
  // 30 of the total, 40 of the headline and 40 of the others in quadrature.
  expect(Number(large.unattributed?.high) - Number(large.unattributed?.micros)).toBeCloseTo(Math.hypot(30, 40, 40), 9)
  expect(cardWith([0, 10], [100, 90])).toMatchObject({
    others: null,
    removed: null,
    offset: null,
    unattributed: { micros: 30 }
  })
})

test('work that moved and nets to nothing is neither on the card nor among the rows', () => {
  const handler = 'node:http:onRequest > express/handle > app:answer'
  const moved = 'node:fs:statSync > native:stat'
  const launches = profilers.flatMap(profiler =>
    [0, 1, 2, 3].flatMap(round => [
      makeLaunch({
        ...{ variant: 'off', round, profiler, mainMicros: 1000, completed: 1000 },
        stacks: { ...usual, [`${handler} > app:check > ${moved}`]: 400, [`${handler} > app:check`]: 100 }
      }),
      makeLaunch({
        ...{ variant: 'on', round, profiler, mainMicros: 1100, completed: 1000 },
        stacks: {
          ...usual,
          [`${handler} > app:load > ${moved}`]: 400,
          [`${handler} > app:check`]: 100,
          [`${handler} > app:burn`]: 150
        }
      })
    ])
  )
  const [blame] = locatedBlames('on', 'off', evidenceOf(profiledOf(launches), 'off', ['on']), { verdict: 'slower' })
  expect(blame?.rows.map(({ owner }) => owner?.name)).toEqual(['burn'])
  const size = { main: sizeFrom(1000, 1100), all: null }
  const card = cardOf({ verdict: slower, size, blame, hasWorkers: false, transfer: null })
  expect(card.places.flatMap(({ steps }) => steps.map(({ row }) => row))).toEqual([0])
  expect(card).toMatchObject({ others: null, removed: null, offset: null })
})

test('the work that a function queues for the thread pool is of that function', () => {
  const rows = [
    { ...row, threads: null, group: 'package', path: [{ name: 'end', file: 'node:zlib', line: 1 }] },
    { ...row, threads: 'helpers', owner: null },
    { ...row, threads: 'pool', poolUser: 'zlib' }
  ].map(each => /** @type {import('../../src/blame/types.js').BlameRow} */ (/** @type {unknown} */ (each)))
  const placeOf = (/** @type {number[]} */ group) => ({
    rows: group,
    cost: costFrom({ difference: group.length, low: group.length - 1, high: group.length + 1 })
  })
  expect(costsByPlace(rows, [2, 1, 0], placeOf).map(place => place.rows)).toEqual([[0, 2], [1]])
})

test('the interval of the remainder has the widths of both parts in quadrature', () => {
  const cost = { difference: 250, low: 210, high: 290 }
  const blame = withPlaces([{ rows: [0], cost: costFrom(cost) }], costFrom(cost))
  const size = { main: sizeFrom(900, 1180, 30), all: null }
  const { unattributed } = cardOf({ verdict: slower, size, blame, hasWorkers: false, transfer: null })
  // 30 and 40 in quadrature are 50.
  expect(unattributed).toEqual({ micros: 30, low: 30 - 50, high: 30 + 50 })
})

test('displaced system-call time is a step if it is large', () => {
  const sum = costFrom({ difference: 200, low: 160, high: 240 })
  const size = { main: sizeFrom(900, 1180, 30), all: null }
  const cardWith = (/** @type {number} */ difference) => {
    const displaced = {
      names: ['__write'],
      cost: { ...costFrom({ difference, low: difference - 40, high: difference + 40 }), share: null, pValue: 0 }
    }
    const blame = { ...withPlaces([{ rows: [0], cost: sum }], sum), displaced }
    return cardOf({ verdict: slower, size, blame, hasWorkers: false, transfer: null })
  }
  expect(cardWith(50)).toMatchObject({ displaced: { micros: 50 }, unattributed: { micros: 30 } })
  // 30 of the total, 40 of the headline and 40 of the calls in quadrature.
  expect(Number(cardWith(50).unattributed?.high) - 30).toBeCloseTo(Math.hypot(30, 40, 40), 9)
  expect(cardWith(20)).toMatchObject({ displaced: null, unattributed: { micros: 80, high: 80 + 50 } })
})

test.each(/** @type {const} */ (['no difference', 'cannot tell']))('%s: totals without a place', name => {
  const blame = {
    ...measuredBlame(),
    headline: [],
    headlinePlaces: { sampled: [], all: [] },
    headlineSums: { sampled: null, all: null }
  }
  const size = { main: sizeFrom(900, 910), all: null }
  const card = cardOf({ verdict: { ...slower, verdict: name }, size, blame, hasWorkers: false, transfer: null })
  expect(card).toMatchObject({ verdict: name, places: [], unattributed: null, total: { candidateMicros: 910 } })
})

test('a verdict on requests/s has no total, and neither has a run without separate slices', () => {
  const size = { main: sizeFrom(900, 910), all: null }
  const facts = { blame: undefined, hasWorkers: false, transfer: null }
  const rates = cardOf({ verdict: { ...slower, metric: 'requestsPerSecond' }, size, ...facts })
  expect(rates).toMatchObject({ total: null, noTotal: 'rates', places: [] })
  expect(cardOf({ verdict: slower, size: undefined, ...facts })).toMatchObject({ total: null, noTotal: 'not-measured' })
})

/** @type {(baselineMicros: number, candidateMicros: number, half?: number) => SizeOfThreads} */
function sizeFrom(baselineMicros, candidateMicros, half = 10) {
  const micros = candidateMicros - baselineMicros
  const difference = { micros, low: micros - half, high: micros + half }
  return { baselineMicros, candidateMicros, difference, relative: makeChange(0.1, 0.2), rounds: 8 }
}

/** @param {{ difference: number, low: number, high: number }} cost */
function costFrom(cost) {
  return { baseline: 0, candidate: cost.difference, ...cost }
}

/** @type {(places: Blame['headlinePlaces']['all'], sum: CostOfRows['cost']) => Blame} */
function withPlaces(places, sum) {
  return {
    ...measuredBlame(),
    headlinePlaces: { sampled: places, all: places },
    headlineSums: { sampled: sum, all: sum }
  }
}

const row = {
  owner: { name: 'end', file: '/srv/app/node_modules/compression/index.js', line: 115 },
  path: [],
  joined: null
}

test('lines that wait longer have prices as those of a card, which add up to the latency', () => {
  const waiting = waitingOf(makeLatencyBlame())
  expect(waiting?.total).toMatchObject({ baselineMicros: 4500, candidateMicros: 13_000, rounds: 2 })
  expect(waiting?.places).toEqual([
    expect.objectContaining({
      place: { file: '/app/server.js', line: 14 },
      line: 15,
      cost: { micros: 8000, low: 7900, high: 8100 },
      steps: [{ row: 0, micros: 8000 }]
    })
  ])
  expect(waiting?.unattributed?.micros).toBe(500)
})

test.each([
  ['without an interval', { low: null, high: null }],
  ['of less than 2%', { difference: 80, low: 60, high: 100 }]
])('a latency %s has no prices', (_, total) => {
  expect(waitingOf(makeLatencyBlame(total))).toBeNull()
  expect(waitingOf(undefined)).toBeNull()
})
