import { performance } from 'node:perf_hooks'
import compression from 'compression'

/** @import { RequestHandler } from 'express' */

const WARM_UP_CALLS = 2000
const WARM_UP_ITERATIONS = 100
const TRIALS = 41
const TRIAL_ITERATIONS = 20_000

/** Each call's outcome is the next call's input, so that no call can be optimised away. */
const state = { v0: 0x6c79_6765, v1: 0x7465_6462, v2: 1, v3: 2 }

/** One call in so many is timed, because to read the clock twice costs time too. */
const TIMED_EVERY = 16
const PLANTED_NUMBERS = 1000
const LOGGED = { route: '/', answered: true, items: [1, 2, 3] }

/**
 * @typedef {object} Plant a known cost in a function of its own
 * @property {RequestHandler[]} middleware
 * @property {() => unknown} work is called once per request
 * @property {() => { micros: number | null, bytes: number | null }} truth returns the measured cost per request
 */

/**
 * Returns the plant of this name.
 * @param {string} name none, burn:<microseconds>, allocate, log or compress
 * @returns {Plant}
 */
export function makePlant(name) {
  const [kind, amount] = name.split(':')
  const unknown = { micros: null, bytes: null }
  const nothing = { middleware: [], work: () => undefined, truth: () => ({ micros: 0, bytes: 0 }) }
  if (kind === 'burn') return plantBurn(Number(amount))
  if (kind === 'allocate')
    return { ...nothing, work: allocate, truth: () => ({ micros: null, bytes: PLANTED_NUMBERS * 8 }) }
  if (kind === 'log') return { ...nothing, work: log, truth: () => unknown }
  if (kind === 'compress') return { ...nothing, middleware: [compression({ threshold: 0 })], truth: () => unknown }
  return nothing
}

/** @param {number} micros @returns {Plant} */
function plantBurn(micros) {
  const iterations = iterationsFor(micros)
  /** @type {number[]} */
  const timedMicros = []
  let calls = 0
  return { middleware: [], work, truth }

  function work() {
    if (calls++ % TIMED_EVERY !== 0) return burn(iterations)
    const startedMs = performance.now()
    burn(iterations)
    timedMicros.push((performance.now() - startedMs) * 1e3)
  }

  /** Leaves out the slowest 1% of the calls, which waited for a core. */
  function truth() {
    const kept = timedMicros.toSorted((a, b) => a - b).slice(0, Math.ceil(timedMicros.length * 0.99))
    return { micros: kept.reduce((sum, each) => sum + each, 0) / kept.length, bytes: null }
  }
}

/** Kept until the next request, so that V8 cannot optimise the allocation away. */
let last = /** @type {number[]} */ ([])

function allocate() {
  last = new Array(PLANTED_NUMBERS).fill(last.length + 0.5)
}

function log() {
  console.log(LOGGED)
}

/**
 * Burns CPU with the compression function of HalfSipHash-2 (https://eprint.iacr.org/2012/351). Each step needs the
 * result of the step before, so that no step can be skipped or done in parallel.
 * @param {number} iterations
 */
function burn(iterations) {
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
function iterationsFor(micros) {
  for (let call = 0; call < WARM_UP_CALLS; call++) burn(WARM_UP_ITERATIONS)
  const trialMicros = Array.from({ length: TRIALS }, timeTrial).sort((a, b) => a - b)
  return Math.round((micros * TRIAL_ITERATIONS) / /** @type {number} */ (trialMicros[TRIALS >> 1]))
}

function timeTrial() {
  const startedMs = performance.now()
  burn(TRIAL_ITERATIONS)
  return (performance.now() - startedMs) * 1e3
}
