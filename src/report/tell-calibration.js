import { calibrationOf } from '../analyse/calibrate.js'
import { readRun } from '../runs/read-run.js'
import { readTruths } from '../runs/read-truths.js'
import { calibrationLines } from './calibration-words.js'
import { tellRun } from './tell-run.js'
import { toTerminal } from './terminal.js'

/**
 * What a saved run of the calibration experiment says of its machine.
 * @param {string} root the run folder
 * @param {import('../analyse/calibrate.js').Plants} plants
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
