import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { WorkshopError } from '../../errors/errors.js'
import { withoutSecrets } from '../../errors/secrets.js'
import { workshopVersion } from '../../system/files/workshop-root.js'

/** @import { RunFolder } from '../../runs/run-folder.js' */

/**
 * Runs a part of the work, and returns why it failed.
 * @param {() => Promise<void>} work @param {RunFolder} [folder]
 * @returns {Promise<WorkshopError | null>} as of {@link knownError}
 */
export async function problemOf(work, folder) {
  try {
    await work()
    return null
  } catch (error) {
    return knownError(error, folder)
  }
}

/**
 * Returns an error as one with a code: a fault of the system (a full disk, a folder that is gone) as ERR_SYSTEM, and what nobody
 * expected as ERR_DEFECT, with its stack in a file.
 * @param {unknown} error
 * @param {RunFolder} [folder] where there is one
 * @returns {WorkshopError}
 */
export function knownError(error, folder) {
  if (error instanceof WorkshopError) return withFolder(error, folder)
  const { code, syscall, message, name } = Object(error)
  if (code && syscall) return new WorkshopError('ERR_SYSTEM', { problem: message, systemCode: code }, error)
  const problem = error instanceof Error ? `${name}: ${message}` : String(error)
  const details = { problem, folder: folder?.root ?? null, file: writeDefect(error, folder) }
  return new WorkshopError('ERR_DEFECT', details, error)
}

/**
 * Writes the stack of an error into a new file of the run folder, or else into one in a new temporary folder.
 * @param {unknown} error @param {RunFolder} [folder]
 * @returns {string | null} the file; null where none can be written
 */
function writeDefect(error, folder) {
  const { version, platform, arch } = process
  const text = `profiling-workshop ${workshopVersion()}, Node.js ${version}, ${platform} ${arch}\n\n${inspect(error)}\n`
  const temporary = () => path.join(mkdtempSync(path.join(tmpdir(), 'workshop-defect-')), 'defect.txt')
  return (folder && write(() => folder.defect)) ?? write(temporary)

  /** @param {() => string} placeOf returns the path of a file that is not there yet */
  function write(placeOf) {
    try {
      const file = placeOf()
      writeFileSync(file, withoutSecrets(text), { flag: 'wx', mode: 0o600 })
      return file
    } catch {
      return null
    }
  }
}

/**
 * Returns an error that has its code. The defect of an event gets the run folder that it did not know.
 * @param {WorkshopError} error @param {RunFolder} [folder] @returns {WorkshopError}
 */
function withFolder(error, folder) {
  const { details, cause } = /** @type {WorkshopError<'ERR_DEFECT'>} */ (error)
  if (error.code !== 'ERR_DEFECT' || folder === undefined || details.folder !== null) return error
  return new WorkshopError('ERR_DEFECT', { ...details, folder: folder.root }, cause)
}

/**
 * Returns the report of a run or of a lab that has just ended.
 * @template Report
 * @param {RunFolder} folder
 * @param {() => Promise<Report>} report analyses and saves it
 * @returns {Promise<Report>}
 * @throws {WorkshopError} ERR_RUN_REMOVED, or what `report` throws as {@link knownError} has it
 */
export async function reportEndedRun(folder, report) {
  try {
    return await report()
  } catch (error) {
    throw knownError(error, folder)
  } finally {
    // A folder that was removed, or is being removed, is the cause of any other error.
    folder.require()
  }
}
