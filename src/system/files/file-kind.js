import { lstatSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/**
 * @import { StatsBase } from 'node:fs'
 * @import { FileKind } from '../../errors/types.js'
 */

/**
 * Returns what is at a path, and the bytes of a file. It opens nothing: to open a pipe waits for a writer.
 * @param {string} file
 * @returns {Promise<{ kind: FileKind, bytes: number }>}
 * @throws {Error} of the system, where the path cannot be looked up
 */
export async function fileKind(file) {
  try {
    const stats = await stat(file)
    return { kind: kindOf(stats), bytes: stats.size }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
    return { kind: isLink(file) ? 'dangling-link' : 'missing', bytes: 0 }
  }
}

/**
 * Returns what a path or a descriptor leads to.
 * @param {StatsBase<number | bigint>} stats
 * @returns {FileKind}
 */
export function kindOf(stats) {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

/**
 * Returns whether a path itself is a symbolic link, also one to nothing.
 * @param {string} file
 */
export function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
