import { expect, test } from '@jest/globals'
import { mergeSmallCalls } from '../../src/flame/union-tree.js'
import { CallTree } from '../../src/profile/tree/call-tree.js'
import { present } from '../helpers/call-trees.js'
import { stackIn } from '../helpers/flame-of.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { Added } from '../../src/flame/union-tree.js' */
/** @import { Stacks } from '../helpers/make-trees.js' */

/** @type {Stacks[]} */
const stacksOf = [
  { 'app:a': 10, 'app:a > app:b': 20, 'app:a > app:c > app:d': 1, 'app:a > app:e': 2, 'app:f': 1 },
  { 'app:a': 10, 'app:a > app:b': 20, 'app:a > app:c > app:g': 1, 'app:a > app:e': 2, 'app:f': 1 }
]
const launches = stacksOf.map((stacks, round) => ({
  tree: present(makeLaunch({ variant: 'off', round, stacks }).tree.trees[0]),
  costPerWeight: 0.5
}))

test('a union with few enough nodes stays as it is', () => {
  const whole = unionOf()
  expect(whole.union.nodes.self).toHaveLength(7)
  expect(mergeSmallCalls(whole, launches, 14)).toBe(whole)
})

test('the cheapest calls of a function become one call, which has all that is below them', () => {
  const merged = mergeSmallCalls(unionOf(), launches, 13)
  expect(costsIn(merged)).toEqual({ a: 10, 'a > b': 20, 'a > (other calls)': 3, '(other calls)': 1 })
  expect(merged.union.frames.map(({ name }) => name)).toEqual(['(other calls)', 'a', 'b'])
})

test('no more nodes are left than there may be', () => {
  for (const most of [2, 3, 4, 5, 6]) {
    const { union } = mergeSmallCalls(unionOf(), launches, most * launches.length)
    expect(union.size).toBeLessThanOrEqual(most)
  }
})

/** @returns {Added} */
function unionOf() {
  const union = new CallTree()
  return { union, added: launches.map(({ tree }) => union.addTree(tree.profile, { hasTiers: false })) }
}

/** @param {Added} merged @returns {Record<string, number>} own costs by stack, all launches together */
function costsIn({ union: { frames, nodes }, added }) {
  /** @type {Record<string, number>} */
  const costs = {}
  launches.forEach(function addLaunch({ tree, costPerWeight }, launch) {
    tree.profile.nodes.self.forEach(function addNode(self, own) {
      const stack = stackIn(/** @type {any} */ ({ frames, nodes }), added[launch]?.[own] ?? -1)
      costs[stack] = (costs[stack] ?? 0) + self * costPerWeight
    })
  })
  return costs
}
