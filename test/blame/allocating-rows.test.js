import { expect, test } from '@jest/globals'
import { withAllocating } from '../../src/blame/allocating-rows.js'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { readHeapprofile } from '../../src/profile/read/read-heapprofile.js'
import { present } from '../helpers/call-trees.js'
import { load } from '../helpers/flame-of.js'
import { makeSlice } from '../helpers/make-run.js'
import { recording } from '../helpers/recordings.js'

/** @import { Blame, BlameRow, CardPlace } from '../../src/blame/types.js' */
/** @import { LaunchTrees } from '../../src/profile/types.js' */

/** 1,000 numbers of 8 bytes, and the headers of the array and of its elements. */
const PLANTED_BYTES = 8032

/**
 * Two launches of each variant of src/planted/server.js under `heap` on Node 20, as `compare --short --profiler heap` plays them, without
 * `samples`.
 * @type {{ variant: string, round: number, requests: number, profile: object }[]}
 */
const recorded = JSON.parse(recording('heap/node-20/planted.json'))

const launches = recorded.map(function launchOf({ variant, round, requests, profile }) {
  const launch = `${round}-${variant}`
  const trees = [{ pid: 1, threadId: 0, sampleCount: 1000, profile: readHeapprofile(profile) }]
  const slice = makeSlice({ variant, round, launch, profiler: 'heap', load, completed: requests })
  return { slice, tree: /** @type {LaunchTrees} */ ({ launch, variant, profiler: 'heap', trees }) }
})
const profiled = {
  trees: launches.map(({ tree }) => tree),
  slices: launches.map(({ slice }) => slice),
  isValid: () => true,
  load
}
const bytes = present(locatedBlames('allocate', 'none', evidenceOf(profiled, 'none', ['allocate']))[0])

test('the function that allocates is the first row, with its bytes and its first line', () => {
  const [row] = bytes.rows
  expect(row?.owner).toMatchObject({ name: 'allocate', file: '/srv/app/src/planted/plants.js', line: 68 })
  expect((row?.cost.difference ?? 0) / PLANTED_BYTES).toBeGreaterThan(0.9)
  expect((row?.cost.difference ?? 0) / PLANTED_BYTES).toBeLessThan(1.1)
})

/** @param {Partial<BlameRow>} row @param {number} micros */
function allocatingBelow(row, micros) {
  const cpu = /** @type {Blame} */ (/** @type {unknown} */ ({ unit: 'micros', rows: [row] }))
  const cost = { micros, low: micros - 1, high: micros + 1 }
  /** @type {CardPlace} */
  const place = { place: null, cost, steps: [{ row: 0, micros }] }
  return withAllocating(place, [cpu, bytes]).allocating
}

test.each([
  ['on the main thread', { group: /** @type {const} */ ('gc'), threads: null }],
  ['on its own threads', { group: /** @type {const} */ ('other-threads'), threads: /** @type {const} */ ('helpers') }]
])('the collector %s is split over it', (_, row) => {
  expect(allocatingBelow(row, 12)).toEqual([0])
})

test('a collector that costs less, while more is allocated, is split over nothing', () => {
  expect(allocatingBelow({ group: 'gc', threads: null }, -12)).toEqual([])
})

test('what is not the collector is not split', () => {
  expect(allocatingBelow({ group: 'app', threads: null }, 12)).toBeUndefined()
  expect(allocatingBelow({ group: 'other-threads', threads: 'pool' }, 12)).toBeUndefined()
})
