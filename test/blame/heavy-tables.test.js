import { expect, test } from '@jest/globals'
import { functionWeights } from '../../src/blame/heavy-tables.js'
import { frames, makeProfile, weightsByFunction } from '../helpers/make-profile.js'

test('a function has its self weight and that of its callees, over all its calls', () => {
  const [main, handle, write] = functionWeights(
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
  const weights = functionWeights(
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
  const weights = functionWeights(profile).filter(({ total }) => total > 0)
  const byName = weights.map(({ frame, self, total }) => [
    `${frame.name} ${frame.file}:${frame.line}:${frame.column}`,
    { self, total }
  ])
  expect(Object.fromEntries(byName)).toEqual(weightsByFunction(profile))
})

test('a profile without samples has no weight', () => {
  const weights = functionWeights(makeProfile({ nodes: [] }))
  expect(weights.map(({ frame }) => frame)).toEqual(frames)
  expect(weights.every(({ self, total }) => self === 0 && total === 0)).toBe(true)
})
