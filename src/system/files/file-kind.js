import { lstatSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

/** @import { FileKind } from '../../errors/types.js' */
/** @import { StatsBase } from 'node:fs' */

/**
 * Returns what is at a path, and the bytes of a file. It opens nothing: to open a pipe waits for a writer.
 * @param {string} file @returns {Promise<{ kind: FileKind, bytes: number }>}
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

/** Returns what a path or a descriptor leads to. @param {StatsBase<number | bigint>} stats @returns {FileKind} */
export function kindOf(stats) {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

/** Returns whether a path itself is a symbolic link, also one to nothing. @param {string} file */
export function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/**
 * Returns the first entry below a folder that is neither a file nor a folder, such as a link or a pipe, or a folder that cannot be
 * listed; null where there is none. What is written below such a folder stays in it.
 * @param {string} folder @returns {string | null}
 */
export function notPlainEntry(folder) {
  for (const entry of entriesOf(folder) ?? [null]) {
    if (entry === null) return folder
    const file = path.join(folder, entry.name)
    const found = entry.isDirectory() ? notPlainEntry(file) : entry.isFile() ? null : file
    if (found !== null) return found
  }
  return null
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return null
  }
}
