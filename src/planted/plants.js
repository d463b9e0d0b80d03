import { performance } from 'node:perf_hooks'
import compression from 'compression'
import { burn, iterationsFor } from './burn.js'

/** @import { RequestHandler } from 'express' */

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
