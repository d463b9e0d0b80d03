import { expect, test } from '@jest/globals'
import { readV8Ticks } from '../../../src/profile/read/read-v8-ticks.js'
import { mergeLaunches } from '../../../src/profile/tree/merge-profiles.js'
import { nodesOf, rowsOf } from '../../helpers/call-trees.js'
import { checkProfile, recording, selfByStack } from '../../helpers/check-profile.js'

/** @import { Frame, LaunchTrees, Profile } from '../../../src/profile/types.js' */

/**
 * @param {string} name
 * @returns {Frame}
 */
function frame(name) {
  return { name, file: '/srv/app/a.js', line: 1, column: 1, kind: 'javascript' }
}

/** @type {Profile} */
const first = {
  unit: 'samples',
  label: 'main',
  frames: [frame('a'), frame('b')],
  nodes: nodesOf([
    { frame: 0, parent: -1, self: 1, tier: null },
    { frame: 1, parent: 0, self: 2, tier: 'ignition' },
    { frame: 1, parent: 0, self: 4, tier: 'turbofan' }
  ]),
  idle: 8,
  samples: { nodes: [0], atMicros: [1] }
}
/** The same functions in another order. @type {Profile} */
const second = {
  unit: 'samples',
  label: 'main',
  frames: [frame('b'), frame('a')],
  nodes: nodesOf([
    { frame: 1, parent: -1, self: 10, tier: null },
    { frame: 0, parent: 0, self: 20, tier: 'turbofan' },
    { frame: 0, parent: -1, self: 40, tier: null }
  ]),
  idle: 80,
  samples: null
}

test('nodes with the same frame, tier and parent become one', () => {
  const merged = mergeLaunches([launchOf(first), launchOf(second)], 'log=off')
  checkNumbers(merged)
  expect(merged.frames).toEqual([frame('a'), frame('b')])
  expect(rowsOf(merged.nodes)).toEqual([
    { frame: 0, parent: -1, self: 11, tier: null },
    { frame: 1, parent: 0, self: 2, tier: 'ignition' },
    { frame: 1, parent: 0, self: 24, tier: 'turbofan' },
    { frame: 1, parent: -1, self: 40, tier: null }
  ])
  expect(merged.label).toBe('log=off')
})

test('several threads of a launch are below a frame each, those in the same place below the same one', () => {
  const merged = mergeLaunches([launchOf(first, second), launchOf(first)], 'log=off')
  expect(selfByStack(merged)).toEqual({
    'process 1;a': 2,
    'process 1;a;b': 12,
    'process 1, worker 1;a': 10,
    'process 1, worker 1;a;b': 20,
    'process 1, worker 1;b': 40
  })
  expect(merged.idle).toBe(96)
})

test('the merged profiles are not changed', () => {
  const before = structuredClone(first)
  mergeLaunches([launchOf(first), launchOf(first)], '')
  expect(first).toEqual(before)
})

test('a recording merged with itself has twice the weight', async () => {
  const profile = await readV8Ticks(recording('prof/node-20/esm.json').split('\n'))
  const merged = mergeLaunches([launchOf(profile), launchOf(profile)], '')
  checkProfile(merged, 2 * (profile.samples?.nodes.length ?? 0))
  expect(merged.nodes.self).toHaveLength(profile.nodes.self.length)
})

test('refuses an empty list, and different units', () => {
  expect(() => mergeLaunches([], '')).toThrow('no profiles')
  expect(() => mergeLaunches([launchOf(first), launchOf({ ...second, unit: 'bytes' })], '')).toThrow(
    'samples and of bytes'
  )
})

/**
 * A launch of one process with these threads.
 * @param {...Profile} profiles
 * @returns {LaunchTrees}
 */
function launchOf(...profiles) {
  const trees = profiles.map((profile, threadId) => ({ pid: 1, threadId, sampleCount: 1, profile }))
  return { launch: '1', variant: 'log=off', profiler: 'prof', trees }
}

/** @param {Profile} merged */
function checkNumbers({ idle, samples, unit }) {
  expect({ idle, samples, unit }).toEqual({ idle: 88, samples: null, unit: 'samples' })
}
