import { WorkshopError } from '../../errors/errors.js'

/**
 * Returns the error for arguments that node, or the command itself, cannot read.
 * @param {string} command @param {string} allowed @param {unknown} error
 * @returns {WorkshopError} ERR_BAD_OPTION
 */
export function invalidUse(command, allowed, error) {
  if (error instanceof WorkshopError) return error
  const [problem = ''] = /** @type {Error} */ (error).message.split(/\. |\.?\n/)
  return badOption(command, problem, allowed, error)
}

/**
 * Returns the error for an option that cannot have its value.
 * @param {string} option @param {string} problem @param {string} allowed @param {unknown} [cause]
 */
export function badOption(option, problem, allowed, cause) {
  return new WorkshopError('ERR_BAD_OPTION', { option, problem, allowed }, cause)
}
