import { expect, test } from '@jest/globals'
import { presetOf, presets, STAGES } from '../../../src/measure/rounds/presets.js'

test('without an option nothing is left out, and nothing is short', () => {
  expect(presetOf({})).toEqual({
    ...{ brief: null, rounds: null, isShort: false, leavesOut: new Set(), coldRequests: null, untilCounted: false }
  })
  expect(presetOf({ quick: false, cold: false })).toEqual(presetOf({}))
})

test.each([
  [{ quick: true }, '--quick', ['profilers', 'loads']],
  [{ short: true }, null, []],
  [{ cold: true }, '--cold', ['profilers', 'loads', 'detail']],
  [{ only: 'verdict' }, '--only verdict', ['profilers', 'detail']],
  [{ only: 'counters' }, '--only counters', ['profilers', 'detail']],
  // The first of the table is the one that a message names.
  [{ quick: true, cold: true }, '--quick', ['profilers', 'loads', 'detail']],
  [{ cold: true, only: 'verdict' }, '--cold', ['profilers', 'loads', 'detail']]
])('%j is %s and leaves out %j', (options, brief, leavesOut) => {
  const preset = presetOf(options)
  expect(preset.brief).toBe(brief)
  expect([...preset.leavesOut].toSorted()).toEqual(leavesOut.toSorted())
})

test.each([
  { only: 'quick' },
  { only: 'short' },
  { only: '' },
  { counters: true },
  { verdict: true },
  { other: 'cold' }
])('%j is no preset', values => {
  expect(presetOf(/** @type {{ only?: string }} */ (values))).toEqual(presetOf({}))
})

test('new servers need the most rounds, also in a short run', () => {
  expect(presetOf({ cold: true, short: true })).toMatchObject({ rounds: presets.cold.rounds, isShort: true })
})

test('a value of --only is the name of a preset, and all others are options of their own', () => {
  const options = Object.entries(presets).map(([name, { option }]) => [name, option])
  expect(options).toEqual(
    Object.keys(presets).map(name => [name, STAGES.some(stage => stage === name) ? `--only ${name}` : `--${name}`])
  )
})

test('a row has at most six fields', () => {
  for (const preset of Object.values(presets)) expect(Object.keys(preset).length).toBeLessThanOrEqual(6)
})
