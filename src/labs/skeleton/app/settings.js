import { UsageError } from '../../../app/toggles.js'

/**
 * Returns the whole number that a variable of the environment has.
 *
 * @param {string} variable @param {string} text
 * @param {{ least: number, most: number, others?: string }} allowed `others`: what else is allowed, for the message
 * @returns {number}
 * @throws {UsageError} for any other text
 */
export function readWhole(variable, text, { least, most, others = '' }) {
  const number = wholeNumber(text)
  if (number >= least && number <= most) return number
  throw new UsageError(
    `${variable} must be a whole number from ${least} to ${most}${others}, not ${JSON.stringify(text)}`
  )
}

/** @param {string} text @returns {number} NaN for any other text */
export function wholeNumber(text) {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

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
