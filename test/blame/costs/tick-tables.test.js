import { expect, test } from '@jest/globals'
import { tickOddities, tickTables } from '../../../src/blame/costs/tick-tables.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { ProfileRecord } from '../../../src/runs/types.js' */

const ticks = { javascript: 200, cpp: 500, gc: 50, sharedLibraries: 100, unaccounted: 200, total: 1000 }

/** @param {string} variant */
function profileOf(variant) {
  return /** @type {ProfileRecord} */ ({
    launch: `01-${variant}-prof`,
    variant,
    profiler: 'prof',
    ticks: { autocannon: ticks },
    artifacts: []
  })
}

const slices = [
  makeSlice({ variant: 'off', launch: '01-off-prof', profiler: 'prof', completed: 2000 }),
  makeSlice({ variant: 'on', launch: '01-on-prof', profiler: 'prof', completed: 1000 })
]
const profiles = [profileOf('off'), profileOf('on')]

/** @type {Load[]} */
const loads = [{ generator: 'autocannon', mode: 'closed', connections: 100 }]

function isValid() {
  return true
}

test('the same ticks over half the requests are twice the ticks per 1,000 requests', () => {
  const [table, ...others] = tickTables(profiles, slices, isValid, loads, ['off', 'on'])
  expect(others).toEqual([])
  const off = table?.variants.off?.rows.find(row => row.name === 'javascript')
  const on = table?.variants.on?.rows.find(row => row.name === 'javascript')
  expect(off).toEqual({ name: 'javascript', ticks: 200, share: 0.2, nonlibShare: 200 / 900, ticksPer1000Requests: 100 })
  expect(on?.ticksPer1000Requests).toBe(200)
})

test('ticks are split by the state of V8 where that is known, over all launches', () => {
  const states = { javascript: 500, gc: 100, compile: 50, native: 250, idle: 0, other: 100 }
  const known = profiles.map(profile => ({ ...profile, ticks: { autocannon: { ...ticks, states } } }))
  const [table] = tickTables([...known, ...known], slices, isValid, loads, ['off', 'on'])
  expect(table?.variants.off?.states?.find(({ state }) => state === 'native')).toEqual({
    state: 'native',
    ticks: 500,
    share: 0.25,
    ticksPer1000Requests: 125
  })
  expect(tickTables(profiles, slices, isValid, loads, ['off', 'on'])[0]?.variants.off?.states).toBeUndefined()
})

test('the change of a row is calculated by round, with an interval from two rounds on', () => {
  expect(tickTables(profiles, slices, isValid, loads, ['off', 'on'])[0]?.changes.on?.cpp).toBeNull()
  const secondRound = slices.map(slice => ({
    ...slice,
    launch: `02${slice.launch.slice(2)}`,
    round: 1,
    completed: slice.completed / 2
  }))
  const secondProfiles = profiles.map(profile => ({ ...profile, launch: `02${profile.launch.slice(2)}` }))
  const [table] = tickTables([...profiles, ...secondProfiles], [...slices, ...secondRound], isValid, loads, [
    'off',
    'on'
  ])
  expect(table?.changes.on?.cpp?.relative).toBeCloseTo(1, 9)
  expect(table?.changes.on?.cpp?.pairs).toBe(2)
})

test('an oddity is listed where the table has it, and only there', () => {
  const tables = tickTables(profiles, slices, isValid, loads, ['off', 'on'])
  expect(tickOddities(tables, true)).toEqual(['counted-twice', 'unaccounted', 'shared-libraries'])
  expect(tickOddities(tables, false)).toEqual(['counted-twice', 'unaccounted', 'no-nm'])
  const plain = profiles.map(profile => ({
    ...profile,
    ticks: { autocannon: { ...ticks, gc: 0, sharedLibraries: 0, unaccounted: 0 } }
  }))
  expect(tickOddities(tickTables(plain, slices, isValid, loads, ['off', 'on']), true)).toEqual([])
})

test('a launch with a discarded slice is not used: its ticks are of all its slices', () => {
  const second = makeSlice({
    variant: 'on',
    launch: '01-on-prof',
    profiler: 'prof',
    completed: 1000,
    index: 1,
    non2xx: 5
  })
  const [table] = tickTables(profiles, [...slices, second], slice => slice.non2xx === 0, loads, ['off', 'on'])
  expect(Object.keys(table?.variants ?? {})).toEqual(['off'])
  expect(tickOddities(table ? [table] : [], true)).toEqual(['counted-twice', 'unaccounted', 'shared-libraries'])
})

test('without ticks there is no table', () => {
  expect(tickTables([], slices, isValid, loads, ['off', 'on'])).toEqual([])
  expect(tickOddities([], true)).toEqual([])
})
