import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the first entry below a folder that is neither a file nor a folder, such as a link or a pipe, or a folder that cannot be
 * listed; null where there is none. What is written below such a folder stays in it.
 * @param {string} folder
 * @returns {string | null}
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
