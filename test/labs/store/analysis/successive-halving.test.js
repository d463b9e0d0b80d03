import { expect, test } from '@jest/globals'
import { rankCandidates, winnerOf } from '../../../../src/labs/store/analysis/pool-search.js'
import { halvingStages } from '../../../../src/labs/store/measure/plan.js'
import { seededRandom } from '../../../../src/stats/seeded-random.js'

/** @import { Trial } from '../../../../src/labs/store/analysis/pool-search.js' */

const NOISE = 0.05
const SEARCHES = 200

test('every stage has half of the candidates and twice the rounds', () => {
  expect(halvingStages(16, 2)).toEqual([
    { candidates: 16, rounds: 2 },
    { candidates: 8, rounds: 4 },
    { candidates: 4, rounds: 8 },
    { candidates: 2, rounds: 16 }
  ])
  expect(halvingStages(5, 1).map(({ candidates }) => candidates)).toEqual([5, 3, 2])
  expect(halvingStages(1, 3)).toEqual([{ candidates: 1, rounds: 3 }])
})

test('what disturbs a whole round disturbs no comparison', () => {
  const trials = [0, 1, 2].flatMap(round => [
    { candidate: 'a', round, value: 10 ** round },
    { candidate: 'b', round, value: 1.1 * 10 ** round }
  ])
  expect(rankCandidates(trials)).toEqual(['a', 'b'])
  const winner = winnerOf(trials)
  expect(winner?.name).toBe('a')
  expect(winner?.others[0]?.relative).toBeCloseTo(0.1, 9)
})

test('finds the best of a simulated grid, 15% better than the next ones, with noise of 5%', () => {
  const random = seededRandom(3)
  const grid = new Map(Array.from({ length: 16 }, (_, index) => [`c${index}`, index === 11 ? 100 : 115 + index]))
  const winners = Array.from({ length: SEARCHES }, () => search(grid, random))
  const right = winners.filter(winner => winner?.name === 'c11')
  expect(right.length / SEARCHES).toBeGreaterThan(0.97)
  // The last stage shows it significantly.
  expect(right.filter(winner => (winner?.others[0]?.low ?? 0) > 0).length / right.length).toBeGreaterThan(0.95)
})

test('of two equal candidates the winner is not significantly better in about 95% of searches', () => {
  const random = seededRandom(4)
  const grid = new Map([...Array(6)].map((_, index) => [`c${index}`, index < 2 ? 100 : 150]))
  const winners = Array.from({ length: SEARCHES }, () => search(grid, random))
  const significant = winners.filter(winner => (winner?.others[0]?.low ?? 0) > 0)
  expect(significant.length / SEARCHES).toBeLessThan(0.09)
})

test('without a trial there is no winner, with one round no interval', () => {
  expect(winnerOf([])).toBeNull()
  expect(
    winnerOf([
      { candidate: 'a', round: 0, value: 2 },
      { candidate: 'b', round: 0, value: 3 }
    ])
  ).toEqual({ name: 'a', others: [{ candidate: 'b', relative: 0.5, low: null, high: null }] })
})

/**
 * Searches a grid of known values with noise, each round shifted as a whole.
 * @param {Map<string, number>} grid
 * @param {() => number} random
 */
function search(grid, random) {
  let candidates = [...grid.keys()]
  /** @type {Trial[]} */
  let trials = []
  for (const stage of halvingStages(grid.size, 2)) {
    candidates = candidates.slice(0, stage.candidates)
    trials = Array.from({ length: stage.rounds }, (_, round) => {
      const shift = Math.exp(0.3 * normal(random))
      return candidates.map(candidate => ({
        candidate,
        round,
        value: (grid.get(candidate) ?? 0) * shift * Math.exp(NOISE * normal(random))
      }))
    }).flat()
    candidates = rankCandidates(trials)
  }
  return winnerOf(trials)
}

/** Returns a standard normal number (Box and Muller). @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
