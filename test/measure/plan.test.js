import { expect, test } from '@jest/globals'
import { fitToMachine, makeDesign } from '../../src/measure/design.js'
import { fixedPlan, nextRound } from '../../src/measure/plan.js'
import { MOST_ROUNDS } from '../../src/stats/detectable-effect.js'

/**
 * @import { Load } from '../../src/load/types.js'
 * @import { Known } from '../../src/measure/plan.js'
 * @import { ProfilerName } from '../../src/profile/types.js'
 */

const variants = ['off', 'on']

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 100 },
  { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 }
]

/**
 * @param {number} seed
 * @param {ProfilerName[]} profilers
 */
function design(seed, ...profilers) {
  return makeDesign({ profilers, loads, seed, quick: false })
}

test('the same design gives the same plan, another seed gives another plan', () => {
  expect(fixedPlan(design(7), variants)).toEqual(fixedPlan(design(7), variants))
  const plans = Array.from({ length: 8 }, (_, seed) => JSON.stringify(fixedPlan(design(seed), variants)))
  expect(new Set(plans).size).toBeGreaterThan(1)
})

test('a round has one launch of each variant, each loaded by both generators', () => {
  for (const round of fixedPlan(design(1), variants)) {
    const [block, ...others] = round.blocks
    expect(others).toEqual([])
    expect(block?.launches.map(launch => launch.variant).sort()).toEqual(variants)
    for (const { id } of block?.launches ?? []) {
      const own = block?.slices.filter(({ launches: [only, ...others] }) => only === id && others.length === 0)
      const generators = own?.map(slice => slice.load.generator)
      expect(generators).toEqual(['autocannon', 'autocannon', 'autocannon', 'autocannon', 'artillery'])
    }
  }
})

test('shared-core slices of the deciding load come before the separate slices', () => {
  for (const { blocks } of fixedPlan(design(1), variants)) {
    const [first, ...others] = blocks[0]?.slices ?? []
    expect(first).toMatchObject({ load: loads[0], launches: blocks[0]?.launches.map(({ id }) => id) })
    expect(others.filter(slice => slice.launches.length > 1)).toHaveLength(3)
  }
  const inTurn = fixedPlan(fitToMachine(design(1), [0]), variants).flatMap(({ blocks }) => blocks[0]?.slices ?? [])
  expect(inTurn.filter(slice => slice.launches.length > 1)).toEqual([])
})

test('slices are interleaved as A B B A A B B A, and half of the rounds begin with B', () => {
  const orders = fixedPlan(design(3), variants).map(round =>
    round.blocks[0]?.slices
      .filter(slice => slice.load.mode === 'closed' && slice.launches.length === 1)
      .map(slice => slice.launches[0]?.split('-')[1])
      .join(' ')
  )
  expect(new Set(orders)).toEqual(new Set(['off on on off off on on off', 'on off off on on off off on']))
  expect(orders.filter(order => order?.startsWith('on'))).toHaveLength(orders.length / 2)
})

test('a profiler adds one block per variant, and leaves the unprofiled block as it is', () => {
  const unprofiled = nextRound(design(5), variants, { rounds: 0 })
  const profiled = nextRound(design(5, 'prof'), variants, { rounds: 0 })
  expect(profiled?.blocks.filter(block => block.launches[0]?.profiler === 'none')).toEqual(unprofiled?.blocks)
  const added = profiled?.blocks.filter(block => block.launches[0]?.profiler === 'prof') ?? []
  expect(added.map(block => block.launches.map(launch => launch.variant))).toEqual(
    expect.arrayContaining([['on'], ['off']])
  )
})

test('each profiler has its own launch of each variant, and plays batches only where it reports them', () => {
  const { blocks } = nextRound(design(5, 'prof', 'cdp'), variants, { rounds: 0 }) ?? { blocks: [] }
  const profiled = blocks.filter(block => block.launches[0]?.profiler !== 'none')
  expect(profiled.map(({ launches }) => launches.length)).toEqual([1, 1, 1, 1])
  const seen = profiled.map(({ launches, slices }) => {
    const generators = [...new Set(slices.map(slice => slice.load.generator))]
    return `${launches[0]?.variant} ${launches[0]?.profiler} ${generators}`
  })
  expect(seen.sort()).toEqual([
    'off cdp autocannon',
    'off prof autocannon,artillery',
    'on cdp autocannon',
    'on prof autocannon,artillery'
  ])
})

test('a quick run plays batches in its first round only, and profiles in its first two', () => {
  const rounds = fixedPlan(makeDesign({ profilers: ['prof'], loads, seed: 1, quick: true }), variants)
  expect(rounds.map(round => round.blocks.length)).toEqual([3, 3, 1])
  const batches = rounds.map(
    round => round.blocks.flatMap(block => block.slices.filter(slice => slice.load.mode === 'batch')).length
  )
  expect(batches).toEqual([4, 0, 0])
})

test('half of the rounds are profiled, from the first on', () => {
  expect(fixedPlan(design(1, 'prof'), variants).map(round => round.blocks.length)).toEqual([3, 3, 3, 3, 1, 1, 1, 1])
})

test('a quick run with batches only plays one in every round', () => {
  const rounds = fixedPlan(makeDesign({ profilers: [], loads: loads.slice(1), seed: 1, quick: true }), variants)
  expect(rounds.map(round => round.blocks[0]?.slices.length)).toEqual(Array(6).fill(2))
})

test('launch ids are unique in a run', () => {
  const ids = fixedPlan(design(5, 'prof'), variants).flatMap(round =>
    round.blocks.flatMap(block => block.launches.map(({ id }) => id))
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('there is no round after the last one', () => {
  expect(nextRound(design(1), variants, { rounds: design(1).rounds })).toBeNull()
})

test('a run with a goal of precision ends when it is reached, or when its time is over', () => {
  const until = makeDesign({ profilers: [], loads, seed: 1, quick: false, untilHalfWidth: 0.01, maxMs: 100_000 })
  const next = (/** @type {Known} */ known) => nextRound(until, variants, known)?.index ?? null
  expect(next({ rounds: 30, elapsedMs: 60_000, isPreciseEnough: false })).toBe(30)
  expect(next({ rounds: 30, elapsedMs: 60_000, isPreciseEnough: true })).toBeNull()
  expect(next({ rounds: 9, elapsedMs: 90_000 })).toBe(9)
  expect(next({ rounds: 9, elapsedMs: 90_001 })).toBeNull()
  expect(next({ rounds: MOST_ROUNDS })).toBeNull()
})

test('a run with a limit of time leaves out rounds that would end too late', () => {
  const short = makeDesign({ profilers: [], loads, seed: 1, quick: false, maxMs: 30_000 })
  expect(nextRound(short, variants, { rounds: 2, elapsedMs: 20_000 })).not.toBeNull()
  expect(nextRound(short, variants, { rounds: 2, elapsedMs: 21_000 })).toBeNull()
})

test('an open loop is played on unprofiled launches only', () => {
  const paced = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  const withPaced = makeDesign({ profilers: ['prof'], loads: [...loads, paced], seed: 1, quick: false })
  const blocks = fixedPlan(withPaced, variants).flatMap(round => round.blocks)
  for (const { launches, slices } of blocks) {
    const open = slices.filter(slice => slice.load.mode === 'open')
    expect(open.map(slice => slice.launches)).toEqual(
      launches[0]?.profiler === 'none' ? launches.map(({ id }) => [id]) : []
    )
  }
})

test('a batch that decides is played in every round', () => {
  const batch = makeDesign({
    profilers: [],
    loads: loads.slice(1),
    warmupLoad: loads[0],
    seed: 1,
    quick: true,
    untilHalfWidth: 0.01
  })
  const slices = nextRound(batch, variants, { rounds: 12 })?.blocks[0]?.slices ?? []
  expect(slices.map(slice => slice.load.mode)).toEqual(['batch', 'batch'])
})

test('a run with an open loop only measures the capacity once before it', () => {
  /** @type {Load} */
  const paced = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
  const openOnly = makeDesign({ profilers: [], loads: [paced], warmupLoad: loads[0], seed: 1, quick: true })
  const modes = fixedPlan(openOnly, variants).map(({ blocks }) => blocks[0]?.slices.map(slice => slice.load.mode))
  expect(modes[0]).toEqual(['closed', 'closed', 'closed', 'closed', 'open', 'open'])
  for (const later of modes.slice(1)) expect(later).toEqual(['open', 'open'])
})
