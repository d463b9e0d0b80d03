import { expect, test } from '@jest/globals'
import * as pprof from 'pprof-format'
import { toPprof } from '../../../src/profile/export/to-pprof.js'
import { weightOf } from '../../../src/profile/tree/call-tree.js'
import { frames, makeProfile, weightsByFunction } from '../../helpers/make-profile.js'

/** @import { Frame, Profile } from '../../../src/profile/types.js' */

/** @type {Frame} */
const handle = { name: 'handle', file: '/app/server.js', line: 10, column: 5, kind: 'javascript' }
const work = { ...handle, name: 'work', line: 20 }
const about = { startedAt: '2026-01-02T03:04:05.678Z', sampleNanos: 1_000_000 }

/** `handle` calls `work` on lines 12 and 13 with 2 : 6, and has 1 of its own 4 on no known line. */
const lined = makeProfile({
  unit: 'samples',
  frames: [handle, work],
  nodes: [
    { frame: 0, parent: -1, self: 4, tier: null },
    { frame: 1, parent: 0, self: 8, tier: null }
  ],
  lines: {
    self: { node: [0, 1, 1], line: [14, 21, 22], weight: [3, 5, 3] },
    calls: { node: [1, 1], line: [12, 13], weight: [2, 6] }
  }
})

test('each line has its weight, also those of calls', () => {
  const { types, samples } = readBack(lined)
  expect(types).toEqual(['samples/count', 'cpu/nanoseconds'])
  expect(samples).toEqual([
    { stack: ['handle /app/server.js:10 at 14'], value: [3, 3_000_000] },
    { stack: ['handle /app/server.js:10 at 0'], value: [1, 1_000_000] },
    { stack: ['work /app/server.js:20 at 22', 'handle /app/server.js:10 at 13'], value: [3, 3_000_000] },
    { stack: ['work /app/server.js:20 at 21', 'handle /app/server.js:10 at 13'], value: [3, 3_000_000] },
    { stack: ['work /app/server.js:20 at 21', 'handle /app/server.js:10 at 12'], value: [2, 2_000_000] }
  ])
})

test.each([
  ['micros', makeProfile(), ['cpu/nanoseconds'], 1000],
  ['bytes', makeProfile({ unit: 'bytes' }), ['alloc_space/bytes'], 1],
  ['samples', makeProfile({ unit: 'samples' }), ['samples/count', 'cpu/nanoseconds'], 1],
  ['with lines', lined, ['samples/count', 'cpu/nanoseconds'], 1]
])('samples of %s add up to the tree, by function and without idle', (_, profile, types, scale) => {
  const file = readBack(profile)
  expect(file.types).toEqual(types)
  expect(file.samples.reduce((sum, { value }) => sum + (value[0] ?? 0), 0)).toBe(scale * weightOf(profile))
  const selfs = Object.entries(weightsByFunction(profile)).filter(([, { self }]) => self > 0)
  expect(selfOf(file.samples)).toEqual(
    Object.fromEntries(selfs.map(([name, { self }]) => [name.replace(/:(null|\d+):\S+$/, ''), scale * self]))
  )
})

test('fractions are rounded without a change of the sum', () => {
  const nodes = [0.4, 0.4, 0.4, 1.8].map((self, frame) => ({ frame, parent: -1, self, tier: null }))
  const { samples } = readBack(makeProfile({ unit: 'bytes', nodes }))
  expect(samples.map(({ value }) => value[0]).sort()).toEqual([1, 2])
})

test('a function that calls itself on two lines takes one sample more per line, not one per path', () => {
  const depth = 200
  const columns = {
    node: Array.from({ length: 2 * depth }, (_, index) => (index >> 1) + 1),
    line: Array.from({ length: 2 * depth }, (_, index) => 12 + (index % 2)),
    weight: Array.from({ length: 2 * depth }, (_, index) => 400 + (index % 2 ? index : -index))
  }
  const nodes = Array.from({ length: depth + 1 }, (_, node) => ({
    frame: 0,
    parent: node - 1,
    self: node === depth ? 800 : 0,
    tier: null
  }))
  const lines = { self: { node: [], line: [], weight: [] }, calls: columns }
  const { samples } = readBack(makeProfile({ unit: 'samples', frames: [handle], nodes, lines }))
  expect(samples.length).toBeLessThanOrEqual(2 * depth + 1)
  expect(samples.reduce((sum, { value }) => sum + (value[0] ?? 0), 0)).toBe(800)
})

test('names are what they are, and the time is that of the run', () => {
  const name = '\u001b[2J<script>"'
  const { file } = readBack(makeProfile({ frames: frames.map(frame => ({ ...frame, name })) }))
  expect(file.stringTable.strings).toContain(name)
  expect(BigInt(file.timeNanos)).toBe(BigInt(Date.parse(about.startedAt)) * 1_000_000n)
})

/** @param {Profile} profile @returns its samples as text: the innermost frame first */
function readBack(profile) {
  const file = pprof.Profile.decode(toPprof(profile, about))
  const text = (/** @type {number | bigint} */ index) => file.stringTable.strings[Number(index)] ?? ''
  const functions = new Map(
    file.function.map(({ id, name, filename, startLine }) => [
      id,
      `${text(name)} ${text(filename)}${Number(startLine) ? `:${startLine}` : ''}`
    ])
  )
  const locations = new Map(
    file.location.map(({ id, line: [first] }) => [id, `${functions.get(first?.functionId ?? 0)} at ${first?.line}`])
  )
  return {
    file,
    types: file.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    samples: file.sample.map(({ locationId, value }) => ({
      stack: locationId.map(id => locations.get(id)),
      value: value.map(Number)
    }))
  }
}

/** @param {{ stack: (string | undefined)[], value: number[] }[]} samples */
function selfOf(samples) {
  /** @type {Record<string, number>} */
  const weights = {}
  for (const { stack, value } of samples) {
    const name = String(stack[0]).replace(/(:\d+)? at \d+$/, '')
    weights[name] = (weights[name] ?? 0) + (value[0] ?? 0)
  }
  return weights
}
