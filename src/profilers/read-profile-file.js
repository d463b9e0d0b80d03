import { readFile } from 'node:fs/promises'
import { WorkshopError } from '../errors.js'

/**
 * Reads a file that the inspector's profiler left.
 * @template T
 * @param {string} file
 * @param {(content: any) => T} read makes something of the parsed JSON
 * @returns {Promise<T>}
 * @throws {WorkshopError} ERR_TOOL when it is broken
 */
export async function readProfileFile(file, read) {
  const text = await readFile(file, 'utf8')
  try {
    return read(JSON.parse(text))
  } catch (error) {
    const problem = /** @type {Error} */ (error).message
    throw new WorkshopError('ERR_TOOL', { tool: 'the inspector', what: file, problem, tail: null }, error)
  }
}
