import { expect, test } from '@jest/globals'
import { sectionMarkdown } from '../../../src/report/print/markdown.js'
import { pullRequestText } from '../../../src/report/print/pull-request.js'
import { cardSections } from '../../../src/report/sections/card-sections.js'
import { cardView, formatSum, notesOfCard } from '../../../src/report/words/card-words.js'
import { sum } from '../../../src/stats/means.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { makeCard, makeCardAnalysis, makeStepRow } from '../../helpers/make-card.js'
import { makeManifest } from '../../helpers/make-run.js'

/** @import { BlamedLine, Card } from '../../../src/blame/types.js' */
/** @import { Analysis } from '../../../src/types.js' */

const lined = /** @type {Card['places'][0]} */ (makeCard().places[0])
const place = { ...lined, lines: [] }
const usualTotal = /** @type {NonNullable<Card['total']>} */ (makeCard().total)

/** @param {Parameters<typeof makeCardAnalysis>[0]} [changes] */
function sectionOf(changes) {
  return sectionIn(makeCardAnalysis(changes))
}

/** Returns the section of a card with its notes, which are folded, and its rows without more than two spaces. @param {Analysis} analysis */
function sectionIn(analysis) {
  const [section] = cardSections(analysis)
  const [card] = analysis.cards
  if (!section || !card) throw new Error('no card')
  const rows = section.code?.map(line =>
    line
      .replace(/ {2,}/g, '  ')
      .replace(/ ?[█░]+/g, '')
      .replace(/ {2,}/g, '  ')
  )
  return { ...section, rows, notes: notesOfCard(cardView(card, analysis)) }
}

test('the card has the source line with its cost, what has no line, and both totals', () => {
  const { heading, rows, notes } = sectionOf()
  expect(heading).toBe('Summary card: on compared with off, main-thread CPU per request, separate slices, 13 rounds')
  expect(rows).toEqual([
    "+25 µs ± 8  src/route.js:27  if (toggles.log === 'sync') console.log(info)",
    '+27 µs ± 13  unattributed',
    '+52 µs ± 10 in all, from 429 µs to 481 µs'
  ])
  expect(notes?.[0]).toMatch(/^The totals come from unprofiled launches/)
})

/** @type {(line: number, difference: number, evidence: BlamedLine['evidence']) => BlamedLine} */
function lineOf(line, difference, evidence) {
  const cost = { baseline: 0, candidate: difference, difference, low: difference - 3, high: difference + 3 }
  return { line, cost, evidence }
}

/** @param {number} firstLine */
function excerptFrom(firstLine) {
  const lines = [0, 1, 2].map(index => `  text ${firstLine + index}`)
  return { file: '/srv/app/src/route.js', line: firstLine + 1, text: { firstLine, lines }, omitted: null }
}

test('each line of a function has its own cost beside it, at most three, in the order of the file', () => {
  const lines = [
    lineOf(40, 12, 'confirmed'),
    lineOf(27, 8, 'one-profiler'),
    lineOf(28, 4, 'confirmed'),
    lineOf(30, 2, 'confirmed')
  ]
  const sources = [39, 26, 27].map(excerptFrom)
  const analysis = makeCardAnalysis({ card: { places: [{ ...lined, line: 40, lines }] }, sources })
  const [blame] = analysis.blames
  const both = { ...analysis, blames: blame ? [{ ...blame, profiler: 'prof', secondProfiler: 'cdp' }] : [] }
  const { rows, notes } = sectionIn(both)
  expect(rows?.slice(0, 5)).toEqual([
    '+8 µs ± 3  src/route.js:27  text 27',
    '+4 µs ± 3  src/route.js:28  text 28',
    '+12 µs ± 3  src/route.js:40  text 40',
    '+1 µs  other lines of the function',
    '+27 µs ± 13  unattributed'
  ])
  expect(notes).toContain('Lines that only prof sees: src/route.js:27.')
  expect(notes?.filter(note => note.startsWith('Seen by one profiler'))).toEqual([])
  const [card] = both.cards
  const [line] = card ? cardView(card, both).lines : []
  expect(line).toMatchObject({ line: 40, cost: '+12 µs ± 3' })
  expect(line?.source.map(({ number, isBlamed, isAfterGap }) => [number, isBlamed, isAfterGap])).toEqual([
    [26, false, false],
    [27, true, false],
    [28, true, false],
    [29, false, false],
    [39, false, true],
    [40, true, false],
    [41, false, false]
  ])
})

test.each(
  /** @type {const} */ ([
    ['changed', 'changed in this range'],
    ['called', 'called from a changed line'],
    ['unchanged', 'not in the diff']
  ])
)('a line of a comparison of revisions is marked as %s', (inRange, words) => {
  const { lines = [] } = lined
  const changes = { card: { places: [{ ...lined, lines: lines.map(line => ({ ...line, inRange })) }] } }
  const [row] = sectionOf(changes).rows ?? []
  expect(row).toMatch(/^\+25 µs ± 8 {2}src\/route\.js:27 {2}if \(toggles\.log === 'sync'\) console/)
  expect(row?.endsWith(`, ${words}`)).toBe(true)
})

test('a card of one profiler alone names it', () => {
  const analysis = makeCardAnalysis()
  const [blame] = analysis.blames
  const rows = blame?.rows.map(row => ({ ...row, evidence: /** @type {const} */ ('one-profiler') })) ?? []
  const alone = { ...analysis, blames: blame ? [{ ...blame, rows, profiler: 'prof', secondProfiler: null }] : [] }
  const { notes } = sectionIn(/** @type {typeof analysis} */ (alone))
  expect(notes).toContain('Seen by one profiler: prof.')
})

test('lines that git could not compare have no mark, and one note says why', () => {
  const noRange = 'fatal: bad object 1234'
  const { rows, notes } = sectionOf({ card: { noRange } })
  expect(rows?.[0]).toMatch(/console\.log\(info\)$/)
  expect(notes).toContain(`The lines are not marked, because git could not compare the revisions: ${noRange}.`)
  const places = [{ ...place, line: null, noLine: /** @type {const} */ ('uncertain') }]
  expect(sectionOf({ card: { noRange, places } }).notes?.join()).not.toContain('git')
})

test.each(
  /** @type {const} */ ([
    ['not-recorded', 'no profiler recorded a line of it'],
    ['uncertain', 'no line of it is certain'],
    ['profilers-differ', 'the profilers show the difference at different lines of it']
  ])
)('without a line it is the function, by its first line, and why: %s', (noLine, why) => {
  const lines = noLine === 'profilers-differ' ? [lineOf(30, 2, 'confirmed')] : []
  const { rows, notes } = sectionOf({ card: { places: [{ ...place, line: null, lines, noLine }] } })
  expect(rows?.[0]).toBe('+25 µs ± 8  src/route.js:25  inspect, writeSync')
  expect(notes).toContain(`src/route.js:25 is where the function begins: ${why}.`)
})

test('the printed figures add up where rounding each for itself would not', () => {
  const difference = { micros: 30, low: 20, high: 40 }
  const half = { low: null, high: null }
  // 100.4 + 10.5 + 10.5 + 9 = 130.4: each rounded for itself that is 100 + 11 + 11 + 9 = 130.
  const sum = formatSum({ start: 100.4, difference, groups: [{ parts: [10.5, 10.5], ...half }], rest: half })
  expect(sum).toEqual({
    start: '100 µs',
    end: '130 µs',
    difference: '+30 µs ± 10',
    number: '+30 µs',
    half: '± 10',
    groups: [
      { text: '+22 µs', micros: 22, parts: ['+11', '+11'], texts: ['+11 µs', '+11 µs'], lines: [], otherLines: null }
    ],
    rest: { figure: '+8', half: '', text: '+8 µs' }
  })
})

test('the steps of 300 random cards add up to the printed difference', () => {
  const random = seededRandom(7)
  const analysis = makeCardAnalysis()
  const between = (/** @type {number} */ least, /** @type {number} */ most) => least + (most - least) * random()
  for (let run = 0; run < 300; run++) {
    const micros = between(-1, 1) * 10 ** between(-1, 5)
    const width = Math.abs(micros) * between(0.01, 2)
    const signs = Array.from({ length: 1 + Math.floor(between(0, 3)) }, () => Math.sign(between(-0.3, 1)))
    const places = signs.map(sign => {
      const costs = Array.from({ length: 1 + Math.floor(between(0, 3)) }, () => sign * micros * between(0, 1.5))
      return { ...place, steps: costs.map(cost => ({ row: 0, micros: cost })), cost: intervalOf(sum(costs), width) }
    })
    const [more, removed, offset] = [1, -1, -1].map(sign => ({ micros: sign * micros * between(0, 0.6), count: 2 }))
    const steps = [...places.flatMap(({ steps: own }) => own), more, removed, offset].map(step => step?.micros ?? 0)
    const card = makeCard({
      total: { ...usualTotal, ...totalOf(between(0, 1e5), micros, width) },
      ...{ places, others: more, removed, offset, unattributed: intervalOf(micros - sum(steps), width) }
    })
    const view = cardView(card, analysis)
    const figures = view.steps.map(({ figure }) => numberIn(figure))
    const [start, end, difference] = [view.total?.start, view.total?.end, view.total?.difference].map(numberIn)
    expect(sum(figures)).toBeCloseTo(difference ?? 0, 6)
    expect((start ?? 0) + (difference ?? 0)).toBeCloseTo(end ?? 0, 6)
    for (const { share } of view.lines) expect(share).toBeLessThanOrEqual(1)
    expect(sum(view.lines.map(({ cost }) => numberIn(cost)))).toBeCloseTo(sum(figures.slice(0, -4)), 6)
  }
})

test('a line can cost more than the whole difference', () => {
  const total = { ...usualTotal, candidateMicros: 449, difference: { micros: 20, low: 10, high: 30 } }
  const { rows } = sectionOf({
    card: { total, removed: { micros: -9, count: 2 }, unattributed: { micros: 4.1, low: -9, high: 17 } }
  })
  expect(rows).toEqual([
    "+25 µs ± 8  src/route.js:27  if (toggles.log === 'sync') console.log(info)",
    '-9 µs  removed work (2 rows)',
    '+4 µs ± 13  unattributed',
    '+20 µs ± 10 in all, from 429 µs to 449 µs'
  ])
})

test('the figures have the decimals of the difference and one unit, and an interval is never printed as zero', () => {
  const small = { micros: 1.53, low: 1.33, high: 1.73 }
  const none = { low: null, high: null }
  expect(formatSum({ start: 88.61, difference: small, groups: [], rest: none })).toMatchObject({
    start: '88.6 µs',
    end: '90.1 µs',
    difference: '+1.5 µs ± 0.2'
  })
  const large = { micros: 1250, low: 1100, high: 1400 }
  const narrow = { parts: [700], low: 699, high: 701 }
  expect(formatSum({ start: 3420, difference: large, groups: [narrow], rest: none })).toMatchObject({
    start: '3.42 ms',
    end: '4.67 ms',
    groups: [{ text: '+0.70 ms ± 0.01', parts: ['+0.70'] }],
    rest: { figure: '+0.55' }
  })
})

test.each(/** @type {const} */ (['no difference', 'cannot tell']))('%s has the bound, and no cost', verdict => {
  const { lines, code } = sectionOf({ card: { ...unblamed, verdict }, verdict })
  expect(lines?.join()).toMatch(
    /^(No difference in main-thread CPU per request found|Cannot tell: on may be).* \(95%, shared core\)\.$/
  )
  expect(code).toEqual(['+52 µs ± 10 in all, from 429 µs to 481 µs'])
})

test('a verdict on requests/s has neither totals nor costs', () => {
  const card = { ...unblamed, total: null, noTotal: /** @type {const} */ ('rates') }
  const { heading, code, notes } = sectionOf({ card, metric: 'requestsPerSecond' })
  expect(heading).toBe('Summary card: on compared with off, requests/s')
  expect(code).toEqual([])
  expect(notes).toEqual([])
})

test('what is not on the main thread, and why a source text is missing, is said', () => {
  const pool = makeStepRow(12, 'queue', { threads: 'pool', poolUser: 'fs', group: 'other-threads', path: [] })
  const { rows, notes } = sectionOf({ card: { apart: [2] }, more: [pool], omitted: 'changed' })
  expect(rows?.[0]).toBe('+25 µs ± 8  src/route.js:27  inspect, writeSync')
  expect(notes?.slice(1)).toEqual([
    'What is unattributed is in no line above: differences that are not distinguished from chance, rows that are small together, and what profiled launches differ by from the others.',
    'Not on the main thread, and in no figure above: other threads: fs, queued by answer +12 µs ± 4.',
    'No source text of src/route.js: the file was written after the run started.'
  ])
  expect(sectionOf({ sources: null }).notes).toContain('This run was saved without source text.')
  const other = { file: '/srv/app/src/route.js', line: 90, text: null, omitted: /** @type {const} */ ('outside') }
  expect(sectionOf({ sources: [other] }).notes?.join()).toContain('No source text of src/route.js: the file is neither')
})

test('what is not on the main thread has no figure where its interval is as wide as the whole cost', () => {
  const cost = { ...makeStepRow(200, 'queue').cost, low: -200, high: 600 }
  const pool = makeStepRow(200, 'queue', { threads: 'pool', poolUser: 'fs', group: 'other-threads', path: [], cost })
  expect(sectionOf({ card: { apart: [2] }, more: [pool] }).notes?.join()).toMatch(/queued by answer too few samples/)
})

test('smaller responses have the link speed below which they pay', () => {
  const paysBelow = { bitsPerSecond: 500e6, low: 400e6, high: 625e6 }
  const added = { micros: 200, low: 160, high: 250 }
  const saver = /** @type {const} */ ('candidate')
  const transfer = { baselineBytes: 20_000, candidateBytes: 7500, saver, added, paysBelow }
  expect(sectionOf({ card: { transfer } }).notes).toContain(
    'on saves 12.5 kB per response (20.0 kB to 7.50 kB, 62.5% less) for +200 µs ± 45 of CPU on all threads: it pays on links slower than 500 Mbit/s (95% CI 400 Mbit/s to 625 Mbit/s).'
  )
  const free = { ...transfer, paysBelow: { bitsPerSecond: null, low: null, high: null } }
  expect(sectionOf({ card: { transfer: free } }).notes?.join()).toContain('it pays at any link speed')
})

test('hostile names and source text are one short line of text each', () => {
  const hostile = `\u001b[31m</script>\u202e\u0000${'x'.repeat(5000)}`
  const section = sectionOf({ line: `\t\tconsole.log("${hostile}")\u2029`, candidate: hostile, step: hostile })
  const markdown = sectionMarkdown(section)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028\u2029]/)
  expect(section.code?.every(line => line.length <= 118)).toBe(true)
  expect(section.rows?.[0]).toMatch(/^\+25 µs ± 8 {2}src\/route\.js:27 {2}console\.log\("<\/script>/)
  expect(markdown.split('\n').filter(line => line.includes('console.log'))).toEqual([
    expect.stringMatching(/^ {4}\+25 /)
  ])
})

test('for a pull request the card is at most ten lines of Markdown, in which names are text', () => {
  const analysis = makeCardAnalysis({
    card: { places: [lined, lined, lined, lined] },
    candidate: '**on** `x` @team'
  })
  const verdicts = analysis.verdicts.map(verdict => ({ ...verdict, size: usualTotal }))
  const text = pullRequestText(
    { ...analysis, verdicts },
    makeManifest(),
    ({ line }) => `https://example.org/route.js#L${line}`
  )
  const lines = text.split('\n')
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines[0]).toMatch(
    /^- \*\*\\\*\\\*on\\\*\\\* \\`x\\` \\@&#8203;team is slower than off: \+52 µs of main-thread CPU/
  )
  expect(lines[1]).toBe(
    "- `+25 µs ± 8` [src/route.js:27](https://example.org/route.js#L27) `if (toggles.log === 'sync') console.log(info)`"
  )
  expect(lines.at(-1)).toBe('- Repeat: `node scripts/workshop.js run info-log --seed 1`')
})

/** Returns the number at the start of a text. @param {string | undefined} text */
function numberIn(text) {
  return Number.parseFloat((text ?? '').replaceAll(',', ''))
}

/** @param {number} micros @param {number} width */
function intervalOf(micros, width) {
  return { micros, low: micros - width, high: micros + width }
}

/** @type {(start: number, micros: number, width: number) => Partial<typeof usualTotal>} */
function totalOf(baselineMicros, micros, width) {
  return { baselineMicros, candidateMicros: baselineMicros + micros, difference: intervalOf(micros, width) }
}

const unblamed = { places: [], unattributed: null }
