import { WorkshopError } from '../../errors/errors.js'
import { isNestedTooDeeply } from '../../system/files/nesting.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'
import { jsonLines } from './json-lines.js'

/** A person writes less. */
const MOST_BYTES = 1e6

/**
 * Reads a JSON file that a person writes.
 * @param {string} file
 * @param {string} name in errors
 * @returns {{ value: any, lines: ReturnType<typeof jsonLines> }} `lines`: those of its keys
 * @throws {WorkshopError} ERR_CONFIG with the line of what is no JSON, or why the file cannot be read
 */
export function readJson(file, name) {
  const text = readText(file, name)
  if (isNestedTooDeeply(text)) throw configError(`${name}: it is nested too deeply`)
  const lines = jsonLines(text)
  try {
    return { value: JSON.parse(text), lines }
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const problem = text.trim() === '' ? 'the file is empty' : message.replace(/\s+/g, ' ')
    throw configError(`${name}:${lines.ofError()}: ${problem}`, error)
  }
}

/** @param {string} file @param {string} name */
function readText(file, name) {
  try {
    return readPlainFile(file, { mostBytes: MOST_BYTES })
  } catch (error) {
    throw configError(`${name} cannot be read: ${/** @type {Error} */ (error).message}`, error)
  }
}

/** @param {string} problems @param {unknown} [cause] */
function configError(problems, cause) {
  return new WorkshopError('ERR_CONFIG', { problems }, cause)
}
