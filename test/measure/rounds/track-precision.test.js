import { expect, test } from '@jest/globals'
import { infoLog } from '../../../src/experiments/info.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { trackPrecision } from '../../../src/measure/rounds/track-precision.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { makeRounds } from '../../helpers/make-run.js'

/**
 * @param {number | undefined} untilHalfWidth
 * @param {number} scatter how much a round's ratio is off at most
 * @param {number} [costRatio]
 */
function roundsUntil(untilHalfWidth, scatter, costRatio = 1.1) {
  const random = seededRandom(3)
  const design = makeDesign({ profilers: [], loads: infoLog.loads, seed: 1, untilHalfWidth })
  const precision = trackPrecision(infoLog, design)
  for (let rounds = 1; rounds <= 60; rounds++) {
    const own = makeRounds({ rounds: 1, costRatio: costRatio * (1 + scatter * (2 * random() - 1)) })
    for (const slice of own) precision.add({ ...slice, round: rounds, launch: `${rounds}-${slice.variant}` })
    if (precision.isReached()) return rounds
  }
  return null
}

test('a goal is reached after eight rounds at the earliest', () => {
  expect(roundsUntil(0.01, 0)).toBe(8)
})

test('a larger spread takes more rounds, for a change in either direction', () => {
  const [few, many] = [roundsUntil(0.02, 0.05), roundsUntil(0.01, 0.05)]
  expect(few).toBeGreaterThanOrEqual(8)
  expect(many).toBeGreaterThan(2 * Number(few))
  expect(roundsUntil(0.02, 0.05, 1)).toBe(few)
})

test('without a goal it is never reached', () => {
  expect(roundsUntil(undefined, 0)).toBeNull()
})
