import { UsageError } from '../toggles.js'

/**
 * Returns the result of a function, or prints why the settings cannot be used and sets exit code 2.
 *
 * @template T
 * @param {() => T} use
 * @returns {T | undefined} undefined for bad settings
 */
export function orExplain(use) {
  try {
    return use()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
