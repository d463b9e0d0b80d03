import { expect, test } from '@jest/globals'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { CallTree } from '../../../src/profile/tree/call-tree.js'
import { columnsOf, launchPacker, withFrames } from '../../../src/profile/tree/packed-profile.js'
import { recording } from '../../helpers/recordings.js'

/** @import { LaunchTrees, Profile } from '../../../src/profile/types.js' */

const recorded = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))

/** @param {string} launch @returns {LaunchTrees} */
function launchOf(launch) {
  const profile = structuredClone(recorded)
  return { launch, variant: 'off', profiler: 'cdp', trees: [{ pid: 1, threadId: 0, sampleCount: 9, profile }] }
}

/** @returns {Profile[]} two launches of one run */
function packedPair() {
  const pack = launchPacker()
  return ['1', '2'].flatMap(name => pack(launchOf(name)).trees.map(({ profile }) => profile))
}

test('a packed launch has the same content, as a value and as JSON, and shares its frames with the other launches', () => {
  const [one, other] = packedPair()
  expect(one).toEqual(recorded)
  expect(JSON.parse(JSON.stringify(one))).toEqual(recorded)
  expect(one?.frames.every((frame, index) => frame === other?.frames[index])).toBe(true)
  const tiers = [null, 'ignition', 'sparkplug', 'maglev', 'turbofan'].map(tier => ({ ...recorded.nodes[0], tier }))
  const trees = [{ ...launchOf('1').trees[0], profile: { ...recorded, nodes: tiers } }]
  const [tree] = launchPacker()(/** @type {LaunchTrees} */ ({ ...launchOf('1'), trees })).trees
  expect(tree?.profile.nodes).toEqual(tiers)
})

test('a copy with other nodes or frames has these', () => {
  const [profile] = /** @type {[Profile]} */ (packedPair())
  const nodes = recorded.nodes.slice(0, 3)
  expect(columnsOf({ ...profile, nodes }).frame).toHaveLength(3)
  const frames = profile.frames.map(frame => ({ ...frame, name: 'renamed' }))
  expect(withFrames(profile, frames)).toEqual({ ...recorded, frames })
})

test('a call tree of many nodes finds each child again', () => {
  const tree = new CallTree()
  const frames = recorded.frames.map(frame => tree.frame(frame))
  const added = Array.from({ length: 20_000 }, (_, index) => tree.child((index >> 3) - 1, frames[index % 8] ?? 0, null))
  expect(new Set(added).size).toBe(20_000)
  added.forEach(function isSame(node, index) {
    if (tree.child((index >> 3) - 1, frames[index % 8] ?? 0, null) !== node)
      throw new Error(`another node for ${index}`)
  })
})
