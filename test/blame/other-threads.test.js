import { describe, expect, test } from '@jest/globals'
import { blame, burn } from '../helpers/make-blame.js'

test('work on other threads is its own row, with the module and the function that queues it', () => {
  const { rows } = blame(
    { 'node:http:onRequest > express/handle > app:answer > compression/end > node:zlib:processChunk': 120 },
    { poolMicros: 70 }
  )
  expect(rows[0]).toMatchObject({
    group: 'other-threads',
    threads: 'pool',
    poolUser: 'zlib',
    packageName: 'compression',
    owner: { name: 'end' },
    path: [],
    caller: { name: 'answer' },
    evidence: 'measured-directly'
  })
  expect(rows[0]?.cost.difference).toBeCloseTo(60)
  expect(rows[1]).toMatchObject({
    joined: null,
    packageName: 'compression',
    owner: { name: 'end' },
    path: [{ name: 'processChunk' }]
  })
})

describe('work that becomes larger in the pool alone', () => {
  const compress = { 'node:http:onRequest > app:answer > node:zlib:processChunk': 100 }

  test('is that of the only function that uses the pool', () => {
    const { rows } = blame(compress, { off: compress, poolMicros: 70 })
    expect(rows.find(({ threads }) => threads === 'pool')).toMatchObject({
      poolUser: 'zlib',
      owner: { name: 'answer' }
    })
  })

  test.each([
    'node:http:onRequest > app:other > node:zlib:processChunk',
    'node:http:onRequest > app:answer > node:fs:readFile'
  ])('has no name where there is another: %s', stack => {
    const both = { ...compress, [stack]: 100 }
    const { rows } = blame(both, { off: both, poolMicros: 70 })
    expect(rows.find(({ threads }) => threads === 'pool')).toMatchObject({ poolUser: null, owner: null })
  })
})

describe('a difference of other threads', () => {
  test.each([
    ['grow by as much', { low: 4, high: 8 }, 70],
    ['do not differ', { low: -0.03, high: 0.05 }, null],
    ['shrink', { low: -0.3, high: -0.1 }, null],
    ['are not compared', null, 70]
  ])('is a row unless the unprofiled launches contradict: there they %s', (_, interval, poolMicros) => {
    const rest = { relative: 0, confidence: 0.95, pairs: 9, spread: 0.01, pValue: 0.5 }
    const pool = interval && { ...rest, bound: interval, ...interval }
    const { rows, groups } = blame(burn, { poolMicros: 70, threads: { pool } })
    const row = rows.find(({ threads }) => threads === 'pool')
    expect(row?.cost.candidate ?? null).toBe(poolMicros)
    expect(groups.find(({ threads }) => threads === 'pool')?.cost.candidate).toBe(70)
  })
})

test('what node writes to stdout at once is not work for the pool', () => {
  const { rows } = blame(
    { 'node:http:onRequest > app:answer > node:internal/fs/sync_write_stream:_write': 120 },
    { poolMicros: 70 }
  )
  expect(rows.find(({ threads }) => threads === 'pool')).toMatchObject({ poolUser: null, owner: null })
})

const inCompression = {
  'node:http:onRequest > compression/end > node:zlib:processChunk': 120,
  'node:http:onRequest > compression/start > node:zlib:init': 80,
  'node:zlib:processCallback': 80
}

test('beside work of the thread pool each package has one row, named by its largest part, and so has node', () => {
  const { rows } = blame(inCompression, { poolMicros: 70 })
  expect(rows.map(({ group, packageName, owner, joined }) => [group, packageName, owner?.name, joined])).toEqual([
    ['other-threads', 'compression', 'end', null],
    ['package', 'compression', 'end', { kind: 'package', count: 2 }],
    ['core', null, 'processCallback', null]
  ])
  expect(rows[1]?.cost.difference).toBeGreaterThan(9)
  expect(rows[1]?.cost.difference).toBeLessThan(11)
})

test('functions of a package below no function of the app are one row, and those that the app calls have one each', () => {
  const without = blame(inCompression).rows
  expect(without.map(({ owner, joined }) => [owner?.name, joined?.count])).toEqual([
    ['end', 2],
    ['processCallback', undefined]
  ])
  const called = Object.entries(inCompression).map(([stack, weight]) => [
    stack.replace(/ > (?=compression)/, ' > app:answer > '),
    weight
  ])
  const { rows } = blame(Object.fromEntries(called))
  expect(rows.map(({ owner, joined }) => [owner?.name, joined])).toEqual([
    ['end', null],
    ['start', null],
    ['processCallback', null]
  ])
})

test('several functions of a package are confirmed where the second profiler sees them together', () => {
  const both = /** @type {const} */ (['prof', 'cdp'])
  const { rows } = blame(inCompression, { profilers: [...both] })
  expect(rows[0]).toMatchObject({ joined: { count: 2 }, evidence: 'confirmed' })
})
