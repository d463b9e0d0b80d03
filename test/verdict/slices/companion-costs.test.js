import { expect, test } from '@jest/globals'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { companionCosts } from '../../../src/verdict/slices/companion-costs.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const variants = ['log=off', 'log=sync']
const compared = [onePair('log=sync', 'log=off')]
const { load } = makeSlice()

/** @type {(round: number, variant: string, cpuMicros: number, changes?: Partial<SliceRecord>) => SliceRecord} */
function slice(round, variant, cpuMicros, changes = {}) {
  const companions = [
    { name: 'a database', cpuMicros },
    { name: 'an upstream', cpuMicros: 0 }
  ]
  return makeSlice({ round, variant, launch: `${round}-${variant}`, companions, ...changes })
}

/** Two slices per launch; a request of the candidate costs the database twice as much. */
const slices = [0, 1, 2].flatMap(round => [
  slice(round, 'log=off', 100_000),
  slice(round, 'log=off', 200_000, { index: 1, completed: 2000 }),
  slice(round, 'log=sync', 200_000),
  slice(round, 'log=sync', 200_000, { index: 1 })
])

test('the CPU per request of each variant, and the change', () => {
  const [database] = companionCosts(load, variants, compared, slices)
  expect(database?.companion).toBe('a database')
  expect(database?.estimates['log=off']?.value).toBeCloseTo(100)
  expect(database?.estimates['log=sync']?.value).toBeCloseTo(200)
  expect(database?.changes['log=sync']).toMatchObject({ pairs: 3 })
  expect(database?.changes['log=sync']?.relative).toBeCloseTo(1)
})

test('launches without a step of CPU count with 0', () => {
  const few = [0, 1, 2, 3].flatMap(round => [
    slice(round, 'log=off', round === 0 ? 0 : 40_000),
    slice(round, 'log=sync', [0, 40_000, 80_000, 120_000][round] ?? 0)
  ])
  const [database] = companionCosts(load, variants, compared, few)
  expect(database?.estimates['log=off']).toMatchObject({ value: 30, launches: 4 })
  expect(database?.estimates['log=sync']).toMatchObject({ value: 60, low: 0, launches: 4 })
  expect(database?.changes['log=sync']).toMatchObject({ relative: 1, pairs: 4, confidence: 0.95 })
  const [mostlyIdle] = companionCosts(load, variants, compared, [
    ...few,
    slice(4, 'log=off', 0),
    slice(5, 'log=off', 0)
  ])
  expect(mostlyIdle?.estimates['log=off']).toBeNull()
  expect(mostlyIdle?.changes['log=sync']).toBeNull()
})

test('the intervals of several candidates are corrected for their number', () => {
  const third = slices
    .filter(({ variant }) => variant === 'log=sync')
    .map(each => ({ ...each, variant: 'third', launch: `${each.round}-third` }))
  const pairs = [...compared, onePair('third', 'log=off')]
  const [database] = companionCosts(load, [...variants, 'third'], pairs, [...slices, ...third])
  expect(database?.changes.third?.confidence).toBe(0.975)
})

test('how busy a companion was in the middle slice', () => {
  const [database] = companionCosts(load, variants, compared, [
    slice(0, 'log=off', 100_000),
    slice(0, 'log=off', 950_000, { index: 1 }),
    slice(0, 'log=off', 970_000, { index: 2 })
  ])
  expect(database?.busyShares).toEqual({ 'log=off': 0.95 })
})

test('a companion that used no CPU has neither a cost nor a change', () => {
  const [, upstream] = companionCosts(load, variants, compared, slices)
  expect(upstream).toMatchObject({
    companion: 'an upstream',
    estimates: { 'log=off': null },
    changes: { 'log=sync': null }
  })
})

test('slices of several variants, of other loads and without companions do not count', () => {
  const others = [
    slice(0, 'log=off', 1e6, { beside: ['0-log=sync'] }),
    slice(0, 'log=off', 1e6, { load: { generator: 'sockets', mode: 'closed', connections: 1 } }),
    makeSlice({ companions: undefined })
  ]
  const [database] = companionCosts(load, variants, compared, [...slices, ...others])
  expect(database?.estimates['log=off']?.value).toBeCloseTo(100)
  expect(companionCosts(load, variants, compared, [makeSlice()])).toEqual([])
})
