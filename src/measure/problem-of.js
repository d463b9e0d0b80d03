import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { WorkshopError } from '../errors.js'
import { runLayout } from '../runs/run-layout.js'
import { workshopVersion } from '../system/workshop-root.js'

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
  return new WorkshopError('ERR_DEFECT', { problem, folder: root ?? null, file: saveStack(error, root) }, error)
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

/**
 * Saves the stack of an error in the run folder, or else in a new temporary folder.
 * @param {unknown} error
 * @param {string} [root] the run folder
 * @returns {string | null} the file; null where none can be written
 */
function saveStack(error, root) {
  const { version, platform, arch } = process
  const text = `profiling-workshop ${workshopVersion()}, Node.js ${version}, ${platform} ${arch}\n\n${inspect(error)}\n`
  const inFolder = root === undefined ? null : write(() => runLayout(root).defect, text)
  return inFolder ?? write(temporaryFile, text)
}

function temporaryFile() {
  return path.join(mkdtempSync(path.join(tmpdir(), 'workshop-defect-')), 'defect.txt')
}

/** @param {() => string} placeOf returns the path of a file that is not there yet @param {string} text */
function write(placeOf, text) {
  try {
    const file = placeOf()
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    return file
  } catch {
    return null
  }
}
