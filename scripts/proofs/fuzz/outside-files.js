import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { indexPage } from '../../../src/runs/run-layout.js'

/** The text of the files outside of the run folder. */
export const OUTSIDE = 'text-of-another-folder'
const NAMES = ['profile.json', 'call-trees.json', 'stderr.log']

/**
 * Returns the run folder below a folder, beside which the report writes the index.
 * @param {string} base
 */
export function runFolderIn(base) {
  return path.join(base, 'profiles', 'run')
}

/**
 * Writes what no report may contain or change, in each folder from the base down to the run.
 * @param {string} base
 */
export function writeOutside(base) {
  const root = runFolderIn(base)
  for (const folder of [base, path.dirname(root), root].map(each => path.join(each, 'outside'))) {
    mkdirSync(folder, { recursive: true })
    for (const name of NAMES) writeFileSync(path.join(folder, name), OUTSIDE)
  }
}

/**
 * Returns what is outside of the run folder but the index, by path.
 * @param {string} base
 * @returns {Map<string, string | null>} the bytes of a file; null of all else
 */
export function entriesOutside(base) {
  const root = runFolderIn(base)
  const index = indexPage(path.dirname(root))
  const entries = readdirSync(base, { recursive: true, withFileTypes: true })
    .map(entry => ({ entry, file: path.join(entry.parentPath, entry.name) }))
    .filter(({ file }) => file !== root && file !== index && !file.startsWith(`${root}${path.sep}`))
  return new Map(entries.map(({ entry, file }) => [file, entry.isFile() ? readFileSync(file, 'latin1') : null]))
}

/**
 * Fails where something was added, removed or changed.
 * @param {Map<string, string | null>} before
 * @param {Map<string, string | null>} after
 */
export function checkOutside(before, after) {
  const files = [...new Set([...before.keys(), ...after.keys()])]
  const changed = files.filter(file => before.get(file) !== after.get(file))
  if (changed.length > 0) throw new Error(`it wrote outside of the run folder: ${changed.join(', ')}`)
}
