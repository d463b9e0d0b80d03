import { performance } from 'node:perf_hooks'

/**
 * A turn of the event loop that reads a response takes 20 times as long as the shortest one, or more; nearly all that do nothing take less
 * than 5 times as long.
 */
const EMPTY_TURN_RATIO = 8

/** One series of turns serves all loads that this process plays at the same time. */
let users = 0
let emptyMs = 0
let shortestMs = 0
let lastMs = 0
/** @type {NodeJS.Immediate | undefined} */
let nextTurn

/**
 * Keeps the event loop of a load generator turning, so that the process never sleeps. To wake one that sleeps costs the server that
 * answers it up to 15 µs per response, and beside a slower server a generator sleeps more often (scripts/proofs/generator-sleep.js).
 * @returns {() => number} ends it, and returns the milliseconds in which there was nothing to do; called once
 */
export function keepAwake() {
  if (users === 0) begin()
  users++
  const beforeMs = emptyMs
  return function end() {
    users--
    if (users === 0) clearImmediate(nextTurn)
    return emptyMs - beforeMs
  }
}

function begin() {
  shortestMs = Number.POSITIVE_INFINITY
  lastMs = performance.now()
  nextTurn = setImmediate(turn)
}

function turn() {
  const nowMs = performance.now()
  const turnMs = nowMs - lastMs
  shortestMs = Math.min(shortestMs, turnMs || shortestMs)
  if (turnMs < EMPTY_TURN_RATIO * shortestMs) emptyMs += turnMs
  lastMs = nowMs
  nextTurn = setImmediate(turn)
}
