import { existsSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { listRuns } from '../runs/list-runs.js'
import { indexPage } from '../runs/run-layout.js'
import { writeAtomic } from '../system/files/files.js'
import { readPlainFile } from '../system/files/read-plain-file.js'

/** @import { ListedRun } from '../runs/list-runs.js' */

/** In the head of every page of the workshop. */
const GENERATOR = '<meta name="generator" content="profiling-workshop">'

/**
 * Writes the run index next to the run folders. A file of the same name that the workshop did not write stays unchanged.
 * @param {string} profilesFolder
 * @param {ListedRun[]} [runs] those in it, newest first
 * @returns {Promise<string>} the file
 * @throws {WorkshopError} ERR_PROFILES_FOLDER, ERR_RUN_INDEX
 */
export async function writeIndex(profilesFolder, runs = listRuns(profilesFolder)) {
  const file = indexPage(profilesFolder)
  // Takes half a second to load, which is too long for commands that write no page.
  const { renderIndex } = await import('./render-index.js')
  const page = await renderIndex(runs)
  try {
    if (existsSync(file) && !readPlainFile(file).includes(GENERATOR)) throw new Error('the workshop did not write it')
    await writeAtomic(file, page)
    return file
  } catch (error) {
    const { message: problem } = /** @type {Error} */ (error)
    throw new WorkshopError('ERR_RUN_INDEX', { path: path.resolve(file), problem }, error)
  }
}
