import { WorkshopError } from '../src/errors/errors.js'

/**
 * Returns a whole number that was typed.
 * @param {string} text
 * @param {{ option: string, least: number }} asked
 * @returns {number}
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
export function wholeNumber(text, { option, least }) {
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
  const allowed = `whole numbers from ${least} on`
  throw new WorkshopError('ERR_BAD_OPTION', { option, problem: `"${text}" is none`, allowed })
}
