import { expect, test } from '@jest/globals'
import { foldFunctions, frameSharer } from '../../../src/profile/tree/fold-functions.js'
import { categoriseFrame } from '../../../src/profile/tree/frames.js'
import { present, rowsOf } from '../../helpers/call-trees.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { LaunchTrees, Profile } from '../../../src/profile/types.js' */
/** @import { Stacks } from '../../helpers/make-trees.js' */

const OTHER = '(other functions)'

test('launches with few enough functions stay as they are', () => {
  const launches = launchesOf([{ 'app:a > app:b': 1 }, { 'app:a > app:c': 1 }])
  expect(foldFunctions(launches, 6)).toEqual({ launches, folded: 0 })
  expect(foldFunctions(launches, 6).launches).toBe(launches)
  expect(foldFunctions(launches, 5).folded).toBe(2)
  expect(foldFunctions([], 5)).toEqual({ launches: [], folded: 0 })
})

test('functions that one launch has become one of their code, which keeps its costs and its callers', () => {
  const launches = launchesOf(
    [1, 2, 3].map(own => ({
      'app:shared': 10,
      [`app:shared > app:own${own}`]: 5,
      [`app:shared > express/own${own}`]: 4,
      [`app:shared > ejs/own${own}`]: 3,
      [`app:shared > node:fs:own${own} > native:own${own}`]: 2,
      gc: 1
    }))
  )
  const { launches: folded, folded: count } = foldFunctions(launches, 6)
  expect(count).toBe(15)
  for (const { trees } of folded)
    expect(costsIn(present(trees[0]).profile)).toEqual({
      'app shared': 10,
      [`app shared > app ${OTHER}`]: 5,
      [`app shared > express ${OTHER}`]: 4,
      [`app shared > ejs ${OTHER}`]: 3,
      [`app shared > core ${OTHER}`]: 0,
      [`app shared > core ${OTHER} > native ${OTHER}`]: 2,
      'gc (garbage collector)': 1
    })
  const frames = folded.map(({ trees }) => trees[0]?.profile.frames)
  expect(frames[1]?.every((frame, index) => frame === frames[0]?.[index])).toBe(true)
})

test('a call between functions that became one is no call', () => {
  const launches = launchesOf(
    [1, 2].map(own => ({
      [`app:a${own}`]: 1,
      [`app:a${own} > app:b${own}`]: 2,
      [`app:a${own} > app:b${own} > express/c${own}`]: 4,
      [`app:a${own} > app:b${own} > express/c${own} > app:d${own}`]: 8
    }))
  )
  const [first] = foldFunctions(launches, 2).launches
  expect(costsIn(present(first?.trees[0]).profile)).toEqual({
    [`app ${OTHER}`]: 3,
    [`app ${OTHER} > express ${OTHER}`]: 4,
    [`app ${OTHER} > express ${OTHER} > app ${OTHER}`]: 8
  })
})

test('of functions that several launches have, the cheapest are folded', () => {
  const stacks = { 'app:a': 1, 'app:a > app:b': 90, 'app:c': 5, 'app:d': 4 }
  const { launches, folded } = foldFunctions(launchesOf([stacks, stacks]), 6)
  expect(folded).toBe(1)
  expect(costsIn(present(launches[1]?.trees[0]).profile)).toEqual({
    'app a': 1,
    'app a > app b': 90,
    'app c': 5,
    [`app ${OTHER}`]: 4
  })
})

test('samples are of the nodes that they became', () => {
  const [one, other] = launchesOf([{ 'app:a > app:b': 2 }, { 'app:a > app:c': 2 }])
  for (const launch of [one, other]) {
    const tree = present(launch?.trees[0])
    tree.profile = { ...tree.profile, samples: { nodes: [1, -1, 0, 1], atMicros: [0, 1, 2, 3] } }
  }
  const share = frameSharer()
  const [first] = foldFunctions([share(present(one)), share(present(other))], 2).launches
  const { profile } = present(first?.trees[0])
  expect(profile.samples).toEqual({ nodes: [1, -1, 0, 1], atMicros: [0, 1, 2, 3] })
  expect(profile.frames.map(({ name }) => name)).toEqual(['a', OTHER])
})

/** @param {Stacks[]} stacks one per launch @returns {LaunchTrees[]} */
function launchesOf(stacks) {
  const share = frameSharer()
  return stacks.map((own, round) => share(makeLaunch({ variant: 'off', round, stacks: own }).tree))
}

/** @param {Profile} profile @returns {Record<string, number>} own weights by stack, each function with its code before it */
function costsIn({ frames, nodes }) {
  /** @type {string[]} */
  const stacks = []
  for (const { frame, parent } of rowsOf(nodes)) {
    const called = present(frames[frame])
    const { group, packageName } = categoriseFrame(called)
    const own = `${packageName ?? group} ${called.name}`
    stacks.push(parent === -1 ? own : `${stacks[parent]} > ${own}`)
  }
  return Object.fromEntries(stacks.map((stack, node) => [stack, nodes.self[node] ?? 0]))
}
