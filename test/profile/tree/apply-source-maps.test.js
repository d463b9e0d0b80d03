import { expect, test } from '@jest/globals'
import { TraceMap } from '@jridgewell/trace-mapping'
import { applySourceMaps } from '../../../src/profile/tree/apply-source-maps.js'
import { rowsOf } from '../../helpers/call-trees.js'
import { makeProfile } from '../../helpers/make-profile.js'

/** @import { Frame } from '../../../src/profile/types.js' */
/** @import { SourceMapSegment as Segment } from '@jridgewell/trace-mapping' */

/** `function n(e){}` of what was `function handle(request) {}`, on lines 2 and 4 of the generated file. */
const map = new TraceMap({
  version: 3,
  sources: ['/app/src/server.ts'],
  names: ['handle', 'request'],
  mappings: [[], functionAt(20), [], functionAt(20), [[4, 0, 30, 6, 0], /** @type {Segment} */ ([6, 0, 30, 15, 1])]]
})
const generated = '/app/dist/server.js'

test('a function gets the name, file and line it was written with', () => {
  expect(mapped([{ name: 'n', line: 2, column: 11 }])).toEqual([
    { name: 'handle', file: '/app/src/server.ts', line: 21, column: 10, kind: 'javascript' }
  ])
})

test('an arrow function is not taken for its parameter', () => {
  expect(mapped([{ name: 'n', line: 5, column: 7 }])).toMatchObject([{ name: 'handle', line: 31 }])
})

test('an anonymous function stays anonymous', () => {
  expect(mapped([{ name: '(anonymous)', line: 2, column: 11 }])).toMatchObject([{ name: '(anonymous)', line: 21 }])
})

test.each([
  ['function handle(request) {', 0, 'handle'],
  ['export async function handle(request) {', 7, 'handle'],
  ['export function* handle$1() {', 7, 'handle$1'],
  ['export const größe = async (request) => {', 21, 'größe'],
  ['  let handle = request => {', 15, 'handle'],
  ['rows.map(row => row.id)', 9, '(anonymous)'],
  ['export default function (request) {', 15, '(anonymous)'],
  ['const rows = list.map(row => row.id)', 22, '(anonymous)'],
  ['const handle = wrap(function () {', 20, '(anonymous)']
])('a minified function without a name has that of the source: %s', (text, column, name) => {
  const sources = ['/app/other.js', '/app/src/server.ts']
  const minified = new TraceMap({
    version: 3,
    sources,
    sourcesContent: ['function other() {}', `// handlers\n${text}\n`],
    names: [],
    mappings: [[], [[40, 1, 1, column]]]
  })
  const frame = makeFrame({ name: '(anonymous)', line: 2, column: 49 })
  const nodes = [{ frame: 0, parent: -1, self: 1, tier: null }]
  const { frames } = applySourceMaps(makeProfile({ frames: [frame], nodes }), () => minified)
  expect(frames).toMatchObject([{ name, file: '/app/src/server.ts', line: 2 }])
})

test("a module's own function is that of the original module", () => {
  expect(mapped([{ name: '(anonymous)', line: 1, column: 1 }])).toMatchObject([{ file: '/app/src/server.ts', line: 1 }])
})

test('a frame without a mapping is unchanged', () => {
  const unmapped = [
    { name: 'n', line: 3, column: 11 },
    { name: 'n', file: '/app/plain.js', line: 2, column: 11 },
    { name: 'n', line: null, column: null },
    { name: 'n', line: null, column: null, kind: /** @type {const} */ ('native') }
  ].map(makeFrame)
  expect(mapped(unmapped)).toEqual(unmapped)
})

test('native code without a name has the original place of the function it works for', () => {
  const native = {
    name: 'native code called from server.js:2',
    line: 2,
    column: 11,
    kind: /** @type {const} */ ('native')
  }
  expect(mapped([native])).toMatchObject([
    { name: 'native code called from server.ts:21', file: '/app/src/server.ts', line: 21, kind: 'native' }
  ])
})

test('functions that become equal are merged, with their nodes and samples', () => {
  const frames = [
    { name: 'n', line: 2, column: 11 },
    { name: 'n', line: 4, column: 11 }
  ].map(makeFrame)
  const nodes = [
    { frame: 0, parent: -1, self: 1, tier: null },
    { frame: 1, parent: -1, self: 2, tier: null },
    { frame: 0, parent: 1, self: 4, tier: null },
    { frame: 1, parent: 0, self: 8, tier: null },
    { frame: 1, parent: 0, self: 16, tier: /** @type {const} */ ('turbofan') }
  ]
  const samples = { nodes: [0, 1, -1, 3, 2, 4], atMicros: [1, 2, 3, 4, 5, 6] }
  const profile = applySourceMaps(makeProfile({ frames, nodes, samples }), findMap)
  expect(profile.frames).toHaveLength(1)
  expect(rowsOf(profile.nodes)).toEqual([
    { frame: 0, parent: -1, self: 3, tier: null },
    { frame: 0, parent: 0, self: 12, tier: null },
    { frame: 0, parent: 0, self: 16, tier: 'turbofan' }
  ])
  expect(profile.samples).toEqual({ nodes: [0, 0, -1, 1, 1, 2], atMicros: [1, 2, 3, 4, 5, 6] })
})

/** @param {Partial<Frame>[]} frames */
function mapped(frames) {
  const nodes = frames.map((_, frame) => ({ frame, parent: -1, self: 1, tier: null }))
  return applySourceMaps(makeProfile({ frames: frames.map(makeFrame), nodes }), findMap).frames
}

/**
 * @param {Partial<Frame>} frame
 * @returns {Frame}
 */
function makeFrame(frame) {
  return { name: '(anonymous)', file: generated, line: 1, column: 1, kind: 'javascript', ...frame }
}

/** @param {string} file */
function findMap(file) {
  return file === generated ? map : null
}

/**
 * @param {number} line from 0
 * @returns {Segment[]}
 */
function functionAt(line) {
  return [
    [0, 0, line, 0],
    [9, 0, line, 9, 0],
    [11, 0, line, 16, 1]
  ]
}
