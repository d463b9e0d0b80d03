import { WorkshopError } from '../../errors/errors.js'
import { writeDefect } from '../../runs/write-defect.js'

/**
 * Runs a part of the work, and returns why it failed.
 * @param {() => Promise<void>} work
 * @param {string} [root] the run folder
 * @returns {Promise<WorkshopError | null>} as of {@link knownError}
 */
export async function problemOf(work, root) {
  try {
    await work()
    return null
  } catch (error) {
    return knownError(error, root)
  }
}

/**
 * Returns an error as one with a code: a fault of the system (a full disk, a folder that is gone) as ERR_SYSTEM, and what nobody
 * expected as ERR_DEFECT, with its stack in a file.
 * @param {unknown} error
 * @param {string} [root] the run folder, where there is one
 * @returns {WorkshopError}
 */
export function knownError(error, root) {
  if (error instanceof WorkshopError) return withFolder(error, root)
  const { code, syscall, message, name } = Object(error)
  if (code && syscall) return new WorkshopError('ERR_SYSTEM', { problem: message, systemCode: code }, error)
  const problem = error instanceof Error ? `${name}: ${message}` : String(error)
  return new WorkshopError('ERR_DEFECT', { problem, folder: root ?? null, file: writeDefect(error, root) }, error)
}

/**
 * Returns an error that has its code. The defect of an event gets the run folder that it did not know.
 * @param {WorkshopError} error
 * @param {string} [root] the run folder
 * @returns {WorkshopError}
 */
function withFolder(error, root) {
  const { details, cause } = /** @type {WorkshopError<'ERR_DEFECT'>} */ (error)
  if (error.code !== 'ERR_DEFECT' || root === undefined || details.folder !== null) return error
  return new WorkshopError('ERR_DEFECT', { ...details, folder: root }, cause)
}
