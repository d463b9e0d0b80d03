import { expect, test } from '@jest/globals'
import { toFolded } from '../../../src/profile/export/to-folded.js'
import { sum } from '../../../src/stats/means.js'
import { frames, makeProfile } from '../../helpers/make-profile.js'

const module = '(anonymous) (/app/server.js:1)'
const handle = 'handle (/app/server.js:10)'

test('one stack per line, sorted, without idle', () => {
  expect(toFolded(makeProfile())).toBe(
    [
      '(anonymous) (/app/server.js:1) 100',
      '(anonymous) (/app/server.js:1);a,b c d (/app/other, file.js:10) 1',
      '(anonymous) (/app/server.js:1);handle (/app/server.js:10) 3000',
      '(anonymous) (/app/server.js:1);handle (/app/server.js:10);handle (/app/server.js:10) 50',
      '(anonymous) (/app/server.js:1);handle (/app/server.js:10);writeSync (node:fs:900);write 1250',
      '(garbage collector) 400',
      '(program) 2500',
      ''
    ].join('\n')
  )
})

test('parsed as flamegraph.pl does it gives the same stacks', () => {
  const stacks = toFolded(makeProfile())
    .trimEnd()
    .split('\n')
    .map(line => /^(.*)\s+?(\d+(?:\.\d*)?)$/.exec(line)?.slice(1) ?? [])
  expect(stacks.map(([stack = '', weight]) => [stack.split(';').length, Number(weight)])).toEqual([
    [1, 100],
    [2, 1],
    [2, 3000],
    [3, 50],
    [4, 1250],
    [1, 400],
    [1, 2500]
  ])
})

test('a function that ran in two tiers is one stack', () => {
  const nodes = [
    { frame: 0, parent: -1, self: 1, tier: null },
    { frame: 1, parent: 0, self: 2, tier: /** @type {const} */ ('ignition') },
    { frame: 1, parent: 0, self: 3, tier: /** @type {const} */ ('turbofan') }
  ]
  expect(toFolded(makeProfile({ nodes }))).toBe(`${module} 1\n${module};${handle} 5\n`)
})

test('a profile without samples gives an empty text', () => {
  expect(toFolded(makeProfile({ nodes: [] }))).toBe('')
})

test('weights are whole numbers that add up to the profile', () => {
  const nodes = Array.from({ length: 400 }, (_, index) => ({
    frame: index % frames.length,
    parent: index - 1,
    self: 0.3 + (index % 7) / 10,
    tier: null
  }))
  const weights = [...toFolded(makeProfile({ nodes })).matchAll(/ (\S+)$/gm)].map(([, weight]) => Number(weight))
  expect(weights.every(weight => Number.isInteger(weight) && weight > 0)).toBe(true)
  expect(Math.abs(sum(weights) - sum(nodes.map(({ self }) => self)))).toBeLessThan(1)
})
