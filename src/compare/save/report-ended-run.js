import { knownError } from '../../measure/project/problem-of.js'
import { runLayout } from '../../runs/run-layout.js'
import { requireRun } from '../../runs/write-run.js'

/**
 * Returns the report of a run or of a lab that has just ended.
 * @template Report
 * @param {string} root the run folder
 * @param {() => Promise<Report>} report analyses and saves it
 * @returns {Promise<Report>}
 * @throws {WorkshopError} ERR_RUN_REMOVED, or what `report` throws as {@link knownError} has it
 */
export async function reportEndedRun(root, report) {
  try {
    return await report()
  } catch (error) {
    throw knownError(error, root)
  } finally {
    // A folder that was removed, or is being removed, is the cause of any other error.
    requireRun(runLayout(root))
  }
}
