import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { writeJson } from '../system/files/files.js'
import { wrongValueIn } from './check-record.js'
import { MOST_JSON_BYTES, parse, textOr } from './folder-reader.js'
import { isBaselineName } from './run-layout.js'
import { otherVersion } from './upgrade.js'

/** @import { Baseline } from '../verdict/types.js' */

const FOLDER = 'baselines'
/** Before 3 load generators slept, and a request cost more for it. */
const SCHEMA_VERSION = 3

/**
 * Writes a baseline in place of an older one of the same name and experiment.
 * @param {string} profilesFolder @param {Baseline} baseline
 * @returns {Promise<string>} the file
 * @throws {WorkshopError} ERR_BASELINE_UNSAVED
 */
export async function writeBaseline(profilesFolder, baseline) {
  const { name, experiment } = baseline
  const file = fileOf(profilesFolder, name, experiment)
  try {
    await writeJson(file, baseline)
    return file
  } catch (error) {
    const { message: problem } = /** @type {Error} */ (error)
    throw new WorkshopError('ERR_BASELINE_UNSAVED', { name, path: file, problem }, error)
  }
}

/**
 * Reads a baseline of an experiment.
 * @param {string} profilesFolder @param {string} name
 * @param {string} experiment its name
 * @returns {Baseline}
 * @throws {WorkshopError} ERR_NO_BASELINE
 */
export function readBaseline(profilesFolder, name, experiment) {
  const file = fileOf(profilesFolder, name, experiment)
  if (!existsSync(file)) {
    const known = namesIn(profilesFolder, experiment).join(', ') || 'none'
    throw noBaseline(`there is none of ${experiment} in ${path.dirname(path.dirname(file))}; those there are: ${known}`)
  }
  const text = textOr(file, { mostBytes: MOST_JSON_BYTES }, error => {
    throw noBaseline(`${file}: ${error.message}`, error)
  })
  const content = /** @type {any} */ (parse(text))
  const fault = faultOf(content)
  if (fault !== null) throw noBaseline(`${file}: ${fault}`)
  return { ...content, name, experiment }

  /** @param {string} problem @param {unknown} [cause] */
  function noBaseline(problem, cause) {
    return new WorkshopError('ERR_NO_BASELINE', { name, problem }, cause)
  }
}

/** Returns what is wrong with a baseline, as a part of a sentence. @param {any} content @returns {string | null} */
function faultOf(content) {
  if (content === undefined) return 'it is not JSON, or cut off'
  const other = otherVersion(Object(content), SCHEMA_VERSION)
  if (other !== null) return other
  const wrong = wrongValueIn('Baseline', content)
  return wrong && `${wrong.place} ${wrong.problem}`
}

/** @param {string} profilesFolder @param {string} experiment @returns {string[]} */
function namesIn(profilesFolder, experiment) {
  const folder = path.join(profilesFolder, FOLDER)
  // A link to itself exists for no one.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  return readdirSync(folder).filter(
    name => isBaselineName(name) && existsSync(fileOf(profilesFolder, name, experiment))
  )
}

/** @type {(profilesFolder: string, name: string, experiment: string) => string} */
function fileOf(profilesFolder, name, experiment) {
  return path.join(profilesFolder, FOLDER, name, `${experiment}.json`)
}
