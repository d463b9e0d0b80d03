import { expect, test } from '@jest/globals'
import { functionWeights, heavyTables } from '../../../src/blame/costs/heavy-tables.js'
import { frames, makeProfile, weightsByFunction } from '../../helpers/make-profile.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { HeavyTable } from '../../../src/blame/types.js' */
/** @import { Profile } from '../../../src/profile/types.js' */

/** @param {Pick<Profile, 'frames' | 'nodes'>} profile */
function weightsOf(profile) {
  const { self, total } = functionWeights(profile.nodes, profile.frames.length, [...profile.nodes.self])
  return profile.frames.map((frame, index) => ({ frame, self: self[index] ?? 0, total: total[index] ?? 0 }))
}

test('a function has its self weight and that of its callees, over all its calls', () => {
  const [main, handle, write] = weightsOf(
    makeProfile({
      frames: frames.slice(0, 3),
      nodes: [
        { frame: 0, parent: -1, self: 1, tier: null },
        { frame: 1, parent: 0, self: 2, tier: null },
        { frame: 2, parent: 1, self: 4, tier: null },
        { frame: 2, parent: 0, self: 8, tier: null },
        { frame: 1, parent: -1, self: 16, tier: 'turbofan' }
      ]
    })
  ).map(({ self, total }) => [self, total])
  expect([main, handle, write]).toEqual([
    [1, 15],
    [18, 22],
    [12, 12]
  ])
})

test('a function that calls itself, directly or not, counts once per stack', () => {
  const weights = weightsOf(
    makeProfile({
      frames: frames.slice(0, 2),
      nodes: [
        { frame: 0, parent: -1, self: 1, tier: null },
        { frame: 0, parent: 0, self: 2, tier: null },
        { frame: 1, parent: 1, self: 4, tier: null },
        { frame: 0, parent: 2, self: 8, tier: null },
        { frame: 1, parent: 3, self: 16, tier: null }
      ]
    })
  )
  expect(weights.map(({ self, total }) => [self, total])).toEqual([
    [11, 31],
    [20, 28]
  ])
})

test('the totals are those of a direct sum over stacks', () => {
  const profile = makeProfile()
  const weights = weightsOf(profile).filter(({ total }) => total > 0)
  const byName = weights.map(({ frame, self, total }) => [
    `${frame.name} ${frame.file}:${frame.line}:${frame.column}`,
    { self, total }
  ])
  expect(Object.fromEntries(byName)).toEqual(weightsByFunction(profile))
})

test('a profile without samples has no weight', () => {
  const weights = weightsOf(makeProfile({ nodes: [] }))
  expect(weights.map(({ frame }) => frame)).toEqual(frames)
  expect(weights.every(({ self, total }) => self === 0 && total === 0)).toBe(true)
})

/** @param {{ cost: number, requests: number }} candidate */
function tableOf({ cost, requests }) {
  const off = { 'app:handle': 300, 'app:handle > app:parse': 200, 'app:other > app:parse': 100 }
  const launches = [
    makeLaunch({ variant: 'off', round: 0, profiler: 'cdp', unit: 'micros', stacks: off }),
    makeLaunch({
      variant: 'on',
      round: 0,
      profiler: 'cdp',
      unit: 'micros',
      completed: requests,
      stacks: { ...off, 'app:handle > app:burn': cost }
    })
  ]
  const [table] = heavyTables(
    launches.map(({ tree }) => tree),
    launches.map(({ slice }) => slice),
    { generator: 'autocannon', mode: 'closed', connections: 100 },
    ['off', 'on']
  )
  return /** @type {HeavyTable} */ (table)
}

test('both variants are in one table, by the largest share, with their requests', () => {
  const { profiler, unit, variants, frames, rows } = tableOf({ cost: 900, requests: 500 })
  expect({ profiler, unit }).toEqual({ profiler: 'cdp', unit: 'micros' })
  expect(variants).toEqual([
    { name: 'off', launches: 1, requests: 1000, busy: 600, idle: 0 },
    { name: 'on', launches: 1, requests: 500, busy: 1500, idle: 0 }
  ])
  expect(rows.map(({ frame, self, total }) => [frames[frame]?.name, self, total])).toEqual([
    ['burn', [0, 900], [0, 900]],
    ['handle', [300, 300], [500, 1400]],
    ['parse', [300, 300], [300, 300]]
  ])
})
