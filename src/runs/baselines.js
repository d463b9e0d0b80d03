import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../errors.js'
import { writeJson } from '../system/files.js'
import { readPlainFile } from '../system/read-plain-file.js'
import { wrongValueIn } from './check-record.js'

/** @import { Baseline } from '../verdict/types.js' */

const FOLDER = 'baselines'
const SCHEMA_VERSION = 1
const SHOWN_CHARACTERS = 40
/** A name is that of a folder: it has no separator, and does not begin with a dot. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** What {@link isBaselineName} allows, in words. */
export const BASELINE_NAMES = 'up to 64 letters, digits and any of . _ -, the first a letter or digit'

/**
 * Returns whether a baseline can have a name.
 * @param {string} name
 */
export function isBaselineName(name) {
  return NAME.test(name)
}

/**
 * Writes a baseline in place of an older one of the same name and experiment.
 * @param {string} profilesFolder
 * @param {Baseline} baseline
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
 * @param {string} profilesFolder
 * @param {string} name
 * @param {string} experiment its name
 * @returns {Baseline}
 * @throws {WorkshopError} ERR_NO_BASELINE
 */
export function readBaseline(profilesFolder, name, experiment) {
  const file = fileOf(profilesFolder, name, experiment)
  if (!existsSync(file)) {
    const known = namesIn(profilesFolder, experiment).join(', ') || 'none'
    throw noBaseline(
      `there is none of ${experiment} in ${path.dirname(path.dirname(file))}`,
      `those there are: ${known}`
    )
  }
  try {
    const baseline = JSON.parse(readPlainFile(file))
    if (isBaseline(baseline)) return { ...baseline, name, experiment }
    throw noBaseline(`${file} has another form, or schema version ${versionOf(baseline)}`, 'save it again')
  } catch (error) {
    if (error instanceof WorkshopError) throw error
    throw noBaseline(`${file}: ${/** @type {Error} */ (error).message}`, 'save it again', error)
  }

  /** @param {string} problem @param {string} advice @param {unknown} [cause] */
  function noBaseline(problem, advice, cause) {
    return new WorkshopError('ERR_NO_BASELINE', { name, problem, advice }, cause)
  }
}

/**
 * Returns whether a file has what run.json may have: a run that is compared with it is saved with it.
 * @param {any} content
 * @returns {content is Baseline}
 */
function isBaseline(content) {
  return content?.schemaVersion === SCHEMA_VERSION && wrongValueIn('Baseline', content, { isMeasured: false }) === null
}

/** @param {any} content @returns {string} */
function versionOf(content) {
  const version = content?.schemaVersion
  return version === undefined ? 'none' : JSON.stringify(version).slice(0, SHOWN_CHARACTERS)
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
