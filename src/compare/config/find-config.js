import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { badOption } from '../ask/bad-option.js'

/** The names of a configuration file. */
export const CONFIG_NAMES = ['workshop.config.js', 'workshop.config.json']

/**
 * Returns the path of the configuration file: the one that is named, or that of the working directory.
 * @param {string} [named]
 * @returns {string | null} absolute; null where there is none
 * @throws {WorkshopError} ERR_BAD_OPTION when there is no such file, it is a folder, or both kinds are there
 */
export function findConfig(named) {
  const found = (named === undefined ? CONFIG_NAMES : [named]).map(name => path.resolve(name)).filter(existsSync)
  if (found.length === 0 && named !== undefined) throw invalid(`there is no file ${path.resolve(named)}`)
  if (found.length > 1) throw invalid(`there are ${CONFIG_NAMES.join(' and ')}`)
  const [file = null] = found
  if (file !== null && statSync(file).isDirectory()) throw invalid(`${file} is a folder`)
  return file
}

/** @param {string} problem */
function invalid(problem) {
  return badOption('--config', problem, 'one file of .json or .js')
}
