import { describe, expect, test } from '@jest/globals'
import { fitToMachine, makeDesign } from '../../../src/measure/rounds/design.js'
import { estimateCollectMs, estimateRoundMs } from '../../../src/measure/rounds/estimate-duration.js'
import { fixedPlan, nextRound, roundsBeyondTime } from '../../../src/measure/rounds/plan.js'
import { presetOf } from '../../../src/measure/rounds/presets.js'
import { MOST_ROUNDS } from '../../../src/stats/detectable-effect.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { Known } from '../../../src/measure/rounds/plan.js' */
/** @import { Block, Design, Round } from '../../../src/measure/types.js' */
/** @import { ProfilerName } from '../../../src/profile/types.js' */

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
  return makeDesign({ profilers, loads, seed })
}

test('the same design gives the same plan, another seed gives another plan', () => {
  expect(fixedPlan(design(7), variants)).toEqual(fixedPlan(design(7), variants))
  const plans = Array.from({ length: 8 }, (_, seed) => JSON.stringify(fixedPlan(design(seed), variants)))
  expect(new Set(plans).size).toBeGreaterThan(1)
})

/** @param {Block | undefined} block */
function generatorsOf(block) {
  return [...new Set(block?.slices.map(slice => slice.load.generator))]
}

/** @param {Round} round */
function placesOf({ blocks }) {
  return blocks[0]?.slices.map(({ launches: [first, ...others] }) =>
    others.length > 0 ? 'both' : first?.split('-')[1]
  )
}

test('the rounds of the verdict come first, each with one launch of every variant, loaded together and then in turn', () => {
  const rounds = fixedPlan(design(1, 'prof'), variants)
  expect(rounds.map(({ stage }) => stage)).toEqual([...Array(9).fill('verdict'), ...Array(4).fill('detail')])
  for (const [place, round] of rounds.slice(0, 9).entries()) {
    const [block, ...others] = round.blocks
    expect(others).toEqual([])
    expect(block?.launches.map(launch => launch.variant).sort()).toEqual(variants)
    const [first, second] = block?.launches.map(({ variant }) => variant) ?? []
    const separate = [first, second]
    const warming = [...(place === 0 ? [first, second] : []), 'both']
    const compared = [...Array(5).fill('both'), ...separate]
    const length = warming.length + compared.length
    expect(placesOf(round)?.slice(0, length)).toEqual([...warming, ...compared])
    const areWarming = block?.slices.map(({ isWarmUp = false }) => isWarmUp)
    expect(areWarming).toEqual(areWarming?.map((_, index) => index < warming.length))
    const closed = ['autocannon', 'sockets']
    expect(generatorsOf(block)).toEqual([
      ...(place === 0 ? closed.toReversed() : closed),
      ...(place < 6 ? ['artillery'] : [])
    ])
    expect(placesOf(round)?.slice(length)).toEqual(place < 6 ? [first, second, first, second] : [])
  }
})

test('a run without profilers has no detail rounds, and each load has six launches of a variant', () => {
  const rounds = fixedPlan(design(1), variants)
  expect(rounds.map(({ stage }) => stage)).toEqual(Array(9).fill('verdict'))
  for (const generator of ['autocannon', 'artillery']) {
    const playing = rounds.filter(({ blocks }) =>
      blocks[0]?.slices.some(({ load, launches }) => load.generator === generator && launches.length === 1)
    )
    expect(playing).toHaveLength(6)
  }
})

test('what servers keep is measured on eight launches, in rounds that play the loads', () => {
  const kept = (/** @type {Round[]} */ rounds) => rounds.filter(({ blocks }) => blocks[0]?.measuresKept).length
  expect(kept(fixedPlan(design(1), variants))).toBe(4)
  expect(
    kept(fixedPlan(makeDesign({ profilers: [], loads, seed: 1, preset: presetOf({ only: 'verdict' }) }), variants))
  ).toBe(0)
})

test('a run of the verdict alone has no detail rounds', () => {
  const verdict = makeDesign({ profilers: ['prof'], loads, seed: 1, preset: presetOf({ only: 'verdict' }) })
  expect(fixedPlan(verdict, variants).map(({ stage }) => stage)).toEqual(Array(9).fill('verdict'))
})

test('where processes cannot be kept to a core, the verdict is by separate slices of the deciding load', () => {
  const rounds = fixedPlan(fitToMachine(design(1), [0]), variants)
  expect(rounds.flatMap(({ blocks }) => blocks[0]?.slices ?? []).every(({ launches }) => launches.length === 1)).toBe(
    true
  )
  expect(rounds.at(-1)?.blocks[0]?.slices.filter(({ load }) => load.generator === 'autocannon')).toHaveLength(8)
})

test('slices are interleaved as A B B A, and half of the rounds of each stage begin with B', () => {
  const eight = { ...fitToMachine(design(3, 'cdp'), [0]), rounds: 8 }
  const rounds = fixedPlan({ ...eight, loadRounds: { unprofiled: 0, profiled: 0 } }, variants)
  for (const [stage, load, expected] of /** @type {const} */ ([
    ['verdict', 'autocannon', ['off on on off off on on off', 'on off off on on off off on']],
    ['detail', 'sockets', ['off on on off off on', 'on off off on on off']]
  ])) {
    const orders = rounds.filter(round => round.stage === stage).map(round => orderOf(round, load))
    expect(new Set(orders)).toEqual(new Set(expected))
    expect(orders.filter(order => order.startsWith('on'))).toHaveLength(orders.length / 2)
  }

  /** @param {Round} round @param {string} generator */
  function orderOf({ blocks }, generator) {
    const slices = blocks[0]?.slices.filter(({ load }) => load.generator === generator) ?? []
    return slices.map(({ launches }) => launches[0]?.split('-')[1]).join(' ')
  }
})

test('servers that the load does not keep busy are compared at one rate, and in turn under the load itself or an open loop', () => {
  const { blocks } = nextRound(design(1), variants, { rounds: 7, isServerLimit: false }) ?? { blocks: [] }
  const [shared, alone] = [true, false].map(isShared =>
    blocks[0]?.slices.filter(({ launches }) => launches.length > 1 === isShared)
  )
  expect(shared?.map(({ load }) => load)).toEqual(
    Array(4).fill({ generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 })
  )
  expect(alone?.map(({ load }) => load.generator)).toEqual([
    ...Array(2).fill('sockets'),
    ...Array(8).fill('autocannon')
  ])
})

test('servers that the usual load leaves idle are loaded at a fixed rate in every round, where the run has such a load', () => {
  const paced = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  for (const preset of [presetOf({}), presetOf({ only: 'verdict' })])
    for (const round of [1, 8]) {
      const own = makeDesign({ profilers: [], loads: [...loads, paced], seed: 1, preset })
      const slices = nextRound(own, variants, { rounds: round, isServerLimit: false })?.blocks[0]?.slices ?? []
      const alone = slices.filter(({ load, launches }) => load === paced && launches.length === 1)
      expect(alone.map(({ launches: [first] }) => first?.split('-')[1]).sort()).toEqual(variants)
    }
})

test('each profiler has its own launch of each variant in every detail round', () => {
  const [first, , second] = fixedPlan(design(5, 'prof', 'heap'), variants).filter(({ stage }) => stage === 'detail')
  expect(seenIn(first)).toEqual(['off heap,on heap sockets', 'off prof,on prof sockets,autocannon,artillery'])
  expect(seenIn(second)).toEqual(['off heap,on heap sockets', 'off prof,on prof sockets'])

  /** @param {Round | undefined} round */
  function seenIn(round) {
    const seen = round?.blocks.map(block => {
      const up = block.launches.map(({ variant, profiler }) => `${variant} ${profiler}`).sort()
      return `${up} ${generatorsOf(block)}`
    })
    return seen?.sort()
  }
})

test('a quick run has rounds enough to decide and two detail rounds, and plays batches in a few rounds', () => {
  const rounds = fixedPlan(
    makeDesign({ profilers: ['prof'], loads, seed: 1, preset: presetOf({ short: true }) }),
    variants
  )
  expect(rounds.map(({ stage }) => stage)).toEqual([...Array(6).fill('verdict'), ...Array(2).fill('detail')])
  const batches = rounds.map(
    round => round.blocks.flatMap(block => block.slices.filter(slice => slice.load.mode === 'batch')).length
  )
  expect(batches).toEqual([2, 2, 0, 0, 0, 0, 2, 0])
})

test('a quick run with batches only plays one in every round of the verdict', () => {
  const design = makeDesign({
    profilers: [],
    loads: loads.slice(1),
    seed: 1,
    preset: presetOf({ short: true, only: 'verdict' })
  })
  expect(fixedPlan(design, variants).map(round => round.blocks[0]?.slices.length)).toEqual(Array(6).fill(2))
})

test('launch ids are unique in a run', () => {
  const ids = fixedPlan(design(5, 'prof'), variants).flatMap(round =>
    round.blocks.flatMap(block => block.launches.map(({ id }) => id))
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('there is no round after the last one', () => {
  const { rounds, detailRounds } = design(1)
  expect(nextRound(design(1), variants, { rounds: rounds + detailRounds })).toBeNull()
})

test('a verdict with a goal of precision ends when it is reached, or when its share of the time is over', () => {
  const until = makeDesign({ profilers: ['cdp'], loads, seed: 1, untilHalfWidth: 0.01, maxMs: 100_000 })
  expect(stageAfter({ rounds: 20, verdictRounds: 20, elapsedMs: 40_000, isPreciseEnough: false })).toBe('verdict')
  expect(stageAfter({ rounds: 20, verdictRounds: 20, elapsedMs: 40_000, isPreciseEnough: true })).toBe('detail')
  expect(stageAfter({ rounds: 20, verdictRounds: 20, elapsedMs: 60_000 })).toBe('detail')
  expect(stageAfter({ rounds: 22, verdictRounds: 20, elapsedMs: 99_000 })).toBeUndefined()
  expect(stageAfter({ rounds: MOST_ROUNDS, verdictRounds: MOST_ROUNDS })).toBe('detail')
  expect(stageAfter({ rounds: 24, verdictRounds: 20, elapsedMs: 70_000 })).toBeUndefined()

  /** @param {Known} known */
  function stageAfter(known) {
    return nextRound(until, variants, known)?.stage
  }
})

test('a run with a limit of time leaves out rounds that would end too late', () => {
  const short = makeDesign({ profilers: [], loads, seed: 1, preset: presetOf({ only: 'verdict' }), maxMs: 30_000 })
  expect(nextRound(short, variants, { rounds: 2, elapsedMs: 15_000 })).not.toBeNull()
  expect(nextRound(short, variants, { rounds: 2, elapsedMs: 18_000 })).toBeNull()
})

test('a verdict that took all the time leaves two rounds for blame, so that a cost has an interval', () => {
  const limited = makeDesign({ profilers: ['prof'], loads, seed: 1, maxMs: 60_000 })
  const stages = [6, 7, 8].map(
    rounds => nextRound(limited, variants, { rounds, verdictRounds: 6, isVerdictOver: true, elapsedMs: 90_000 })?.stage
  )
  expect(stages).toEqual(['detail', 'detail', undefined])
})

test('an open loop is played on unprofiled launches only', () => {
  const paced = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  const withPaced = makeDesign({ profilers: ['prof'], loads: [...loads, paced], seed: 1 })
  for (const { index, blocks } of fixedPlan(withPaced, variants))
    for (const { launches, slices } of blocks) {
      const open = slices.filter(({ load, isWarmUp }) => load.mode === 'open' && !isWarmUp)
      const isPlayed = launches[0]?.profiler === 'none' && index < 6
      expect(open.map(slice => slice.launches)).toEqual(isPlayed ? launches.map(({ id }) => [id]) : [])
    }
})

test('in the first round an open loop is played once on every launch before it counts, so that its generator is warm', () => {
  const paced = /** @type {const} */ ({ generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 })
  const four = ['off', 'log', 'gzip', 'both']
  const toggled = makeDesign({ profilers: [], loads: [...loads, paced], seed: 1, profiledVariants: four.slice(0, 3) })
  const [first, ...others] = fixedPlan(toggled, four).map(({ blocks }) => blocks.flatMap(({ slices }) => slices))
  const open = (first ?? []).filter(({ load }) => load === paced)
  expect(open.map(({ isWarmUp = false }) => isWarmUp)).toEqual([...Array(4).fill(true), ...Array(4).fill(false)])
  expect(open.slice(0, 4).map(({ launches }) => launches)).toEqual(open.slice(4).map(({ launches }) => launches))
  for (const slices of others) expect(slices.filter(({ load, isWarmUp }) => load === paced && isWarmUp)).toEqual([])
})

test('a run with an open loop only measures the capacity once before it', () => {
  /** @type {Load} */
  const paced = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
  const openOnly = makeDesign({
    profilers: [],
    loads: [paced],
    seed: 1,
    preset: presetOf({ short: true, only: 'verdict' })
  })
  const modes = fixedPlan(openOnly, variants).map(({ blocks }) => blocks[0]?.slices.map(slice => slice.load.mode))
  expect(modes[0]).toEqual(['closed', 'closed', 'closed', 'closed', 'open', 'open', 'open', 'open'])
  for (const later of modes.slice(1)) expect(later).toEqual(['open', 'open'])
})

test('a cold run plays the first requests of new servers only, the same number for all', () => {
  const cold = makeDesign({ profilers: [], loads, seed: 1, preset: presetOf({ cold: true }) })
  const rounds = fixedPlan(cold, variants)
  expect(rounds).toHaveLength(20)
  for (const { stage, blocks } of rounds) {
    expect(stage).toBe('verdict')
    const [block] = blocks
    expect(block?.slices).toEqual([
      {
        launches: block?.launches.map(({ id }) => id),
        load: { generator: 'sockets', mode: 'closed', connections: 100 },
        durationMs: 10_000,
        requests: 500
      }
    ])
  }
})

describe('with toggles', () => {
  const four = ['off', 'log', 'gzip', 'both']
  const toggled = makeDesign({
    profilers: ['prof', 'cdp'],
    loads,
    seed: 1,
    profiledVariants: ['off', 'log', 'gzip']
  })
  const rounds = fixedPlan(toggled, four)

  test('each verdict round has all variants, loaded together and in turn', () => {
    const verdicts = rounds.filter(({ stage }) => stage === 'verdict')
    expect(verdicts).toHaveLength(6)
    for (const { blocks } of verdicts) {
      expect(blocks[0]?.launches.map(({ variant }) => variant).sort()).toEqual([...four].sort())
      const shared = blocks[0]?.slices.filter(({ launches }) => launches.length === 4) ?? []
      expect(shared.map(({ isWarmUp = false }) => isWarmUp)).toEqual([true, true, false, false, false])
    }
  })

  test('detail rounds profile the variants that blame compares, and no others', () => {
    const blocks = rounds.filter(({ stage }) => stage === 'detail').flatMap(round => round.blocks)
    for (const { launches } of blocks)
      expect(launches.map(({ variant }) => variant).sort()).toEqual(['gzip', 'log', 'off'])
    expect(new Set(blocks.map(({ launches }) => launches[0]?.profiler))).toEqual(new Set(['prof', 'cdp']))
  })

  test('all of it is planned for less than five minutes', () => {
    const ms = rounds.map(round => estimateRoundMs(round, toggled) + estimateCollectMs(round))
    expect(ms.reduce((sum, each) => sum + each, 0)).toBeLessThan(300_000)
  })
})

test('a machine that is slower or faster than planned plays fewer or more rounds in a limit of time', () => {
  const limited = makeDesign({ profilers: [], loads, seed: 1, rounds: 40, maxMs: 100_000 })
  const planned = { rounds: 7, elapsedMs: 90_000 }
  const nextMs = estimateRoundMs(/** @type {Round} */ (nextRound(limited, variants, { rounds: 7 })), limited)
  expect(nextMs).toBeGreaterThan(10_000)
  expect(nextRound(limited, variants, planned)).toBeNull()
  expect(nextRound(limited, variants, { ...planned, tookPerPlanned: 10_000 / nextMs })?.index).toBe(7)
  const early = { rounds: 7, elapsedMs: 100_000 - nextMs }
  expect(nextRound(limited, variants, early)?.index).toBe(7)
  expect(nextRound(limited, variants, { ...early, tookPerPlanned: 1.01 })).toBeNull()
})

describe('a time that does not hold six rounds of warm servers', () => {
  /** @type {(maxMs: number | undefined, preset?: Parameters<typeof presetOf>[0], rounds?: number) => Design} */
  function limited(maxMs, preset = {}, rounds) {
    return makeDesign({ profilers: ['prof'], loads, seed: 1, preset: presetOf(preset), maxMs, rounds })
  }

  /** @param {number} maxMs */
  function verdictRoundsIn(maxMs) {
    return fixedPlan(limited(maxMs), variants).filter(({ stage }) => stage === 'verdict').length
  }

  test('has the shortest time that does', () => {
    const { rounds, neededMs = 0 } = roundsBeyondTime(limited(30_000), variants) ?? {}
    expect(rounds).toBe(6)
    expect(verdictRoundsIn(30_000)).toBeLessThan(6)
    expect(verdictRoundsIn(neededMs - 1)).toBe(5)
    expect(verdictRoundsIn(neededMs)).toBe(6)
    expect(roundsBeyondTime(limited(neededMs), variants)).toBeNull()
  })

  test('is none where fewer rounds are asked for, and fit', () => {
    expect(roundsBeyondTime(limited(60_000, {}, 2), variants)).toBeNull()
    expect(roundsBeyondTime(limited(10_000, {}, 2), variants)).toMatchObject({ rounds: 2 })
  })

  test('is none without a limit, and for cold servers', () => {
    expect(roundsBeyondTime(limited(undefined), variants)).toBeNull()
    for (const cold of [{ quick: true }, { short: true }, { cold: true }])
      expect(roundsBeyondTime(limited(2000, cold), variants)).toBeNull()
  })
})

describe('a profile of one server', () => {
  const ofOne = (/** @type {object} */ more) =>
    makeDesign({ profilers: ['prof', 'cdp'], loads, seed: 1, isProfile: true, ...more })

  test('has as many launches without a profiler as with each, all loaded alone', () => {
    const rounds = fixedPlan(ofOne({}), ['only'])
    expect(rounds.map(({ stage }) => stage)).toEqual([...Array(4).fill('verdict'), ...Array(4).fill('detail')])
    for (const { blocks } of rounds)
      for (const { slices } of blocks) for (const { launches } of slices) expect(launches).toHaveLength(1)
    expect(generatorsOf(rounds[0]?.blocks[0])).toEqual(['sockets', 'autocannon', 'artillery'])
    expect(rounds[4]?.blocks.map(({ launches }) => launches[0]?.profiler)).toEqual(['prof', 'cdp'])
  })

  test('does not end early, and needs no equal rate where the load leaves it idle', () => {
    const design = ofOne({})
    expect(design.endsWhenClear).toBeUndefined()
    const idle = nextRound(design, ['only'], { rounds: 1, isServerLimit: false })
    expect(idle).toEqual(nextRound(design, ['only'], { rounds: 1 }))
  })

  test('leaves time for profilers where that is limited', () => {
    const rounds = fixedPlan(ofOne({ maxMs: 60_000 }), ['only'])
    expect(rounds.some(({ stage }) => stage === 'detail')).toBe(true)
  })

  test.each([
    [{ rounds: 6 }, 6, 4],
    [{ rounds: 1 }, 1, 1],
    [{ preset: presetOf({ short: true }) }, 2, 2]
  ])('with %j has %i launches without a profiler and %i with each', (more, rounds, detailRounds) => {
    expect(ofOne(more)).toMatchObject({ rounds, detailRounds })
  })
})
