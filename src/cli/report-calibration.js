import { calibrationLines } from '../report/calibration-words.js'
import { toTerminal } from '../report/terminal.js'
import { readRun } from '../runs/read-run.js'
import { readTruths } from '../runs/read-truths.js'
import { calibrationOf } from '../verdict/calibrate.js'
import { tellRun } from './report-run.js'

/**
 * @import { WorkshopError } from '../errors.js'
 * @import { Plants } from '../verdict/calibrate.js'
 * @import { Calibration } from '../verdict/types.js'
 */

/**
 * What a saved run of the calibration experiment says of its machine.
 * @param {string} root the run folder
 * @param {Plants} plants
 * @param {number} [columns] of the terminal
 * @returns {Promise<{ found: Calibration | null, text: string }>} null where the run is too short or void
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export async function tellCalibration(root, plants, columns) {
  const { manifest, slices, launches } = readRun(root)
  const { analysis } = await tellRun(root)
  const found = calibrationOf(manifest, slices, analysis, plants, readTruths(root, launches))
  return { found, text: toTerminal([{ heading: 'Calibration', lines: calibrationLines(found) }], columns) }
}
