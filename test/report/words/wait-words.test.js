import { expect, test } from '@jest/globals'
import { resourcesOf, waitsInWords } from '../../../src/report/words/wait-words.js'

const total = { baseline: 100e3, candidate: 130e3, difference: 30e3, low: 28e3, high: 32e3, pValue: 0.001, share: 1 }
const owner = { name: 'answer', file: '/app/server.js', line: 7 }

/** @param {number} difference in microseconds @param {string} name of what is waited for @param {number} [line] */
function row(difference, name, line = 10) {
  const cost = { ...total, difference, low: difference - 500, high: difference + 500 }
  const lines = [{ line, cost, evidence: 'one-profiler' }]
  return { group: 'app', owner, line, lines, path: [{ name, file: 'node:wait', line: null }], cost }
}

/** @param {object[]} rows @param {object[]} [cards] @param {object} [changes] of the blame */
function analysis(rows, cards = [], changes = {}) {
  const blame = { unit: 'latency', candidate: 'new', total, rows, ...changes }
  return /** @type {any} */ ({ blames: [blame], cards, folder: '/app' })
}

test('where the card has prices of lines, there is no sentence', () => {
  const own = analysis([row(29e3, 'timer')], [{ candidate: 'new', waiting: {} }])
  expect(waitsInWords({ candidate: 'new' }, own)).toEqual([])
})

test('what is less than 2% of the latency, and what has no line, is not named', () => {
  const native = { ...row(20e3, 'running'), group: 'native', owner: null, lines: undefined }
  expect(waitsInWords({ candidate: 'new' }, analysis([row(-40, 'timer'), native]))).toEqual([
    'No line waits significantly longer or shorter by 2% of the latency or more; latency of the requests that were followed: +30 ms ± 2.'
  ])
})

test('without a verdict the lines that wait longer or shorter have their prices, the three largest', () => {
  const rows = [row(3e3, 'dns', 11), row(90e3, 'first byte'), row(-60e3, 'file', 12), row(2.5e3, 'timer', 13)]
  expect(waitsInWords({ candidate: 'new' }, analysis(rows))).toEqual([
    'Waits that change: +90.0 ms ± 0.5 at server.js:10 (first byte), -60.0 ms ± 0.5 at server.js:12 (file) and +3.0 ms ± 0.5 at server.js:11 (dns); latency of the requests that were followed: +30 ms ± 2. No verdict uses profiled launches.'
  ])
})

test('a line is named also where the latency has too few samples', () => {
  const uncertain = { ...total, low: -90e3, high: 150e3 }
  expect(waitsInWords({ candidate: 'new' }, analysis([row(12e3, 'timer')], [], { total: uncertain }))).toEqual([
    'Waits that change: +12.0 ms ± 0.5 at server.js:10 (timer); latency of the requests that were followed: too few samples. No verdict uses profiled launches.'
  ])
})

test('what keeps the event loop busy is named by CPU, and where a request queues for it by its line', () => {
  const queued = { ...row(20e3, ''), group: 'native', owner: { name: 'event loop', file: '', line: null }, lines: [] }
  const at = { file: '/app/server.js', line: 8, cost: queued.cost }
  const busy = { queueing: { row: 0, at } }
  const waiting = analysis([queued], [{ candidate: 'new', waiting: {} }], busy)
  const opening =
    'Other code keeps the event loop busy: a request queues for it +20.0 ms ± 0.5, longest at server.js:8 (+20.0 ms ± 0.5).'
  expect(waitsInWords({ candidate: 'new' }, waiting)).toEqual([`${opening} --profiler prof,cdp,waits names that code.`])
  const cpu = { unit: 'micros', candidate: 'new', total, rows: [row(18e3, '')] }
  expect(waitsInWords({ candidate: 'new' }, { ...waiting, blames: [...waiting.blames, cpu] })).toEqual([
    `${opening} Of functions of the app and packages, CPU grows most in answer (server.js:10), +18.0 ms ± 0.5.`
  ])
  const garbage = { ...cpu, rows: [{ ...row(18e3, ''), group: 'gc', owner: null }] }
  expect(waitsInWords({ candidate: 'new' }, { ...waiting, blames: [...waiting.blames, garbage] })).toEqual([
    `${opening} No function of the app or a package costs more CPU for certain.`
  ])
})

test('where no line queues longer for certain, none is named; lines that wait longer have a sentence beside it', () => {
  const queued = { ...row(20e3, ''), group: 'native', owner: { name: 'event loop', file: '', line: null }, lines: [] }
  const own = analysis([queued, row(9e3, 'timer')], [], { queueing: { row: 0, at: null } })
  expect(waitsInWords({ candidate: 'new' }, own)).toEqual([
    'Other code keeps the event loop busy: a request queues for it +20.0 ms ± 0.5. --profiler prof,cdp,waits names that code.',
    expect.stringMatching(/^Waits that change: \+9\.0 ms ± 0\.5 at server\.js:10 \(timer\); /)
  ])
})

test('a verdict on the time of requests without launches that followed them has advice', () => {
  const own = { ...analysis([], [{ candidate: 'new', noTotal: 'rates' }]), blames: [] }
  expect(waitsInWords({ candidate: 'new' }, own)).toEqual([expect.stringContaining('no source line has a cost')])
})

test('a run without such launches has no sentence', () => {
  expect(waitsInWords({ candidate: 'other' }, analysis([]))).toEqual([])
})

test('a line of a card says what it waits for, each once', () => {
  const blame = /** @type {any} */ ({ rows: [row(20e3, 'connect'), row(5e3, 'timer'), row(1e3, 'connect')] })
  const steps = [0, 1, 2].map(index => ({ row: index, micros: 1 }))
  expect(resourcesOf(/** @type {any} */ ({ steps }), blame)).toEqual(['connect', 'timer'])
})
