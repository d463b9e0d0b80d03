import { pbkdf2Sync } from 'node:crypto'

/** @import { Engine } from './engine.js' */

/**
 * @typedef {{ id: string, value: string | null }} Task writes the value, or, without one, reads it
 * @typedef {string | null} Result what was read; null where there is nothing, and after a write
 */

/**
 * Returns the function that runs a task in this thread.
 * @param {Engine} engine
 * @param {number} rounds of SHA-256 that each task takes on top
 */
export function createTaskRunner(engine, rounds) {
  return runTask

  /** @param {Task} task @returns {Promise<Result>} */
  async function runTask({ id, value }) {
    if (rounds > 0) pbkdf2Sync(id, 'store', rounds, 32, 'sha256')
    if (value === null) return engine.get(id) ?? null
    await engine.put(id, value)
    return null
  }
}
