import { expect, test } from '@jest/globals'
import { waitsInWords } from '../../../src/report/words/wait-words.js'

const total = { baseline: 100e3, candidate: 130e3, difference: 30e3, low: 28e3, high: 32e3, pValue: 0.001, share: 1 }
const owner = { name: 'answer', file: '/app/server.js', line: 7 }

/** @param {number} line @param {number} difference in microseconds @param {string} name of what is waited for */
function row(line, difference, name) {
  const cost = { ...total, difference, low: difference - 500, high: difference + 500 }
  return { group: 'app', owner, line, path: [{ name, file: 'node:wait', line: null }], cost }
}

/** @param {object[]} rows */
function analysis(rows) {
  return /** @type {any} */ ({ folder: '/app', blames: [{ unit: 'latency', candidate: 'new', total, rows }] })
}

test('a line has its wait, what for, and how much of the latency that is', () => {
  expect(waitsInWords('new', analysis([row(10, 29e3, 'timer')]))).toEqual([
    'A request waits +29.0 ms ± 0.5 at server.js:10 (timer); its latency differs by +30 ms ± 2 in the requests that were followed.'
  ])
})

test('what is less than a twentieth of the difference, and what has no line, is not named', () => {
  const native = { ...row(0, 20e3, 'running'), group: 'native', owner: null }
  expect(waitsInWords('new', analysis([row(11, -40, 'timer'), native]))).toEqual([
    'No line waits longer or shorter for certain; latency +30 ms ± 2 in the requests that were followed.'
  ])
})

test('a run without such launches has no sentence', () => {
  expect(waitsInWords('other', analysis([]))).toEqual([])
})
