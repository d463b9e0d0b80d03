import { expect, test } from '@jest/globals'
import { infoLog } from '../../../src/experiments/info.js'
import { withAllocations, withWaits } from '../../../src/measure/rounds/added-profilers.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { estimateRoundMs } from '../../../src/measure/rounds/estimate-duration.js'
import { fixedPlan, nextRound } from '../../../src/measure/rounds/plan.js'
import { presetOf } from '../../../src/measure/rounds/presets.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { Design } from '../../../src/measure/types.js' */
/** @import { ProfilerName } from '../../../src/profile/types.js' */

/** @type {Load} */
const closed = { generator: 'autocannon', mode: 'closed', connections: 100 }
const names = ['log=off', 'log=sync']

/** @param {ProfilerName[]} profilers @param {Partial<Parameters<typeof makeDesign>[0]>} [changes] */
function design(profilers, changes = {}) {
  return makeDesign({ profilers, loads: [closed], seed: 1, ...changes })
}

/**
 * Returns six rounds in which a request of the candidate costs 20 µs more, `collector` of them for garbage.
 * @param {Design} own @param {(round: number) => number} collector µs of the candidate
 */
function rounds({ detailLoad }, collector) {
  return Array.from({ length: 6 }, (_, round) => round).flatMap(round =>
    names.map(function slice(variant, place) {
      const { server, ...usual } = makeSlice({ load: detailLoad, round, launch: `${round}-${variant}`, variant })
      const micros = usual.completed * (place === 0 ? 0 : collector(round))
      const cpuMicros = server.cpuMicros + place * 20 * usual.completed
      return { ...usual, server: { ...server, cpuMicros, gcPauseMicros: server.gcPauseMicros + micros } }
    })
  )
}

/** @param {Design} planned */
function launchesUnderHeap(planned) {
  const found = fixedPlan(planned, names).map(({ blocks }) =>
    blocks.flatMap(({ launches }) => launches.filter(({ profiler }) => profiler === 'heap'))
  )
  return found.map(launches => launches.map(({ variant }) => variant).sort())
}

const usual = design(['prof', 'cdp'])

test('a collector that costs a part of the difference is sampled in two rounds after all others', () => {
  const planned = withAllocations(
    usual,
    infoLog,
    rounds(usual, round => 5 + 0.1 * round)
  )
  expect(planned.profilers.slice(0, 2)).toEqual(usual.profilers)
  expect(launchesUnderHeap(planned)).toEqual([...Array(13).fill([]), names, names])
  expect(fixedPlan(planned, names).slice(0, 13)).toEqual(fixedPlan(usual, names))
})

test.each([
  ['its interval includes zero', (/** @type {number} */ round) => (round % 2 === 0 ? 12 : -10)],
  ['it is less than a twentieth of the difference', (/** @type {number} */ round) => 0.8 + 0.01 * round],
  ['it goes against the difference', (/** @type {number} */ round) => -4 - 0.01 * round]
])('nothing is added where %s', (_, collector) => {
  expect(withAllocations(usual, infoLog, rounds(usual, collector))).toBe(usual)
})

test.each([
  ['without blame of CPU', design(['clinic-doctor'])],
  ['where heap was asked for', design(['prof', 'heap'])],
  ['in a short run', design(['prof'], { preset: presetOf({ short: true }) })]
])('nothing is added %s', (_, own) => {
  expect(
    withAllocations(
      own,
      infoLog,
      rounds(own, round => 5 + 0.1 * round)
    )
  ).toBe(own)
})

test('a limit of time takes the added rounds first', () => {
  const limited = withAllocations(
    { ...usual, maxMs: 150_000 },
    infoLog,
    rounds(usual, round => 5 + 0.1 * round)
  )
  const plan = fixedPlan(limited, names)
  expect(plan.length).toBeLessThan(15)
  expect(plan).toEqual(fixedPlan({ ...usual, maxMs: 150_000 }, names).slice(0, plan.length))
})

test('servers that leave half a core idle get launches that follow requests, at a constant rate and before all others', () => {
  const planned = withWaits(usual, infoLog, [], false)
  expect(planned.profilers.map(({ name }) => name)).toEqual(['waits', 'prof', 'cdp'])
  const followed = fixedPlan(planned, names)
    .flatMap(({ blocks }) => blocks)
    .filter(({ launches }) => launches.some(({ profiler }) => profiler === 'waits'))
  expect(followed.map(({ launches }) => launches.map(({ variant }) => variant).sort())).toEqual(
    Array(usual.detailRounds).fill(names)
  )
  for (const { load } of followed.flatMap(({ slices }) => slices)) expect(load).toMatchObject({ mode: 'open' })
})

test('followed slices of slow servers last longer in the plan too, where the time of the run holds the rounds that are needed', () => {
  const planned = design(['waits'])
  const [usualMs = 0, slowMs = 0] = [undefined, () => 10].map(rateAt => roundMs(planned, { rateAt }))
  expect(slowMs).toBe(usualMs + 2 * 7 * planned.openMs)
  const within = { ...planned, maxMs: 2 * slowMs }
  expect(roundMs(within, { rateAt: () => 10 })).toBe(slowMs)
  expect(roundMs(within, { rateAt: () => 10, elapsedMs: 1 })).toBe(usualMs)
  expect(roundMs(within, { rateAt: () => 1000, elapsedMs: 1 })).toBe(usualMs)

  /** @param {Design} own @param {{ rateAt?: () => number, elapsedMs?: number }} known */
  function roundMs(own, known) {
    const round = nextRound(own, names, { rounds: 9, verdictRounds: 9, isVerdictOver: true, ...known })
    return round ? estimateRoundMs(round, own) : 0
  }
})

test.each([
  ['the load keeps the servers busy', usual, true],
  ['a run is short', design(['prof', 'cdp'], { preset: presetOf({ short: true }) }), false],
  ['no profiler is asked for', design([]), false],
  ['it is asked for', design(['waits']), false]
])('none are added where %s', (_what, own, isServerLimit) => {
  expect(withWaits(own, infoLog, [], isServerLimit)).toBe(own)
})

/** Returns six rounds in which both variants cost the same CPU, and the candidate serves less. @param {number} served of 1,000 requests */
function servedRounds(served) {
  return Array.from({ length: 6 }, (_, round) => round).flatMap(round =>
    names.flatMap(function slices(variant, place) {
      const swing = 1 + 0.001 * (round % 2)
      const completed = Math.round((place === 0 ? 1000 : served) * swing)
      const own = { round, launch: `${round}-${variant}`, variant, completed, cpuMicros: 100 * completed * swing }
      return [
        makeSlice({ ...own, load: usual.loads[0], beside: ['another'] }),
        makeSlice({ ...own, load: usual.loads[0], index: 1 })
      ]
    })
  )
}

test('busy servers of which one serves less at the same CPU per request get them too', () => {
  expect(withWaits(usual, infoLog, servedRounds(800), true).profilers.map(({ name }) => name)).toContain('waits')
  expect(withWaits(usual, infoLog, servedRounds(1000), true)).toBe(usual)
})
