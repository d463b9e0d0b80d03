import { expect, test } from '@jest/globals'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { CallTree } from '../../../src/profile/tree/call-tree.js'
import { frameSharer } from '../../../src/profile/tree/fold-functions.js'
import { recording } from '../../helpers/recordings.js'

/** @import { LaunchTrees } from '../../../src/profile/types.js' */

const recorded = readCpuprofile(JSON.parse(recording('cpu-prof/node-24/esm.cpuprofile')))

/** @param {string} launch @returns {LaunchTrees} */
function launchOf(launch) {
  const profile = structuredClone(recorded)
  return { launch, variant: 'off', profiler: 'cdp', trees: [{ pid: 1, threadId: 0, sampleCount: 9, profile }] }
}

test('launches have the same content as before, and share their frames', () => {
  const share = frameSharer()
  const [one, other] = ['1', '2'].flatMap(name => share(launchOf(name)).trees.map(({ profile }) => profile))
  expect(one).toEqual(recorded)
  expect(one?.frames.every((frame, index) => frame === other?.frames[index])).toBe(true)
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
