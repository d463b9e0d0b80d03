import { performance } from 'node:perf_hooks'

const WARM_UP_CALLS = 2000
const WARM_UP_ITERATIONS = 100
const TRIALS = 41
const TRIAL_ITERATIONS = 20_000

/** Each call's outcome is the next call's input, so that no call can be optimised away. */
const state = { v0: 0x6c79_6765, v1: 0x7465_6462, v2: 1, v3: 2 }

/**
 * Burns CPU with the compression function of HalfSipHash-2 (https://eprint.iacr.org/2012/351). Each step needs the
 * result of the step before, so that no step can be skipped or done in parallel.
 * @param {number} iterations
 */
export function burn(iterations) {
  let { v0, v1, v2, v3 } = state
  for (let word = 0; word < iterations; word++) {
    v3 ^= word
    v0 = (v0 + v1) | 0
    v1 = (v1 << 5) | (v1 >>> 27)
    v1 ^= v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = (v3 << 8) | (v3 >>> 24)
    v3 ^= v2
    v0 = (v0 + v3) | 0
    v3 = (v3 << 7) | (v3 >>> 25)
    v3 ^= v0
    v2 = (v2 + v1) | 0
    v1 = (v1 << 13) | (v1 >>> 19)
    v1 ^= v2
    v2 = (v2 << 16) | (v2 >>> 16)
    v0 = (v0 + v1) | 0
    v1 = (v1 << 5) | (v1 >>> 27)
    v1 ^= v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = (v3 << 8) | (v3 >>> 24)
    v3 ^= v2
    v0 = (v0 + v3) | 0
    v3 = (v3 << 7) | (v3 >>> 25)
    v3 ^= v0
    v2 = (v2 + v1) | 0
    v1 = (v1 << 13) | (v1 >>> 19)
    v1 ^= v2
    v2 = (v2 << 16) | (v2 >>> 16)
    v0 ^= word
  }
  Object.assign(state, { v0, v1, v2, v3 })
}

/**
 * Returns how many iterations take so many microseconds, timed in this process after V8 has optimised the function.
 * @param {number} micros
 */
export function iterationsFor(micros) {
  for (let call = 0; call < WARM_UP_CALLS; call++) burn(WARM_UP_ITERATIONS)
  const trialMicros = Array.from({ length: TRIALS }, timeTrial).sort((a, b) => a - b)
  return Math.round((micros * TRIAL_ITERATIONS) / /** @type {number} */ (trialMicros[TRIALS >> 1]))
}

function timeTrial() {
  const startedMs = performance.now()
  burn(TRIAL_ITERATIONS)
  return (performance.now() - startedMs) * 1e3
}
