import { expect, test } from '@jest/globals'
import { resourcesOf, waitsInWords } from '../../../src/report/words/wait-words.js'

const total = { baseline: 100e3, candidate: 130e3, difference: 30e3, low: 28e3, high: 32e3, pValue: 0.001, share: 1 }
const owner = { name: 'answer', file: '/app/server.js', line: 7 }

/** @param {number} difference in microseconds @param {string} name of what is waited for */
function row(difference, name) {
  const cost = { ...total, difference, low: difference - 500, high: difference + 500 }
  return { group: 'app', owner, line: 10, path: [{ name, file: 'node:wait', line: null }], cost }
}

/** @param {object[]} rows @param {object[]} [cards] */
function analysis(rows, cards = []) {
  return /** @type {any} */ ({ blames: [{ unit: 'latency', candidate: 'new', total, rows }], cards })
}

test('where the card has prices of lines, there is no sentence', () => {
  expect(waitsInWords('new', analysis([row(29e3, 'timer')], [{ candidate: 'new', waiting: {} }]))).toEqual([])
})

test('what is less than a twentieth of the difference, and what has no line, is not named', () => {
  const native = { ...row(20e3, 'running'), group: 'native', owner: null }
  expect(waitsInWords('new', analysis([row(-40, 'timer'), native]))).toEqual([
    'No line waits longer or shorter for certain; latency of the requests that were followed: +30 ms ± 2.'
  ])
})

test('lines without a price, because they add up to little, are not kept back', () => {
  expect(waitsInWords('new', analysis([row(90e3, 'timer'), row(-60e3, 'file')]))).toEqual([
    'The blame of latency names lines that wait longer or shorter; latency of the requests that were followed: +30 ms ± 2.'
  ])
})

test('what keeps the event loop busy is named by CPU', () => {
  const queued = { ...row(20e3, ''), group: 'native', owner: { name: 'event loop', file: '', line: null } }
  const waiting = analysis([queued], [{ candidate: 'new', waiting: {} }])
  expect(waitsInWords('new', waiting)).toEqual([
    'Other code keeps the event loop busy: a request queues for it +20.0 ms ± 0.5. Its lines: --profiler prof,cdp,waits.'
  ])
  const cpu = { unit: 'micros', candidate: 'new', total, rows: [row(18e3, '')] }
  expect(waitsInWords('new', { ...waiting, blames: [...waiting.blames, cpu], folder: '/app' })).toEqual([
    'Other code keeps the event loop busy: a request queues for it +20.0 ms ± 0.5. Of functions of the app and packages, CPU grows most in answer (server.js:10), +18.0 ms ± 0.5.'
  ])
  const garbage = { ...cpu, rows: [{ ...row(18e3, ''), group: 'gc', owner: null }] }
  expect(waitsInWords('new', { ...waiting, blames: [...waiting.blames, garbage], folder: '/app' })).toEqual([
    'Other code keeps the event loop busy: a request queues for it +20.0 ms ± 0.5. No function of the app or a package costs more CPU for certain.'
  ])
})

test('a run without such launches has no sentence', () => {
  expect(waitsInWords('other', analysis([]))).toEqual([])
})

test('a line of a card says what it waits for, each once', () => {
  const blame = /** @type {any} */ ({ rows: [row(20e3, 'connect'), row(5e3, 'timer'), row(1e3, 'connect')] })
  const steps = [0, 1, 2].map(index => ({ row: index, micros: 1 }))
  expect(resourcesOf(/** @type {any} */ ({ steps }), blame)).toEqual(['connect', 'timer'])
})
