import { expect, test } from '@jest/globals'
import { gcFrame } from '../../../src/profile/tree/frames.js'
import { attributeGc } from '../../../src/profile/tree/merge-profiles.js'
import { sum } from '../../../src/stats/means.js'
import { rowsOf } from '../../helpers/call-trees.js'
import { frames, makeProfile } from '../../helpers/make-profile.js'

const [outer, inner] = /** @type {[typeof gcFrame, typeof gcFrame]} */ (frames)
const names = [outer, inner, gcFrame]
const tree = [
  { frame: 0, parent: -1, self: 30, tier: null },
  { frame: 1, parent: 0, self: 20, tier: null },
  { frame: 2, parent: -1, self: 65, tier: null }
]

/** @param {number[]} nodes on top, 10 µs apart; the last one weighs what is left */
function profileOf(nodes) {
  const samples = { nodes, atMicros: nodes.map((_, index) => index * 10) }
  return makeProfile({ unit: 'micros', frames: names, nodes: tree, idle: 5, samples })
}

test('garbage collection is below the sample before it, and what follows idle time has no caller', () => {
  const profile = profileOf([2, 0, 1, 2, 2, 0, 2, -1, 2])
  const { nodes, samples } = attributeGc(profile)
  expect(samples).toBeNull()
  const rows = rowsOf(nodes)
  expect(rows.filter(({ self }) => self > 0)).toEqual([
    { frame: 0, parent: -1, self: 30, tier: null },
    { frame: 1, parent: 0, self: 20, tier: null },
    { frame: 2, parent: -1, self: 50, tier: null },
    { frame: 2, parent: 1, self: 20, tier: null },
    { frame: 2, parent: 0, self: 10, tier: null }
  ])
  expect(sum(rows.filter(({ frame }) => frame === 2).map(({ self }) => self))).toBe(80)
})

test('a profile of sums only, of ticks or without garbage collection stays as it is', () => {
  const sums = makeProfile({ frames: names, nodes: tree, samples: null })
  const ticks = { ...profileOf([0, 2]), unit: /** @type {const} */ ('samples') }
  const without = makeProfile({ frames: [outer], nodes: tree.slice(0, 1) })
  for (const profile of [sums, ticks, without]) expect(attributeGc(profile)).toBe(profile)
})
