import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { readV8Ticks } from '../../src/profile/read/read-v8-ticks.js'
import { areCallTrees, fromSavedTrees, toSavedTrees, upgradeTrees } from '../../src/runs/call-trees.js'
import { wrongValueIn } from '../../src/runs/check-record.js'
import { nodesOf, present, rowsOf } from '../helpers/call-trees.js'
import { recording } from '../helpers/recordings.js'

/** @import { Frame, LaunchTrees, Profile } from '../../src/profile/types.js' */
/** @import { CallNode } from '../helpers/call-trees.js' */

/** @type {Frame} */
const frame = { name: 'a', file: '/srv/ä.js', line: 1, column: 1, kind: 'javascript' }
/** @type {CallNode} */
const root = { frame: 0, parent: -1, self: 0, tier: null }
/** @type {CallNode} */
const child = { frame: 1, parent: 0, self: 7, tier: 'turbofan' }

test('recorded trees are saved as columns, and read again as they were', async () => {
  const ticks = await readV8Ticks(recording('prof/node-24/esm.json').split('\n'))
  const samples = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))
  const launch = launchOf(ticks, samples, { ...ticks, nodes: nodesOf([]), samples: null })
  const json = JSON.stringify(toSavedTrees(launch))
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(launch)))
  const read = present(readTrees(json))
  expect(withRows(read)).toEqual(withRows(launch))
  expect(JSON.stringify(toSavedTrees(read))).toBe(json)
  expect(read.trees.map(({ profile }) => profile.nodes.frame.constructor)).toEqual([Int32Array, Int32Array, Int32Array])
})

test('trees whose nodes are a list of objects, as schema 6 saved them, are read as the same', async () => {
  const ticks = await readV8Ticks(recording('prof/node-24/esm.json').split('\n'))
  const samples = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))
  const launch = withRows(launchOf(ticks, samples))
  const json = JSON.stringify(launch)
  expect(json).toContain('"nodes":[{"frame":')
  expect(withRows(present(readTrees(json)))).toEqual(launch)
})

test('a file of schema 6 is read', () => {
  const file = path.join(import.meta.dirname, '../fixtures/runs/schema-6-call-trees.json.gz')
  const text = gunzipSync(readFileSync(file)).toString()
  expect(text).toContain('"nodes":[{"frame":')
  const read = withRows(present(readTrees(text)))
  expect(read).toMatchObject({ variant: 'off', profiler: 'cdp' })
  expect(read).toEqual(JSON.parse(text))
})

test.each([0, 7, 10, 999_999_999, 1_000_000_000, 2 ** 53 - 1, 0.5, 1.5e-7, 123.456, 1e21 / 1e6])(
  'a weight of %s is read as it is',
  self => {
    const nodes = [root, { ...child, self }]
    for (const text of textsOf(nodes)) expect(rowsIn(text)).toEqual(nodes)
  }
)

test.each(/** @type {const} */ ([null, 'ignition', 'sparkplug', 'maglev', 'turbofan']))('tier %s', tier => {
  const nodes = [root, { ...child, tier }]
  for (const text of textsOf(nodes)) expect(rowsIn(text)).toEqual(nodes)
})

test('nodes of a list that is indented, or has another key, are read', () => {
  const launch = withRows(launchWith([root, child]))
  const [tree] = launch.trees
  const nodes = [root, { ...child, at: 1 }]
  const more = { ...launch, trees: [{ ...tree, profile: { ...tree?.profile, nodes } }] }
  for (const text of [JSON.stringify(launch, null, 2), JSON.stringify(more)])
    expect(rowsIn(text)).toEqual([root, child])
})

test.each([
  ['before their parents', [root, { ...child, parent: 1 }]],
  ['below a node that cannot be', [root, { ...child, parent: -12 }]],
  ['with a negative weight', [root, { ...child, self: -1 }]],
  ['with a weight that nothing measures', [root, { ...child, self: 1e300 }]],
  ['with half a frame', [root, { ...child, frame: 0.5 }]],
  ['of frames that are not there', [root, { ...child, frame: 2 }]],
  ['with an unknown tier', [root, { ...child, tier: 'other' }]],
  ['without a number', [root, { ...child, parent: undefined }]],
  ['that are no objects', [root, null, 7]]
])('nodes %s are refused', (_what, nodes) => {
  const launch = launchWith([root, child])
  const trees = launch.trees.map(tree => ({ ...tree, profile: { ...tree.profile, nodes } }))
  expect(readTrees(JSON.stringify({ ...launch, trees }))).toBeNull()
})

test.each([
  ['a column that is too short', { frame: [0, 1], parent: [-1], self: [0, 7], tier: [0, 4] }],
  ['a column too few', { frame: [0, 1], parent: [-1, 0], self: [0, 7] }],
  ['a tier that is none', { frame: [0, 1], parent: [-1, 0], self: [0, 7], tier: [0, 5] }],
  ['a parent after its child', { frame: [0, 1], parent: [1, -1], self: [0, 7], tier: [0, 4] }],
  ['a text for columns', 'none']
])('columns with %s are refused', (_what, nodes) => {
  const { trees, ...launch } = toSavedTrees(launchWith([root, child]))
  const changed = trees.map(tree => ({ ...tree, profile: { ...tree.profile, nodes } }))
  expect(readTrees(JSON.stringify({ ...launch, trees: changed }))).toBeNull()
})

const noLines = { node: [], line: [], weight: [] }
const ownLine = { node: [1], line: [12], weight: [7] }

test('lines are saved without their columns, and read again', () => {
  const launch = launchWith([root, child], { self: { ...ownLine, column: [3] }, calls: noLines })
  const read = present(readTrees(JSON.stringify(toSavedTrees(launch))))
  expect(read.trees[0]?.profile.lines).toEqual({ self: ownLine, calls: noLines })
  expect(readTrees(textsOf([root, child])[0] ?? '')?.trees[0]?.profile).not.toHaveProperty('lines')
})

test.each([
  ['of a node that is not there', { ...ownLine, node: [2] }],
  ['of no node', { ...ownLine, node: [-1] }],
  ['without a weight', { ...ownLine, weight: [] }],
  ['with number 0', { ...ownLine, line: [0] }],
  ['larger than any', { ...ownLine, line: [2 ** 31] }],
  ['with half a number', { ...ownLine, line: [1.5] }]
])('lines %s are refused', (_what, wrong) => {
  for (const lines of [
    { self: wrong, calls: noLines },
    { self: ownLine, calls: wrong }
  ])
    expect(readTrees(JSON.stringify(toSavedTrees(launchWith([root, child], lines))))).toBeNull()
})

test.each([['null'], ['[]'], ['{"trees":[null,1,{"profile":null}]}']])('%s is refused', text => {
  expect(readTrees(text)).toBeNull()
})

/** Reads call trees as a run is read; null of those that are refused. @param {string} text */
function readTrees(text) {
  const saved = upgradeTrees(JSON.parse(text))
  return wrongValueIn('SavedTrees', saved) === null && areCallTrees(saved) ? fromSavedTrees(saved) : null
}

/** Returns call trees with these nodes as they are saved now, and as schema 6 saved them. @param {CallNode[]} nodes */
function textsOf(nodes) {
  const launch = launchWith(nodes)
  return [JSON.stringify(toSavedTrees(launch)), JSON.stringify(withRows(launch))]
}

/** @param {string} text of call trees of one thread */
function rowsIn(text) {
  return rowsOf(present(readTrees(text)?.trees[0]).profile.nodes)
}

/** Returns call trees with a list of objects as nodes. @param {LaunchTrees} launch */
function withRows(launch) {
  const trees = launch.trees.map(tree => ({ ...tree, profile: { ...tree.profile, nodes: rowsOf(tree.profile.nodes) } }))
  return { ...launch, trees }
}

/** @param {CallNode[]} nodes @param {Profile['lines']} [lines] @returns {LaunchTrees} */
function launchWith(nodes, lines) {
  const frames = [frame, { ...frame, line: 2 }]
  const profile = { label: 'main', frames, nodes: nodesOf(nodes), idle: 0, samples: null, ...(lines && { lines }) }
  return launchOf({ unit: 'samples', ...profile })
}

/** @param {...Profile} profiles @returns {LaunchTrees} */
function launchOf(...profiles) {
  const trees = profiles.map((profile, threadId) => ({ pid: 1, threadId, sampleCount: 1, profile }))
  return { launch: '1', variant: 'off', profiler: 'prof', trees }
}
