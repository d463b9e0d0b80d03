import { expect, test } from '@jest/globals'
import { readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { readV8Ticks } from '../../src/profile/read/read-v8-ticks.js'
import { areCallTrees } from '../../src/runs/check-tree.js'
import { cutNodes, withNodes } from '../../src/runs/cut-nodes.js'
import { recording } from '../helpers/recordings.js'

/** @import { CallNode, Frame, LaunchTrees, Profile } from '../../src/profile/types.js' */

/** @type {Frame} */
const frame = { name: 'a', file: '/srv/ä.js', line: 1, column: 1, kind: 'javascript' }
/** @type {CallNode} */
const root = { frame: 0, parent: -1, self: 0, tier: null }
/** @type {CallNode} */
const child = { frame: 1, parent: 0, self: 7, tier: 'turbofan' }

test('the nodes of recorded trees are cut out, and are those that JSON.parse reads', async () => {
  const ticks = await readV8Ticks(recording('prof/node-24/esm.json').split('\n'))
  const samples = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))
  const json = JSON.stringify(launchOf(ticks, samples, { ...ticks, nodes: [], samples: null }))
  const { text, trees, count } = read(json)
  expect(count).toBe(2)
  expect(text).not.toContain('"parent"')
  expect(JSON.parse(JSON.stringify(trees))).toEqual(JSON.parse(json))
})

test.each([0, 7, 10, 999_999_999, 1_000_000_000, 2 ** 53 - 1, 0.5, 1.5e-7, 123.456, 1e21 / 1e6])(
  'a weight of %s is read as it is',
  self => {
    const { count, trees } = read(JSON.stringify(launchWith([root, { ...child, self }])))
    expect(count).toBe(1)
    expect(trees.trees[0]?.profile.nodes[1]?.self).toBe(self)
  }
)

test.each(/** @type {const} */ ([null, 'ignition', 'sparkplug', 'maglev', 'turbofan']))('tier %s', tier => {
  const { count, trees } = read(JSON.stringify(launchWith([root, { ...child, tier }])))
  expect(count).toBe(1)
  expect(trees.trees[0]?.profile.nodes).toEqual([root, { ...child, tier }])
})

test.each([
  ['indented', JSON.stringify(launchWith([root, child]), null, 2)],
  ['with another key', JSON.stringify(launchWith([root, /** @type {CallNode} */ ({ ...child, at: 1 })]))],
  ['before their parents', JSON.stringify(launchWith([root, { ...child, parent: 1 }]))],
  ['below a node that cannot be', JSON.stringify(launchWith([root, { ...child, parent: -12 }]))],
  ['with a negative weight', JSON.stringify(launchWith([root, { ...child, self: -1 }]))],
  ['with a weight that nothing measures', JSON.stringify(launchWith([root, { ...child, self: 1e300 }]))],
  ['with half a frame', JSON.stringify(launchWith([root, { ...child, frame: 0.5 }]))],
  ['with an unknown tier', JSON.stringify(launchWith([root, /** @type {any} */ ({ ...child, tier: 'other' })]))],
  ['of numbers with a zero before them', JSON.stringify(launchWith([root, child])).replace('"self":7', '"self":07')],
  ['without a number', JSON.stringify(launchWith([root, child])).replace('"parent":0', '"parent":')],
  ['cut off', JSON.stringify(launchWith([root, child])).slice(0, -40)],
  ['none', JSON.stringify(launchWith([]))]
])('nodes %s stay in the text', (_what, text) => {
  expect(cutNodes(Buffer.from(text))).toEqual({ text, lists: new Map() })
})

test('what looks like nodes in a name stays there', () => {
  const name = '"nodes":[{"frame":0,"parent":-1,"self":0,"tier":null}]'
  const launch = launchWith([root, child], [{ ...frame, name }, frame])
  const { count, trees } = read(JSON.stringify(launch))
  expect(count).toBe(1)
  expect(JSON.parse(JSON.stringify(trees))).toEqual(launch)
})

test('nodes of frames that are not there are no call tree', () => {
  const { text, lists } = cutNodes(Buffer.from(JSON.stringify(launchWith([root, { ...child, frame: 2 }]))))
  expect(lists.size).toBe(1)
  expect(areCallTrees(JSON.parse(text), lists)).toBe(false)
})

test('a number of a list in the file itself names no nodes', () => {
  const launch = launchWith([root, child])
  for (const list of [0, -1, 'size', null, {}]) {
    const trees = launch.trees.map(tree => ({ ...tree, profile: { ...tree.profile, list } }))
    const text = JSON.stringify({ ...launch, trees }, null, 1)
    const cut = cutNodes(Buffer.from(text))
    expect(areCallTrees(JSON.parse(cut.text), cut.lists)).toBe(true)
    expect(withNodes(JSON.parse(cut.text), cut.lists)).toEqual(launch)
  }
})

/** @param {string} json of sound trees */
function read(json) {
  const { text, lists } = cutNodes(Buffer.from(json))
  const record = JSON.parse(text)
  expect(areCallTrees(record, lists)).toBe(true)
  return { text, count: lists.size, trees: withNodes(record, lists) }
}

/** @param {CallNode[]} nodes @param {Frame[]} [frames] @returns {LaunchTrees} */
function launchWith(nodes, frames = [frame, { ...frame, line: 2 }]) {
  return launchOf({ unit: 'samples', label: 'main', frames, nodes, idle: 0, samples: null })
}

/** @param {...Profile} profiles @returns {LaunchTrees} */
function launchOf(...profiles) {
  const trees = profiles.map((profile, threadId) => ({ pid: 1, threadId, sampleCount: 1, profile }))
  return { launch: '1', variant: 'off', profiler: 'prof', trees }
}
