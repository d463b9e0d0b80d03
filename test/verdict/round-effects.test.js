import { expect, test } from '@jest/globals'
import { roundEffects } from '../../src/verdict/round-effects.js'
import { makeManifest, makeRounds } from '../helpers/make-run.js'

const verdict = { baseline: 'log=off', candidate: 'log=sync', metric: /** @type {const} */ ('cpuPerRequest') }

test('each round is told with what its two servers cost a request, and the change', () => {
  const slices = makeRounds({ rounds: 3, costRatio: 1.25, drift: round => 1 + round })
  const effects = roundEffects(verdict, { manifest: makeManifest(), slices })
  expect(effects.map(({ round, baseline }) => [round, Math.round(baseline)])).toEqual([
    [0, 100],
    [1, 200],
    [2, 300]
  ])
  for (const { baseline, candidate, relative } of effects) {
    expect(candidate / baseline).toBeCloseTo(1.25, 6)
    expect(relative).toBeCloseTo(0.25, 6)
  }
})

test('a round of which one side is void is left out', () => {
  const [first, ...others] = makeRounds({ rounds: 2, costRatio: 1 })
  const slices = [{ .../** @type {typeof others[0]} */ (first), errors: 1 }, ...others].flatMap(slice => slice ?? [])
  const effects = roundEffects(verdict, { manifest: makeManifest(), slices })
  expect(effects.map(({ round }) => round)).toEqual([1])
})
