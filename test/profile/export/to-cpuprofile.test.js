import { describe, expect, test } from '@jest/globals'
import { toCpuprofile } from '../../../src/profile/export/to-devtools.js'
import { readCpuprofile } from '../../../src/profile/read/read-cpuprofile.js'
import { makeProfile, rows, weightsByFunction } from '../../helpers/make-profile.js'

/** @import { Profile } from '../../../src/profile/types.js' */

const recorded = makeProfile({
  nodes: [
    { frame: 0, parent: -1, self: 0, tier: null },
    { frame: 1, parent: 0, self: 2100, tier: null },
    { frame: 3, parent: 1, self: 900, tier: null },
    { frame: 5, parent: -1, self: 875, tier: null }
  ],
  idle: 500,
  samples: { nodes: [1, 2, -1, 1, 3], atMicros: [70_000, 71_100, 72_000, 72_500, 73_500] }
})
const ticks = makeProfile({
  unit: 'samples',
  nodes: [
    { frame: 0, parent: -1, self: 2, tier: 'ignition' },
    { frame: 1, parent: 0, self: 3, tier: 'turbofan' }
  ],
  idle: 1,
  samples: null
})

/** The reader has a last sample last as long as the mean of the others, which `recorded` does and a layout cannot. */
describe('a profile that is read again is the same', () => {
  test.each([
    ['with its samples', recorded],
    ['of sums only', makeProfile()],
    ['of nothing but idle', makeProfile({ nodes: [], idle: 2000 })]
  ])('a profile %s', (_, profile) => {
    const again = readCpuprofile(toCpuprofile(profile))
    expect(weightsByFunction(again)).toEqual(weightsByFunction(profile))
    expect(Math.abs(again.idle - profile.idle)).toBeLessThanOrEqual(profile.samples ? 0 : 1000)
  })

  test('and so is the order of its samples', () => {
    const again = readCpuprofile(toCpuprofile(recorded))
    expect(again.samples?.atMicros).toEqual(recorded.samples?.atMicros)
    expect(namesOnTop(again)).toEqual(namesOnTop(recorded))
  })

  test('ticks come back as milliseconds', () => {
    const again = readCpuprofile(toCpuprofile(ticks))
    expect(Object.values(weightsByFunction(again)).map(weight => weight.self)).toEqual([2000, 3000])
  })
})

describe('the rules of DevTools and speedscope', () => {
  test.each([
    ['recorded', recorded],
    ['laid out', makeProfile()],
    ['ticks', ticks],
    ['empty', makeProfile({ nodes: [], idle: 0 })]
  ])('%s', (_, profile) => {
    const { nodes, samples, timeDeltas, startTime, endTime } = toCpuprofile(profile)
    expect(nodes[0]).toMatchObject({ id: 1, callFrame: { functionName: '(root)', url: '', lineNumber: -1 } })
    expect(nodes.map(node => node.id)).toEqual(nodes.map((_, index) => index + 1))
    expect(nodes.flatMap(node => node.children).sort((a, b) => a - b)).toEqual(nodes.slice(1).map(node => node.id))
    expect(samples.filter(id => id <= 1 || id > nodes.length)).toEqual([])
    expect(timeDeltas).toHaveLength(samples.length)
    expect(Math.min(0, ...timeDeltas)).toBe(0)
    expect(startTime).toBeGreaterThan(0)
    const lastMicros = timeDeltas.reduce((sum, delta) => sum + delta, startTime)
    expect(endTime).toBeGreaterThanOrEqual(lastMicros)
    const hits = nodes.reduce((sum, node) => sum + node.hitCount, 0)
    expect(hits).toBe(samples.filter((_, index) => (timeDeltas[index + 1] ?? endTime - lastMicros) > 0).length)
  })

  test('functions of the same name and place in two files are two scripts', () => {
    const { nodes } = toCpuprofile(makeProfile())
    const urls = new Map(nodes.map(({ callFrame }) => [callFrame.scriptId, callFrame.url]))
    expect(urls.size).toBe(new Set(urls.values()).size)
  })

  test('garbage collector and (program), which the tools put on top of the sample before, follow idle or their caller', () => {
    const nested = { frame: 5, parent: 6, self: 10, tier: null }
    const { nodes, samples } = toCpuprofile(makeProfile({ nodes: [...rows, nested] }))
    expect(samples.map(id => nodes[id - 1]?.callFrame.functionName)).toEqual([
      '(garbage collector)',
      '(idle)',
      ...['(program)', '(program)', '(program)'],
      '',
      ...['handle', 'handle', 'handle', 'handle'],
      ...['write', 'write', 'write', '(garbage collector)'],
      'a;b c\nd',
      '(idle)'
    ])
  })
})

test('lines and columns count from 0, files are URLs, frames without a place have -1', () => {
  const { nodes } = toCpuprofile(makeProfile())
  const callFrames = nodes.map(node => node.callFrame)
  expect(callFrames).toEqual(
    expect.arrayContaining([
      { functionName: '', scriptId: '1', url: 'file:///app/server.js', lineNumber: 0, columnNumber: 0 },
      { functionName: 'handle', scriptId: '1', url: 'file:///app/server.js', lineNumber: 9, columnNumber: 4 },
      { functionName: 'writeSync', scriptId: '3', url: 'node:fs', lineNumber: 899, columnNumber: 18 },
      { functionName: 'write', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }
    ])
  )
  expect(callFrames.map(frame => frame.url)).toContain('file:///app/other;%20file.js')
})

/** @param {Profile} profile */
function namesOnTop({ frames, nodes, samples }) {
  return samples?.nodes.map(node => frames[nodes.frame[node] ?? -1]?.name ?? 'idle')
}
