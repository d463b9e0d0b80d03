import { calibrationLines } from '../report/calibration-words.js'
import { toTerminal } from '../report/terminal.js'
import { readRun } from '../runs/read-run.js'
import { readTruths } from '../runs/read-truths.js'
import { calibrationOf } from '../verdict/calibrate.js'
import { tellRun } from './report-run.js'

/**
 * What a saved run of the calibration experiment says of its machine.
 * @param {string} root the run folder
 * @param {import('../verdict/calibrate.js').Plants} plants
 * @param {number} [columns] of the terminal
 * @returns {Promise<{ found: import('../types.js').Calibration | null, text: string }>} null where the run is too short or void
 * @throws {import('../errors.js').WorkshopError} ERR_NO_SUCH_RUN
 */
export async function tellCalibration(root, plants, columns) {
  const { manifest, slices, launches } = readRun(root)
  const { analysis } = await tellRun(root)
  const found = calibrationOf(manifest, slices, analysis, plants, readTruths(root, launches))
  return { found, text: toTerminal([{ heading: 'Calibration', lines: calibrationLines(found) }], columns) }
}
