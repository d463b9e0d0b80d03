import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { profiledOf } from './flame-of.js'
import { makeLaunch } from './make-trees.js'

/** @import { UnprofiledThreads } from '../../src/blame/other-threads.js' */
/** @import { ProfilerName } from '../../src/profile/types.js' */
/** @import { Stacks } from './make-trees.js' */

/** Of 100 µs, so that CPU time and sampled time agree. */
export const completed = 20_000

/** A server of which half is the app, in 2,000 samples of a millisecond. @type {Stacks} */
export const usual = {
  'node:http:onRequest': 200,
  'node:http:onRequest > express/handle': 200,
  'node:http:onRequest > express/handle > app:answer': 600,
  'node:http:onRequest > express/handle > app:answer > node:process:memoryUsage > native:memoryUsage': 300,
  'node:http:onRequest > express/handle > app:answer > express/json > node:net:end > native:writev': 400,
  'native:(program)': 100,
  gc: 200
}

/**
 * Four rounds of both variants, with the variance of counts.
 * @param {Stacks} more of the candidate
 * @param {object} [changes]
 * @param {ProfilerName[]} [changes.profilers]
 * @param {number} [changes.poolMicros] of the candidate
 * @param {number} [changes.seed]
 * @param {number} [changes.rounds]
 * @param {Stacks} [changes.off] more of the baseline
 * @param {number} [changes.launchSd] relative standard deviation of what whole launches cost
 * @param {UnprofiledThreads} [changes.threads]
 * @param {RegExp[]} [changes.same] native code whose calls are the same in both variants
 */
export function blame(
  more,
  { profilers = ['prof'], poolMicros = 10, seed = 1, rounds = 4, launchSd = 0, off = {}, threads = {}, same = [] } = {}
) {
  const random = seededRandom(seed)
  const launches = profilers.flatMap(profiler =>
    Array.from({ length: rounds }, (_, round) => round).flatMap(round => [
      launchOf('off', round, profiler, { ...usual, ...off }),
      launchOf('on', round, profiler, { ...usual, ...more })
    ])
  )
  const [found] = blamesOn(launches, { threads, same })
  if (!found) throw new Error('no blame')
  return found

  function luck() {
    return 1 + launchSd * normal(random)
  }

  /** @type {(variant: string, round: number, profiler: ProfilerName, stacks: Stacks) => ReturnType<typeof makeLaunch>} */
  function launchOf(variant, round, profiler, stacks) {
    const samples = Object.values(stacks).reduce((sum, count) => sum + count, 0)
    return makeLaunch({
      variant,
      round,
      profiler,
      completed,
      poolMicros: variant === 'on' ? poolMicros : 10,
      mainMicros: (samples / 20) * luck(),
      stacks: scattered(stacks, random)
    })
  }
}

/** @param {ReturnType<typeof makeLaunch>[]} launches of `off` and `on` @param {{ threads?: UnprofiledThreads, same?: RegExp[] }} [unprofiled] */
export function blamesOn(launches, unprofiled) {
  return locatedBlames('on', 'off', evidenceOf(profiledOf(launches), 'off', ['on']), unprofiled)
}

/**
 * @param {Stacks} stacks
 * @param {() => number} random
 * @returns {Stacks} each count with a standard deviation of its root
 */
function scattered(stacks, random) {
  return Object.fromEntries(
    Object.entries(stacks).map(([stack, count]) => [
      stack,
      Math.max(0, Math.round(count + Math.sqrt(count) * normal(random)))
    ])
  )
}

/** @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export const burn = { 'node:http:onRequest > express/handle > app:answer > app:burn': 100 }
