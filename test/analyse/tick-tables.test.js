import { expect, test } from '@jest/globals'
import { tickTables } from '../../src/analyse/tick-tables.js'
import { makeSlice } from '../helpers/make-run.js'

const ticks = { javascript: 200, cpp: 500, gc: 50, sharedLibraries: 100, unaccounted: 200, total: 1000 }

/**
 * @param {string} variant
 */
function profileOf(variant) {
  return /** @type {import('../../src/types.js').ProfileRecord} */ ({
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

test('the same ticks over half the requests are twice the ticks per 1,000 requests', () => {
  const [table, ...others] = tickTables(profiles, slices, ['off', 'on'], true)
  expect(others).toEqual([])
  const off = table?.variants.off?.rows.find(row => row.name === 'javascript')
  const on = table?.variants.on?.rows.find(row => row.name === 'javascript')
  expect(off).toEqual({ name: 'javascript', ticks: 200, share: 0.2, nonlibShare: 200 / 900, ticksPer1000Requests: 100 })
  expect(on?.ticksPer1000Requests).toBe(200)
})

test('each oddity is explained where it shows, and only there', () => {
  const [table] = tickTables(profiles, slices, ['off', 'on'], true)
  expect(table?.notes.join(' ')).toMatch(
    /time is fixed.*counts as GC and again.*Unaccounted are.*Shared libraries are/s
  )
  const plain = profiles.map(profile => ({
    ...profile,
    ticks: { autocannon: { ...ticks, gc: 0, sharedLibraries: 0, unaccounted: 0 } }
  }))
  expect(tickTables(plain, slices, ['off', 'on'], true)[0]?.notes.join(' ')).not.toMatch(
    /counts as GC|Unaccounted|Shared/
  )
})

test('without nm the shared libraries are explained by that', () => {
  const [table] = tickTables(profiles, slices, ['off', 'on'], false)
  expect(table?.notes.join(' ')).toMatch(/Without nm/)
})

test('no ticks, no table', () => {
  expect(tickTables([], slices, ['off', 'on'], true)).toEqual([])
})
