import path from 'node:path'
import { writeJson } from '../system/files/files.js'
import { readPlainFile } from '../system/files/read-plain-file.js'
import { wrongValueIn } from './check-record.js'
import { MOST_JSON_BYTES } from './folder-reader.js'

/** @import { Calibration } from '../verdict/types.js' */

/**
 * Reads the calibration of a machine under a Node version, or null where there is none that can be read.
 * @param {string} profilesFolder @param {Calibration['machine']} machine
 * @param {string} node its version
 * @returns {Calibration | null}
 */
export function readCalibration(profilesFolder, machine, node) {
  const file = calibrationFile(profilesFolder, machine, node)
  try {
    const calibration = JSON.parse(readPlainFile(file, { mostBytes: MOST_JSON_BYTES }))
    return wrongValueIn('Calibration', calibration, { isMeasured: false }) === null ? calibration : null
  } catch {
    return null
  }
}

/**
 * Writes the calibration of a machine in place of an older one.
 * @param {string} profilesFolder @param {Calibration} calibration
 * @returns {Promise<string>} the file it was written to
 */
export async function writeCalibration(profilesFolder, calibration) {
  const file = calibrationFile(profilesFolder, calibration.machine, calibration.node)
  await writeJson(file, calibration)
  return file
}

/** @type {(profilesFolder: string, machine: Calibration['machine'], node: string) => string} */
function calibrationFile(profilesFolder, { cpuModel, cores, memoryBytes, platform, pinnableCores }, node) {
  const memory = `${Math.round(memoryBytes / 2 ** 30)} GiB`
  const words = [
    platform,
    cpuModel,
    `${cores} cores`,
    memory,
    pinnableCores.length < 2 ? 'unpinned' : '',
    `node ${node}`
  ]
  const name = words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
  return path.join(profilesFolder, 'calibrations', `${name}.json`)
}
