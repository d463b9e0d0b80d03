import { WorkshopError } from '../errors.js'

/**
 * Runs a part of the work; a fault of the system (a full disk, a folder that is gone) becomes an error with a code.
 * @param {() => Promise<void>} work
 * @returns {Promise<WorkshopError | null>}
 */
export async function problemOf(work) {
  try {
    await work()
    return null
  } catch (error) {
    return withCode(error)
  }
}

/**
 * Returns an error that a user can act on; throws any other one.
 * @param {unknown} error
 * @returns {WorkshopError}
 */
export function withCode(error) {
  if (error instanceof WorkshopError) return error
  const { code, syscall, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!code || !syscall) throw error
  return new WorkshopError('ERR_SYSTEM', { problem: message, systemCode: code }, error)
}
