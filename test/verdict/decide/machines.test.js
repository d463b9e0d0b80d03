import { describe, expect, test } from '@jest/globals'
import { relativeChange } from '../../../src/stats/intervals.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { differing } from '../../../src/verdict/decide/machines.js'
import { pairsOf, samplesOf } from '../../../src/verdict/slices/launch-metrics.js'

const SIMULATIONS = 2000
const MACHINES = 4
const ROUNDS = 9
const TRUTH = Math.log(1.05)
/** Standard deviations of the log-ratio: of the rounds of a machine, and of machines. */
const SPREAD = { rounds: 0.02, machines: 0.008 }

const runs = simulations(SPREAD)

describe(`the interval of ${MACHINES} machines of ${ROUNDS} rounds, where machines differ by 0.8% and rounds by 2%`, () => {
  test('over machines contains the truth in at least 93% of runs', () => {
    expect(coverage(runs)).toBeGreaterThanOrEqual(0.93)
    expect(coverage(runs)).toBeLessThanOrEqual(0.965)
  })

  test('over launches that are pooled contains it in about 83%', () => {
    const pooled = runs.map(launches => launches.map(({ machine: _, ...launch }) => launch))
    expect(coverage(pooled)).toBeGreaterThan(0.8)
    expect(coverage(pooled)).toBeLessThan(0.86)
  })
})

test('of machines that do not differ, one is named in at most 5% of runs; one that is 10% off, nearly always', () => {
  const equal = simulations({ ...SPREAD, machines: 0 })
  expect(shareOf(equal, launches => namedIn(launches).length > 0)).toBeLessThanOrEqual(0.05)
  const off = equal.map(launches =>
    launches.map(launch => {
      const isOff = launch.machine === 3 && launch.variant === 'b'
      return isOff ? { ...launch, value: () => launch.value() * 1.1 } : launch
    })
  )
  expect(shareOf(off, launches => String(namedIn(launches)) === '3')).toBeGreaterThan(0.9)
})

test('the metric of a machine is the geometric mean of its launches that have it', () => {
  const launches = [
    { machine: 1, values: [2, 8] },
    { machine: 2, values: [5, null] },
    { machine: 3, values: [null, null] }
  ].flatMap(({ machine, values }) =>
    values.map((value, round) => ({ variant: 'a', round: 10 * machine + round, machine, value: () => value }))
  )
  const [first, ...others] = samplesOf(launches, 'cpuPerRequest')
  expect(first).toBeCloseTo(4, 12)
  expect(others).toEqual([5, null].map(value => value && expect.closeTo(value, 12)))
})

/** @param {typeof SPREAD} spread */
function simulations(spread) {
  const random = seededRandom(32)
  return Array.from({ length: SIMULATIONS }, () =>
    Array.from({ length: MACHINES }, (_, index) => index + 1).flatMap(machine => {
      const [speed, ratio] = [Math.exp(0.3 * normal()), TRUTH + spread.machines * normal()]
      return Array.from({ length: ROUNDS }, (_, place) => place).flatMap(place => {
        const round = machine * ROUNDS + place
        const [a, b] = [100 * speed, 100 * speed * Math.exp(ratio + spread.rounds * normal())]
        return [
          { variant: 'a', round, machine, value: () => a },
          { variant: 'b', round, machine, value: () => b }
        ]
      })
    })
  )

  function normal() {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  }
}

/** @typedef {{ variant: string, round: number, machine?: number, value: () => number }[]} Launches */

/** @param {Launches[]} all */
function coverage(all) {
  return shareOf(all, function isCovered(launches) {
    const change = changeOf(launches)
    return change !== null && Math.log1p(change.low) <= TRUTH && TRUTH <= Math.log1p(change.high)
  })
}

/** @param {Launches} launches @returns {number[]} machines */
function namedIn(launches) {
  const machines = Array.from({ length: MACHINES }, (_, index) => index + 1)
  const changes = machines.map(machine =>
    changeOf(launches.filter(launch => launch.machine === machine).map(({ machine: _, ...launch }) => launch))
  )
  return [...differing(changes)].map(place => machines[place] ?? 0)
}

/** @param {Launches} launches */
function changeOf(launches) {
  return relativeChange(pairsOf(launches, 'cpuPerRequest', onePair('b', 'a')))
}

/** @template Run @param {Run[]} all @param {(run: Run) => boolean} is */
function shareOf(all, is) {
  return all.filter(is).length / all.length
}
