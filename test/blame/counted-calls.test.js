import { expect, test } from '@jest/globals'
import { countedCalls, sameCalls } from '../../src/blame/counted-calls.js'
import { costOf } from '../helpers/costs.js'

/** @import { FunctionName } from '../../src/blame/types.js' */

const log = call('log', 'node:internal/console/constructor')
const stream = call('Writable.write', 'node:internal/streams/writable')
const oneMoreWrite = [
  { counter: /** @type {const} */ ('writeCalls'), difference: 1 },
  { counter: /** @type {const} */ ('writtenBytes'), difference: 379 }
]

test('more write calls and bytes explain the row that ends in a synchronous write', () => {
  const rows = [
    rowOf(15, log, call('inspect', 'node:internal/util/inspect')),
    rowOf(10, log, stream, call('writeSync', 'node:fs'))
  ]
  expect(countedCalls(rows, oneMoreWrite)).toEqual([{ row: 1, counted: oneMoreWrite }])
})

test.each(['write', 'writev', '__write', '__libc_writev', 'pwrite64'])('%s of the C library is a write', name => {
  expect(countedCalls([rowOf(10, call(name, ''))], oneMoreWrite)).toEqual([{ row: 0, counted: oneMoreWrite }])
})

test('a function of the app with such a name is none', () => {
  expect(countedCalls([rowOf(10, call('writeSync', '/srv/app/log.js'))], oneMoreWrite)).toEqual([])
})

test('reads explain reads', () => {
  const rows = [rowOf(10, call('writeSync', 'node:fs')), rowOf(8, call('readFileSync', 'node:fs'))]
  const counted = [{ counter: /** @type {const} */ ('readCalls'), difference: 4 }]
  expect(countedCalls(rows, counted)).toEqual([{ row: 1, counted }])
})

test('a row with the other sign is not explained', () => {
  expect(countedCalls([rowOf(-10, call('writeSync', 'node:fs'))], oneMoreWrite)).toEqual([])
})

test('where two rows write, none is named', () => {
  const rows = [rowOf(10, call('writeSync', 'node:fs')), rowOf(10, log, call('writeSync', 'node:fs'))]
  expect(countedCalls(rows, oneMoreWrite)).toEqual([])
})

test('where counters contradict each other, none is named', () => {
  const counted = [...oneMoreWrite.slice(0, 1), { counter: /** @type {const} */ ('writtenBytes'), difference: -40 }]
  expect(countedCalls([rowOf(10, call('writeSync', 'node:fs'))], counted)).toEqual([])
})

test('calls are the same where their number and their bytes per request are', () => {
  const namesOf = (/** @type {Parameters<typeof sameCalls>[0]} */ rows) =>
    ['read', '__write', 'write_it'].filter(name => sameCalls(rows).some(native => native.test(name)))
  const [calls, bytes] = [counted('writeCalls', [-0.01, 0.04], 0.05), counted('writtenBytes', [5, 20], 30)]
  expect(namesOf([calls, bytes])).toEqual(['__write'])
  expect(namesOf([counted('writeCalls', [0.01, 0.06], 0.05), bytes])).toEqual([])
  expect(namesOf([calls, counted('writtenBytes', [-31, 1], 30)])).toEqual([])
  expect(namesOf([counted('writeCalls', null, 0.05), bytes])).toEqual([])
  expect(namesOf([calls])).toEqual([])
})

/** @type {(counter: 'writeCalls' | 'writtenBytes', ends: [number, number] | null, tolerance: number) => Parameters<typeof sameCalls>[0][0]} */
function counted(counter, ends, tolerance) {
  const [low, high] = ends ?? [null, null]
  return { counter, low, high, tolerance }
}

/** @param {string} name @param {string} file @returns {FunctionName} */
function call(name, file) {
  return { name, file, line: file ? 1 : null }
}

/** @param {number} difference @param {FunctionName[]} path */
function rowOf(difference, ...path) {
  return { path, cost: costOf(difference) }
}
