import { readFileSync } from 'node:fs'
import { WorkshopError } from '../errors.js'
import { jsonLines } from './json-lines.js'

/**
 * Reads a JSON file that a person writes.
 * @param {string} file
 * @param {string} name in errors
 * @returns {{ value: any, lines: ReturnType<typeof jsonLines> }} `lines`: those of its keys
 * @throws {WorkshopError} ERR_CONFIG with the line of what is no JSON
 */
export function readJson(file, name) {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const lines = jsonLines(text)
  try {
    return { value: JSON.parse(text), lines }
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const problem = text.trim() === '' ? 'the file is empty' : message.replace(/\s+/g, ' ')
    throw new WorkshopError('ERR_CONFIG', { problems: `${name}:${lines.ofError()}: ${problem}` }, error)
  }
}
