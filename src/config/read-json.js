import { readFileSync } from 'node:fs'
import { WorkshopError } from '../errors.js'
import { jsonLines } from './json-lines.js'

/**
 * Reads a JSON file that a person writes.
 * @param {string} file
 * @param {string} name in errors
 * @returns {{ value: any, lines: ReturnType<typeof jsonLines> }} `lines`: those of its keys
 * @throws {WorkshopError} ERR_CONFIG with the line of what is no JSON, or why the file cannot be read
 */
export function readJson(file, name) {
  const text = readText(file, name)
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
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw configError(`${name} cannot be read: ${/** @type {Error} */ (error).message}`, error)
  }
}

/** @param {string} problems @param {unknown} cause */
function configError(problems, cause) {
  return new WorkshopError('ERR_CONFIG', { problems }, cause)
}
