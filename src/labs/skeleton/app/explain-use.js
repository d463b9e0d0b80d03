import { UsageError } from '../../../app/toggles.js'

/**
 * Returns the result of a function, or prints why the settings cannot be used and sets exit code 2.
 *
 * @template T
 * @param {() => T | Promise<T>} use
 * @returns {Promise<T | undefined>} undefined for bad settings
 */
export async function orExplain(use) {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
