import { expect, test } from '@jest/globals'
import { fitToMachine, makeDesign } from '../../../src/measure/rounds/design.js'
import { estimateRoundMs } from '../../../src/measure/rounds/estimate-duration.js'
import { fixedPlan, nextRound } from '../../../src/measure/rounds/plan.js'
import { presetOf } from '../../../src/measure/rounds/presets.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { Round } from '../../../src/measure/types.js' */

const variants = ['off', 'on']
/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 100 },
  { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 }
]
const one = makeDesign({ profilers: ['prof'], loads, seed: 1 })
const several = { ...one, requests: { names: ['a', 'b'], slices: { sharedCore: 2, separate: 1, detail: 2 } } }

/** @param {Round | undefined} round */
function ofRequests(round) {
  const slices =
    round?.blocks.flatMap(block => block.slices.map(slice => ({ ...slice, profiler: block.launches[0]?.profiler }))) ??
    []
  return slices.filter(({ request }) => request !== undefined)
}

test('of several requests, their mix has the slices that one request has, and comes first', () => {
  const [plain, mixed] = [one, several].map(each => fixedPlan(each, variants))
  const withoutOwn = mixed?.map(round => ({
    ...round,
    blocks: round.blocks.map(block => ({
      ...block,
      slices: block.slices.filter(({ request }) => request === undefined)
    }))
  }))
  expect(withoutOwn).toEqual(plain)
  for (const { slices } of mixed?.flatMap(({ blocks }) => blocks) ?? []) {
    const first = slices.findIndex(({ request }) => request !== undefined)
    if (first >= 0) expect(slices.slice(first).every(({ request }) => request !== undefined)).toBe(true)
  }
})

test('of several requests, each has shared-core and separate slices in every round of the verdict, in both orders equally often', () => {
  const [first, second] = fixedPlan(several, variants)
  const kinds = ofRequests(first).map(
    ({ request, launches, load }) => `${request} ${launches.length} ${load.generator}`
  )
  const own = (/** @type {string} */ name) => [
    ...Array(2).fill(`${name} 2 autocannon`),
    ...Array(2).fill(`${name} 1 sockets`)
  ]
  expect(kinds).toEqual([...own('a'), ...own('b')])
  expect(ofRequests(second).map(({ request }) => request)).toEqual([...Array(4).fill('b'), ...Array(4).fill('a')])
})

test('of several requests, none is loaded alone under a profiler', () => {
  const details = fixedPlan(several, variants).filter(({ stage }) => stage === 'detail')
  expect(details.flatMap(ofRequests)).toEqual([])
})

test('of several requests, one that leaves servers idle is compared at one rate', () => {
  const idle = ofRequests(nextRound(several, variants, { rounds: 7, idleRequests: ['a'] }) ?? undefined)
  const [a, b] = ['a', 'b'].map(name => idle.filter(({ request }) => request === name))
  expect(a?.filter(({ launches }) => launches.length > 1).map(({ load }) => load.mode)).toEqual(['open', 'open'])
  expect(a?.filter(({ launches }) => launches.length === 1).map(({ load }) => load.generator)).toEqual([
    ...Array(2).fill('sockets'),
    ...Array(4).fill('autocannon')
  ])
  expect(b?.every(({ load }) => load.mode === 'closed')).toBe(true)
})

test('of several requests, where processes cannot be kept to a core, each is compared by separate slices of the deciding load', () => {
  const alone = ofRequests(nextRound(fitToMachine(several, [0]), variants, { rounds: 0 }) ?? undefined)
  expect(alone.every(({ launches }) => launches.length === 1)).toBe(true)
  expect(alone.some(({ load }) => load.generator === 'autocannon')).toBe(true)
})

test('of several requests, new servers are compared by their mix only', () => {
  const cold = makeDesign({ profilers: [], loads, seed: 1, preset: presetOf({ cold: true }), requests: ['a', 'b'] })
  expect(fixedPlan(cold, variants).flatMap(ofRequests)).toEqual([])
})

test('of several requests, their slices are part of the estimated duration', () => {
  const [plain = 0, mixed = 0] = [one, several].map(each =>
    estimateRoundMs(/** @type {Round} */ (nextRound(each, variants, { rounds: 0 })), each)
  )
  // Per request two shared-core slices of 750 ms and one separate slice of 500 ms per variant.
  expect(mixed - plain).toBeGreaterThanOrEqual(2 * (2 * 750 + 2 * 500))
})
