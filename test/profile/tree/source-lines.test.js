import { expect, test } from '@jest/globals'
import { TraceMap } from '@jridgewell/trace-mapping'
import { matchFunctions } from '../../../src/profile/match/match-functions.js'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { applySourceMaps } from '../../../src/profile/tree/apply-source-maps.js'
import { weightOf } from '../../../src/profile/tree/call-tree.js'
import { foldFunctions, frameSharer } from '../../../src/profile/tree/fold-functions.js'
import { attributeGc, mergeLaunches } from '../../../src/profile/tree/merge-profiles.js'
import { weightsByLine } from '../../helpers/lines.js'
import { makeProfile } from '../../helpers/make-profile.js'

/** @import { Frame, LaunchTrees, Profile } from '../../../src/profile/types.js' */

/** @type {Frame} */
const handle = { name: 'handle', file: '/app/dist/server.js', line: 10, column: 5, kind: 'javascript' }
const work = { ...handle, name: 'work', line: 20 }
const nodes = [
  { frame: 0, parent: -1, self: 4, tier: null },
  { frame: 1, parent: 0, self: 8, tier: null }
]
const lines = {
  self: { node: [0, 1, 1], line: [12, 21, 22], column: [3, 9, 30], weight: [4, 6, 2] },
  calls: { node: [1, 1], line: [12, 12], column: [3, 40], weight: [2, 6] }
}

/** @param {Partial<Profile>} [changes] */
function profileWith(changes = {}) {
  return { ...makeProfile({ unit: 'samples', idle: 0, frames: [handle, work], nodes }), lines, ...changes }
}

const byLine = { 'handle:12': 4, 'work:21': 6, 'work:22': 2, 'handle:12 > work': 8 }

test('without a source map lines stay, and those of one line are one', () => {
  expect(weightsByLine(applySourceMaps(profileWith(), () => null))).toEqual(byLine)
})

/** Line 12 of the generated file is of lines 3 and 4, line 21 of line 8, and line 22 of another file. */
/** @type {import('@jridgewell/trace-mapping').DecodedSourceMap} */
const decodedMap = {
  version: 3,
  sources: ['/app/src/server.ts', '/app/src/other.ts'],
  names: [],
  mappings: [
    ...Array(9).fill([]),
    [[4, 0, 0, 9]],
    [],
    [
      [0, 0, 2, 2],
      [30, 0, 3, 2]
    ],
    ...Array(7).fill([]),
    [[4, 0, 6, 9]],
    [
      [0, 0, 7, 2],
      [9, 0, 7, 11]
    ],
    [[0, 1, 0, 0]]
  ]
}
const map = new TraceMap(decodedMap)

test('a line goes through the map by its column, and one of another file is none', () => {
  expect(weightsByLine(applySourceMaps(profileWith(), () => map))).toEqual({
    'handle:3': 4,
    'work:8': 6,
    'handle:3 > work': 2,
    'handle:4 > work': 6
  })
})

test('a line beyond the text that the map has of its source is none, and neither are lines of a map that has none of them', () => {
  const text = '\n'.repeat(6)
  const short = new TraceMap({ ...decodedMap, sourcesContent: [text, null] })
  expect(weightsByLine(applySourceMaps(profileWith(), () => short))).toEqual({
    'handle:3': 4,
    'handle:3 > work': 2,
    'handle:4 > work': 6
  })
  const other = new TraceMap({ ...decodedMap, mappings: [[[0, 0, 0, 0]]] })
  const mapped = applySourceMaps(profileWith(), () => other)
  expect(mapped.frames).toEqual([handle, work])
  expect(weightOf(mapped)).toBe(12)
  expect(mapped.lines).toBeUndefined()
})

test('what is on one line of 2 MB has no line without a map, and its line with one', async () => {
  const start = 2e6
  const source = `${' '.repeat(start)}(n) { return n }`
  const code = [
    {
      name: `spin /srv/app.js:1:${start + 1}`,
      type: 'JS',
      kind: 'Opt',
      func: 0,
      source: { script: 1, start, positions: `C0O${start + 6}`, inlined: '', fns: [] }
    }
  ]
  const log = { code, functions: [], ticks: [{ tm: 0, vm: 0, s: [0, 1] }], scripts: [null, { source }] }
  const profile = await readV8Ticks(JSON.stringify(log, null, 2).split('\n'))
  const alone = applySourceMaps(profile, () => null)
  expect([alone.frames[0]?.name, weightOf(alone), alone.lines]).toEqual(['spin', 1, undefined])
  const mappings = /** @type {[number, number, number, number][][]} */ ([
    [
      [start - 9, 0, 6, 0],
      [start + 3, 0, 7, 2]
    ]
  ])
  const map = new TraceMap({ version: 3, sources: ['/srv/spin.ts'], names: [], mappings })
  expect(weightsByLine(applySourceMaps(profile, () => map))).toEqual({ 'spin:8': 1 })
})

test('without a column, a generated line of several original lines is none', () => {
  const self = { node: [0, 1, 1], line: [12, 21, 22], weight: [4, 6, 2] }
  const profile = profileWith({ lines: { self, calls: { node: [], line: [], weight: [] } } })
  expect(weightsByLine(applySourceMaps(profile, () => map))).toEqual({ 'work:8': 6 })
  const mapped = applySourceMaps(profileWith({ lines: undefined }), () => map)
  expect(mapped).not.toHaveProperty('lines')
})

/** @param {Profile} profile @param {string} [variant] @returns {LaunchTrees} */
function launchOf(profile, variant = 'a') {
  const tree = { pid: 1, threadId: 0, sampleCount: 12, profile }
  return { launch: '1', variant, profiler: 'prof', trees: [tree] }
}

test('launches that are merged have the sums of their lines', () => {
  const merged = mergeLaunches([launchOf(profileWith()), launchOf(profileWith({ lines: undefined }))], 'a')
  expect(weightsByLine(merged)).toEqual(byLine)
})

test('lines stay with their nodes when garbage collection gets callers', () => {
  const gc = { ...handle, name: '(garbage collector)', kind: /** @type {const} */ ('gc') }
  const profile = makeProfile({
    unit: 'micros',
    idle: 0,
    frames: [gc, handle],
    nodes: [
      { frame: 0, parent: -1, self: 3, tier: null },
      { frame: 1, parent: -1, self: 7, tier: null }
    ],
    samples: { nodes: [1, 0], atMicros: [0, 7] },
    lines: { self: { node: [1], line: [12], weight: [7] }, calls: { node: [], line: [], weight: [] } }
  })
  expect(weightsByLine(attributeGc(profile))).toEqual({ 'handle:12': 7 })
})

test('what stands for several functions has no lines', () => {
  const share = frameSharer()
  const both = [launchOf(profileWith()), launchOf(profileWith({ frames: [handle, { ...work, name: 'once' }] }))].map(
    share
  )
  const [first] = foldFunctions(both, 2).launches
  const [{ profile } = { profile: profileWith() }] = first?.trees ?? []
  expect(weightsByLine(profile)).toEqual({ 'handle:12': 4, 'handle:12 > (other functions)': 8 })
})

test('the lines of a function that moved are those of its new place', () => {
  const moved = profileWith({ frames: [{ ...handle, line: 15 }, work] })
  const [before] = matchFunctions([launchOf(profileWith()), launchOf(moved, 'b')], 'a', ['b'])
  const [{ profile } = { profile: moved }] = before?.trees ?? []
  expect(weightsByLine(profile)).toEqual({ 'handle:17': 4, 'work:21': 6, 'work:22': 2, 'handle:17 > work': 8 })
})

test('the time of a node of a CPU profile is divided among its lines by their ticks', () => {
  const file = cpuprofileWith([
    { line: 12, ticks: 1 },
    { line: 14, ticks: 3 }
  ])
  expect(weightsByLine(readCpuprofile(file))).toEqual({ 'handle:12': 5, 'handle:14': 15 })
})

test.each([
  ['that is none', 'x'],
  ['without ticks', [{ line: 12 }, null]],
  ['of line 0', [{ line: 0, ticks: 2 }]],
  ['of no line of any text', [{ line: 2 ** 40, ticks: 2 }]]
])('a list of lines %s is left out', (_, positionTicks) => {
  expect(readCpuprofile(cpuprofileWith(positionTicks))).not.toHaveProperty('lines')
})

/** @param {unknown} positionTicks */
function cpuprofileWith(positionTicks) {
  const callFrame = {
    functionName: 'handle',
    scriptId: '1',
    url: 'file:///app/server.js',
    lineNumber: 9,
    columnNumber: 4
  }
  const root = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }
  return {
    nodes: [
      { id: 1, callFrame: root, children: [2] },
      { id: 2, callFrame, positionTicks }
    ],
    samples: [2, 2],
    timeDeltas: [0, 10],
    startTime: 0,
    endTime: 20
  }
}
