import { describe, expect, test } from '@jest/globals'
import * as pprof from 'pprof-format'
import { toFolded } from '../../../src/profile/export/to-folded.js'
import { toPprof } from '../../../src/profile/export/to-pprof.js'
import { toSpeedscope } from '../../../src/profile/export/to-speedscope.js'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { readFolded } from '../../../src/profile/read/read-folded.js'
import { readPprof } from '../../../src/profile/read/read-pprof.js'
import { readSpeedscope } from '../../../src/profile/read/read-speedscope.js'
import { weightOf } from '../../../src/profile/tree/call-tree.js'
import { categoriseFrame } from '../../../src/profile/tree/frames.js'
import { faultOf, majors, recording, selfByStack } from '../../helpers/check-profile.js'
import { weightsByLine } from '../../helpers/lines.js'
import { makeProfile } from '../../helpers/make-profile.js'

/** @import { Profile } from '../../../src/profile/types.js' */

const about = { startedAt: '2026-01-02T03:04:05.678Z', sampleNanos: 1_000_000 }

/** @type {[string, (profile: Profile) => Profile, boolean][]} whether the format has idle time */
const formats = [
  ['pprof', profile => readPprof(toPprof(profile, about)), false],
  ['speedscope', profile => firstOf(readSpeedscope(JSON.parse(JSON.stringify(toSpeedscope([profile], 'a'))))), true],
  ['folded', profile => readFolded(toFolded(profile)), false]
]

describe.each(formats)('%s', (format, readBack, hasIdle) => {
  test.each(majors)(
    'a CPU profile of Node %s that this package exports has the same stacks, kinds and weights',
    major => {
      const profile = readCpuprofile(JSON.parse(recording(`cpu-prof/node-${major}/esm.cpuprofile`)))
      const read = readBack(profile)
      const [before, after] = [profile, read].map(each => nested(each))
      expect(Math.abs(weightOf(read) - weightOf(profile))).toBeLessThan(1)
      expect(read.unit).toBe(format === 'folded' ? 'samples' : 'micros')
      for (const [stack, weight] of Object.entries(before ?? {}))
        if (weight > 1) expect(Math.abs((after?.[stack] ?? 0) - weight)).toBeLessThanOrEqual(1)
      expect(read.idle).toBeCloseTo(hasIdle ? profile.idle : 0, 0)
      const kinds = (/** @type {Profile} */ { frames }) =>
        new Set(frames.map(({ kind, file }) => `${kind} ${file !== ''}`))
      expect([...kinds(read)].filter(kind => !kinds(profile).has(kind))).toEqual([])
    }
  )
})

test('pprof: lines of functions and of calls, bytes, and no profile', () => {
  const profile = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))
  const read = readPprof(toPprof(profile, about))
  const [before, after] = [profile, read].map(each => Object.entries(weightsByLine(each)))
  expect(after?.length).toBeGreaterThan(10)
  for (const [line, weight] of before ?? []) {
    const found = Object.fromEntries(after ?? [])[line] ?? 0
    expect(Math.abs(found - weight)).toBeLessThan(2)
  }
  expect(readPprof(toPprof(makeProfile({ unit: 'bytes' }), about))).toMatchObject({ unit: 'bytes' })
  const bytes = toPprof(profile, about)
  expect(faultOf(() => readPprof(bytes.subarray(0, bytes.length / 2)))).toMatchObject({ code: 'unreadable' })
  expect(faultOf(() => readPprof(Buffer.from('\n\0nothing')))).toMatchObject({ code: 'unreadable' })
})

test('pprof of other tools: a wall clock in nanoseconds, inlined functions, and no first lines', () => {
  const strings = new pprof.StringTable()
  const [sample, count, wall, nanos, outer, inner, file] = [
    'sample',
    'count',
    'wall',
    'nanoseconds',
    'outer',
    'inner',
    '/a.js'
  ].map(text => strings.dedup(text))
  const content = new pprof.Profile({
    stringTable: strings,
    sampleType: [
      { type: sample, unit: count },
      { type: wall, unit: nanos }
    ],
    function: [
      { id: 1, name: outer, filename: file },
      { id: 2, name: inner, filename: file }
    ],
    location: [
      {
        id: 9,
        line: [
          { functionId: 2, line: 7 },
          { functionId: 1, line: 3 }
        ]
      }
    ],
    sample: [{ locationId: [9], value: [2, 20_000_000] }]
  })
  const read = readPprof(content.encode())
  expect(selfByStack(read)).toEqual({ 'outer;inner': 20_000 })
  expect(read.frames.map(({ line, kind }) => [line, kind])).toEqual([
    [3, 'javascript'],
    [7, 'javascript']
  ])
  expect(weightsByLine(read)).toEqual({ 'inner:7': 20_000, 'outer:3 > inner': 20_000 })
})

test.each([
  [
    [
      ['samples', 'count'],
      ['cpu', 'nanoseconds'],
      ['wall', 'nanoseconds']
    ],
    'cpu',
    2
  ],
  [
    [
      ['samples', 'count'],
      ['wall', 'nanoseconds']
    ],
    'wall',
    3
  ],
  [
    [
      ['alloc_space', 'bytes'],
      ['inuse_space', 'bytes']
    ],
    'live',
    3000
  ],
  [
    [
      ['alloc_objects', 'count'],
      ['alloc_space', 'bytes']
    ],
    'allocated',
    3000
  ]
])('pprof with %j counts %s', (types, counts, weight) => {
  const strings = new pprof.StringTable()
  const content = new pprof.Profile({
    stringTable: strings,
    sampleType: types.map(([type = '', unit = '']) => ({ type: strings.dedup(type), unit: strings.dedup(unit) })),
    function: [{ id: 1, name: strings.dedup('a') }],
    location: [{ id: 9, line: [{ functionId: 1, line: 0 }] }],
    sample: [{ locationId: [9], value: types.map(([type]) => (type === 'cpu' ? 2000 : 3000)) }]
  })
  const read = readPprof(content.encode())
  expect(read.counts).toBe(counts)
  expect(selfByStack(read)).toEqual({ a: weight })
})

test('code that eval made has a line and no file, and the collector is no part of what ran before it', () => {
  const shared = {
    frames: [{ name: '(anonymous)', line: 1 }, { name: 'wasm-function[0]' }, { name: '(garbage collector)' }]
  }
  const profile = {
    type: 'sampled',
    name: 'main',
    unit: 'microseconds',
    samples: [
      [0, 1],
      [0, 2]
    ],
    weights: [3, 4]
  }
  const read = firstOf(readSpeedscope({ shared, profiles: [profile] }))
  expect(read.frames.map(({ kind }) => kind)).toEqual(['javascript', 'javascript', 'gc'])
  expect(selfByStack(read)).toEqual({ '(anonymous);wasm-function[0]': 3, '(garbage collector)': 4 })
})

test('speedscope: events, idle between them, and the threads of one file', () => {
  const shared = { frames: [{ name: 'a', file: 'file:///x/a.js', line: 3 }, { name: '(garbage collector)' }] }
  const events = [
    { type: 'O', frame: 0, at: 1 },
    { type: 'O', frame: 1, at: 3 },
    { type: 'C', frame: 1, at: 4 },
    { type: 'C', frame: 0, at: 6 },
    { type: 'O', frame: 0, at: 8 },
    { type: 'C', frame: 0, at: 9 }
  ]
  const profile = { type: 'evented', name: 'thread', unit: 'milliseconds', startValue: 0, endValue: 9, events }
  const [read, other] = readSpeedscope({ shared, profiles: [profile, profile] })
  expect(read && selfByStack(read)).toEqual({ a: 5000, '(garbage collector)': 1000 })
  expect(read).toMatchObject({ idle: 3000, label: 'thread' })
  expect(other?.frames.map(({ kind }) => kind)).toEqual(['javascript', 'gc'])
})

test.each([
  ['no frames', { profiles: [] }, 'shared.frames'],
  ['a frame that is not there', speedscopeOf({ samples: [[4]], weights: [1] }), 'profiles[0].samples[0]'],
  ['a weight below 0', speedscopeOf({ samples: [[0]], weights: [-1] }), 'profiles[0].samples[0]'],
  [
    'times that go back',
    speedscopeOf({ type: 'evented', events: [{ type: 'O', frame: 0, at: -1 }] }),
    'profiles[0].events[0]'
  ]
])('speedscope with %s', (_, content, at) => {
  expect(faultOf(() => readSpeedscope(content))).toMatchObject({ code: 'wrong-value', at })
})

test('speedscope with the variants of a run is not one profile', () => {
  const content = toSpeedscope([makeProfile(), makeProfile()], 'run')
  expect(faultOf(() => readSpeedscope(content))).toMatchObject({ problem: expect.stringContaining('--variant') })
})

test('folded stacks of perf name JavaScript by its place', () => {
  const read = readFolded(
    'node;JS:*handle /app/server.js:10:3;v8::Value::New 7\nnode;LazyCompile:~b file:///app/b.js:2 1\n'
  )
  expect(read.frames).toEqual([
    { name: 'node', file: '', line: null, column: null, kind: 'native' },
    { name: 'handle', file: '/app/server.js', line: 10, column: 3, kind: 'javascript' },
    { name: 'v8::Value::New', file: '', line: null, column: null, kind: 'native' },
    { name: 'b', file: '/app/b.js', line: 2, column: null, kind: 'javascript' }
  ])
})

test.each([
  ['folded stacks', readFolded('main;a;b 6\nmain;a 3\nmain;a;(garbage collector) 1\n')],
  [
    'speedscope',
    firstOf(
      readSpeedscope({
        shared: { frames: [{ name: 'main' }, { name: 'a' }, { name: 'b' }, { name: '(garbage collector)' }] },
        profiles: [
          {
            type: 'sampled',
            unit: 'none',
            samples: [
              [0, 1, 2],
              [0, 1],
              [0, 1, 3]
            ],
            weights: [6, 3, 1]
          }
        ]
      })
    )
  ]
])('%s without any file are functions of the app', (_, read) => {
  expect(selfByStack(read)).toEqual({ 'main;a;b': 6, 'main;a': 3, '(garbage collector)': 1 })
  expect(read.frames.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'main javascript',
    'a javascript',
    'b javascript',
    '(garbage collector) gc'
  ])
  expect(read.frames.map(each => categoriseFrame(each).group)).toEqual(['app', 'app', 'app', 'gc'])
})

test('folded stacks: the first line that is none', () => {
  expect(faultOf(() => readFolded('a;b 1\n\na;b\n'))).toMatchObject({ problem: expect.stringContaining('line 3') })
})

/** @param {object} profile */
function speedscopeOf(profile) {
  return { shared: { frames: [{ name: 'a' }] }, profiles: [{ type: 'sampled', unit: 'none', ...profile }] }
}

/** @param {Profile[]} profiles */
function firstOf([first]) {
  if (!first) throw new Error('there is none')
  return first
}

/** Returns the own weights by stack, with names as folded stacks can have them. @param {Profile} profile */
function nested(profile) {
  return Object.fromEntries(
    Object.entries(selfByStack(profile)).map(([stack, weight]) => [stack.replace(/\s+/g, ' '), weight])
  )
}
