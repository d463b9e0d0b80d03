import { performance } from 'node:perf_hooks'

const WARM_UP_CALLS = 2000
const WARM_UP_ITERATIONS = 500
const TRIALS = 41
const TRIAL_ITERATIONS = 200_000
/** The timing of a call costs a call to the clock itself: one call in so many is timed. */
const TIMED_EVERY = 16

/** Kept where the optimiser must assume that someone reads it. */
export const sink = { value: 1 }

/**
 * A function that burns about so many microseconds of CPU a call: a fixed number of iterations, found by timing them in
 * this process. What a call really took, under load, is measured on the way.
 * @param {number} micros
 */
export function makeBurn(micros) {
  const iterations = Math.round(micros * iterationsPerMicro())
  /** @type {number[]} */
  const timedMicros = []
  let calls = 0
  return { burn, timedMicros, iterations }

  function burn() {
    if (calls++ % TIMED_EVERY !== 0) return churn(iterations)
    const startedMs = performance.now()
    churn(iterations)
    timedMicros.push((performance.now() - startedMs) * 1e3)
  }
}

function iterationsPerMicro() {
  for (let call = 0; call < WARM_UP_CALLS; call++) churn(WARM_UP_ITERATIONS)
  const trialMicros = Array.from({ length: TRIALS }, timeTrial).sort((a, b) => a - b)
  return TRIAL_ITERATIONS / /** @type {number} */ (trialMicros[TRIALS >> 1])
}

function timeTrial() {
  const startedMs = performance.now()
  churn(TRIAL_ITERATIONS)
  return (performance.now() - startedMs) * 1e3
}

/**
 * Marsaglia's xorshift: each step needs the one before it, so that nothing can be skipped or done at once.
 * @param {number} iterations
 */
function churn(iterations) {
  let state = sink.value | 1
  for (let step = 0; step < iterations; step++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  sink.value = state
}
