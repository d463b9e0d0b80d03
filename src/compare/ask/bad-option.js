import { WorkshopError } from '../../errors/errors.js'

/** @import { ErrorDetails } from '../../errors/types.js' */

/**
 * Returns the error for an option that cannot have its value.
 * @param {string} option @param {string} problem @param {string} allowed @param {unknown} [cause]
 */
export function badOption(option, problem, allowed, cause) {
  return new WorkshopError('ERR_BAD_OPTION', { option, problem, allowed }, cause)
}

/**
 * Returns an error about an option with some of its words replaced, and any other error as it is.
 * @param {unknown} error @param {(details: BadOption) => Partial<BadOption>} replace
 */
export function reworded(error, replace) {
  if (!(error instanceof WorkshopError) || error.code !== 'ERR_BAD_OPTION') return error
  const { details } = /** @type {WorkshopError<'ERR_BAD_OPTION'>} */ (error)
  return new WorkshopError('ERR_BAD_OPTION', { ...details, ...replace(details) }, error)
}

/** @typedef {ErrorDetails['ERR_BAD_OPTION']} BadOption */
