import { expect, test } from '@jest/globals'
import { analyse } from '../src/analyse.js'
import { pullRequestText } from '../src/report/print/pull-request.js'
import { plain, tableText } from '../src/report/print/terminal.js'
import { latencySections, loadSections } from '../src/report/sections/load-sections.js'
import { totalSections } from '../src/report/sections/total-sections.js'
import { cardNote, cardView, notesOfCard } from '../src/report/words/card-words.js'
import { makeToggleRounds, makeToggleRun } from './helpers/make-toggle-run.js'
import { makeLaunch } from './helpers/make-trees.js'

/** @import { Card } from '../src/blame/types.js' */
/** @import { SliceRecord } from '../src/runs/types.js' */

const ofLog = 'The change is the mean of 2: log=sync compared with off, and both compared with gzip=on.'
const ofGzip = 'The change is the mean of 2: gzip=on compared with off, and both compared with log=sync.'

/** Returns the analysis of a run whose toggles cost 10 µs and 100 µs alone, and 40 µs and 130 µs beside the other. */
function analysisOf() {
  const bytes = { off: 4000, 'log=sync': 4000, 'gzip=on': 1500, both: 1500 }
  const separate = makeToggleRounds(6)
  const shared = makeToggleRounds(6, cost => 2 * cost).map(slice => ({ ...slice, beside: ['the other'] }))
  const slices = [...separate, ...shared].map(slice => ({
    ...slice,
    bytesRead: slice.completed * Number(Object(bytes)[slice.variant])
  }))
  return analyse(makeToggleRun({ slices })).analysis
}

/** @param {string} candidate */
function cardOn(candidate) {
  const analysis = analysisOf()
  const card = /** @type {Card} */ (analysis.cards.find(each => each.candidate === candidate))
  return { analysis, card, view: cardView(card, analysis) }
}

test('the card of a toggle has the mean of both pairs, as its size has, and the totals of the first', () => {
  const { analysis, card } = cardOn('log=sync')
  expect(card.total?.baselineMicros).toBeCloseTo(105, 9)
  expect(card.total?.candidateMicros).toBeCloseTo(122.5, 9)
  expect(card.pairTotal?.baselineMicros).toBeCloseTo(70, 9)
  expect(card.pairTotal?.candidateMicros).toBeCloseTo(77, 9)
  expect(card.pairTotal?.difference.micros).toBeCloseTo(7, 9)
  expect(analysis.sizes[0]?.main?.difference.micros).toBeCloseTo(0.7 * ((10 + 40) / 2), 9)
})

test('requests/s have the same interval among the effects as in the verdict, each toggle for itself', () => {
  const { verdicts, effects } = analysisOf()
  const known = verdicts.flatMap(({ candidate, secondary }) => (secondary ? [{ candidate, secondary }] : []))
  expect(known.length).toBeGreaterThan(0)
  for (const { candidate, secondary } of known) {
    const effect = effects.find(each => each.candidate === candidate && each.metric === secondary.metric)
    expect(effect?.change).toEqual(secondary.change)
    expect(effect?.change.confidence).toBe(0.95)
  }
})

test('where the main thread is not measured, the interaction is in the metric of the verdict', () => {
  const slices = makeToggleRounds(6).map(slice => ({
    ...slice,
    server: { ...slice.server, cpuMainThreadMicros: null, cpuOtherThreadsMicros: null }
  }))
  const { verdicts, interactions } = analyse(makeToggleRun({ slices })).analysis
  expect(verdicts[0]?.metric).toBe('cpuPerRequest')
  expect(interactions).toMatchObject([{ candidate: 'log=sync', metric: 'cpuPerRequest', rounds: 6 }])
  expect(interactions[0]?.difference.micros).toBeCloseTo(40 - 10, 9)
})

test('without a profiler the whole difference is not profiled', () => {
  expect(cardOn('log=sync').view.steps.map(({ name }) => name)).toEqual(['not profiled'])
})

test('the totals of a card are those of its verdict, and its sides are named by the toggle', () => {
  const { analysis, card, view } = cardOn('log=sync')
  const [{ size } = { size: null }] = analysis.verdicts.filter(({ candidate }) => candidate === 'log=sync')
  expect(card.total?.difference).toEqual(size?.difference)
  expect(view.what).toMatch(/^main-thread CPU per request, mean of 2 changes, separate slices, \d rounds$/)
  expect(view.sides).toEqual(['without log=sync', 'with log=sync'])
})

test('the CPU that saved bytes cost is that of the verdict', () => {
  const { card } = cardOn('gzip=on')
  expect(card.transfer).toMatchObject({ baselineBytes: 4000, candidateBytes: 1500 })
  expect(card.transfer?.added?.micros).toBeCloseTo(115, 9)
  expect(card.transfer?.paysBelow?.bitsPerSecond).toBeCloseTo((8 * 2500 * 1e6) / 115, 0)
})

test('a card says what its verdict is by', () => {
  const { analysis, view } = cardOn('gzip=on')
  const levels = 'The totals are the mean of 2 changes: gzip=on compared with off, and both compared with log=sync.'
  expect(view.notes.slice(0, 2)).toEqual([levels, expect.stringMatching(/^gzip=on saves 2\.50 kB per response/)])
  const text = pullRequestText(analysis, makeToggleRun().manifest)
  expect(text.split('\n').length).toBeLessThanOrEqual(10)
  expect(text).toContain('mean of 2 pairs')
})

test('with a price, the notes that a page shows at once are of the verdict and of the bytes', () => {
  const { view } = cardOn('gzip=on')
  const priced = { ...view, lines: [/** @type {any} */ ({})] }
  expect(notesOfCard(priced)).toEqual([...view.notes.slice(0, 2), cardNote, ...view.notes.slice(2)])
  expect(notesOfCard({ ...priced, levels: [] })).toEqual([cardNote, ...view.notes])
  expect(notesOfCard(view)).toEqual(view.notes)
})

test('the calls that explain a row are counted in the variants that blame compares', () => {
  const stacks = { 'app:answer': 1000 }
  const launches = [0, 1, 2, 3].flatMap(round => [
    makeLaunch({ variant: 'off', round, stacks }),
    makeLaunch({
      variant: 'log=sync',
      round,
      stacks: { ...stacks, 'app:answer > node:fs:writeSync': 100 },
      mainMicros: 110
    }),
    makeLaunch({ variant: 'gzip=on', round, stacks })
  ])
  const writes = { off: 1, 'log=sync': 2, 'gzip=on': 1, both: 4 }
  const slices = [...makeToggleRounds(6), ...launches.map(({ slice }) => encodedLikeItsVariant(slice))].map(slice => ({
    ...slice,
    server: { ...slice.server, writeCalls: Number(Object(writes)[slice.variant]) * slice.completed }
  }))
  const { blames, counters } = analyse(makeToggleRun({ slices, trees: launches.map(({ tree }) => tree) })).analysis
  const blame = blames.find(({ candidate }) => candidate === 'log=sync')
  expect(blame?.countedCalls.flatMap(({ counted }) => counted)).toEqual([{ counter: 'writeCalls', difference: 1 }])
  expect(counters[0]?.rows.find(({ counter }) => counter === 'writeCalls')?.difference).toBe(2)
})

test('of the totals, those that are the mean of two pairs are named so, and have no values of one pair', () => {
  const { analysis, card } = cardOn('log=sync')
  const { table, notes } = totalSections({ ...analysis, cards: [card] })[0] ?? {}
  expect(table?.rows.map(([name, , ...values]) => [name, ...values.slice(0, 2)])).toEqual([
    ['main thread, mean of 2 (this card)', '105.0 µs', '122.5 µs'],
    ['all threads, mean of 2', '150.0 µs', '175.0 µs'],
    ['main thread, log=sync compared with off', '70.00 µs', '77.00 µs'],
    ['all threads, mean of 2', '-', '-'],
    ['main thread, mean of 2', '-', '-']
  ])
  expect(notes?.[0]).toBe(ofLog)
})

test('a narrow terminal has the changes of both toggles, and none of the values that they are not between', () => {
  const [{ table } = {}] = loadSections(analysisOf())
  if (!table) throw new Error('there is no table')
  const [header, first, ...others] = tableText(table, 80, plain).split('\n')
  expect(header).toMatch(/^ +log=sync \(95% CI\) +gzip=on \(95% CI\)$/)
  expect(first).toMatch(/^ {2}CPU per request +\+14\.9%.* +\+109%/)
  expect(others.join('\n')).not.toMatch(/^ *requests *$/m)
})

test('the tables of loads and of latency name first what their changes are the mean of', () => {
  const load = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  const paced = makeToggleRounds(6).map(slice => ({ ...slice, load, launch: `${slice.launch} paced` }))
  const { manifest } = makeToggleRun()
  /** @type {typeof manifest.design} */
  const design = { ...manifest.design, loads: [...manifest.design.loads, load] }
  const analysis = analyse(
    makeToggleRun({ manifest: { ...manifest, design }, slices: [...makeToggleRounds(6), ...paced] })
  ).analysis
  const sections = [...loadSections(analysis), ...latencySections(analysis).filter(({ table }) => table)]
  expect(sections.map(({ notes }) => notes?.[0])).toEqual(sections.map(() => `${ofLog} ${ofGzip}`))
  expect(sections.some(({ heading }) => heading.startsWith('Latency'))).toBe(true)
})

/** @param {SliceRecord} slice @returns {SliceRecord} */
function encodedLikeItsVariant(slice) {
  return { ...slice, contentEncodings: { [slice.variant === 'gzip=on' ? 'gzip' : 'identity']: slice.completed } }
}
