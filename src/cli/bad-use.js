import { WorkshopError } from '../errors.js'

/**
 * What node, or the command itself, says of words it cannot read, as an error a user can act on.
 * @param {string} command
 * @param {string} allowed
 * @param {unknown} error
 * @returns {WorkshopError} ERR_BAD_OPTION
 */
export function badUse(command, allowed, error) {
  if (error instanceof WorkshopError) return error
  const [problem = ''] = /** @type {Error} */ (error).message.split('. ')
  return new WorkshopError('ERR_BAD_OPTION', { option: command, problem, allowed }, error)
}
