import { describe, expect, test } from '@jest/globals'
import { toSpeedscope } from '../../../src/profile/export/to-speedscope.js'
import { frames, makeProfile, weightsByFunction } from '../../helpers/make-profile.js'

/** @import { Profile } from '../../../src/profile/types.js' */
/** @import { CallNode } from '../../helpers/call-trees.js' */

const recorded = makeProfile({
  label: 'candidate',
  nodes: [{ frame: 1, parent: -1, self: 1500, tier: null }],
  idle: 500,
  samples: { nodes: [0, -1, 0], atMicros: [70_000, 71_000, 71_500] }
})
const bytes = makeProfile({ unit: 'bytes', idle: 0 })
const file = toSpeedscope([makeProfile({ label: 'baseline' }), recorded, bytes], 'a run')

/** The rules of https://www.speedscope.app/file-format-schema.json, and those that its types cannot express. */
describe('the file keeps to the schema', () => {
  test('as a whole', () => {
    expect(Object.keys(file).sort()).toEqual([
      '$schema',
      'activeProfileIndex',
      'exporter',
      'name',
      'profiles',
      'shared'
    ])
    expect(file.$schema).toBe('https://www.speedscope.app/file-format-schema.json')
    expect([file.exporter, file.name]).toEqual(['profiling-workshop', 'a run'])
    expect(file.profiles[file.activeProfileIndex]).toBeDefined()
    expect(JSON.parse(JSON.stringify(file))).toEqual(file)
  })

  test('in its frames', () => {
    for (const frame of file.shared.frames) {
      expect(Object.keys(frame).filter(key => !['name', 'file', 'line', 'col'].includes(key))).toEqual([])
      expect(frame.name).toEqual(expect.any(String))
      expect(frame.file ?? '-').toEqual(expect.any(String))
      expect([frame.line ?? 1, frame.col ?? 1].every(number => Number.isInteger(number) && number >= 1)).toBe(true)
    }
  })

  test.each(file.profiles.map(profile => [profile.name, profile]))('in the profile %s', (_, profile) => {
    const fields = ['endValue', 'name', 'samples', 'startValue', 'type', 'unit', 'weights']
    expect(Object.keys(/** @type {object} */ (profile)).sort()).toEqual(fields)
    const { type, name, unit, startValue, endValue, samples, weights } = /** @type {typeof file.profiles[0]} */ (
      profile
    )
    expect(type).toBe('sampled')
    expect(name).toEqual(expect.any(String))
    expect(['none', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes']).toContain(unit)
    expect(samples).toHaveLength(weights.length)
    expect(samples.flat().filter(index => !file.shared.frames[index])).toEqual([])
    expect(Math.min(...weights)).toBeGreaterThan(0)
    expect(endValue - startValue).toBe(weights.reduce((sum, weight) => sum + weight, 0))
  })
})

test('every profile has its label and its own unit', () => {
  expect(file.profiles.map(({ name, unit }) => [name, unit])).toEqual([
    ['baseline', 'microseconds'],
    ['candidate', 'microseconds'],
    ['main', 'bytes']
  ])
})

test('weights add up to the same functions', () => {
  expect(weightsByFunction(readBack(0))).toEqual(weightsByFunction(makeProfile()))
  expect(readBack(0).idle).toBe(700)
  expect(weightsByFunction(readBack(2))).toEqual(weightsByFunction(bytes))
})

test('samples keep their order, idle ones as an empty stack', () => {
  const handle = frames.length + 1
  expect(file.profiles[1]).toMatchObject({ samples: [[handle], [], [handle]], weights: [1000, 500, 500] })
  expect(file.shared.frames[handle]).toEqual({ name: 'handle', file: '/app/server.js', line: 10, col: 5 })
})

test('ticks count one each', () => {
  const nodes = [{ frame: 1, parent: -1, self: 2, tier: null }]
  const samples = { nodes: [0, -1, 0], atMicros: [0, 900, 2100] }
  const { profiles } = toSpeedscope([makeProfile({ unit: 'samples', nodes, idle: 1, samples })], 'ticks')
  expect(profiles[0]).toMatchObject({ unit: 'none', samples: [[1], [], [1]], weights: [1, 1, 1], endValue: 3 })
})

/**
 * @param {number} index
 * @returns {Profile}
 */
function readBack(index) {
  const profile = file.profiles[index]
  const profileNodes = (profile?.samples ?? []).map((stack, sample) => ({
    stack,
    weight: profile?.weights[sample] ?? 0
  }))
  /** @type {CallNode[]} */
  const nodes = []
  for (const { stack, weight } of profileNodes) {
    const first = nodes.length
    for (const [depth, frame] of stack.entries()) {
      const self = depth === stack.length - 1 ? weight : 0
      nodes.push({
        frame: frame - index * frames.length,
        parent: depth === 0 ? -1 : first + depth - 1,
        self,
        tier: null
      })
    }
  }
  const idle = profileNodes.filter(({ stack }) => stack.length === 0).reduce((sum, { weight }) => sum + weight, 0)
  return makeProfile({ nodes, idle })
}
