import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** @typedef {{ name: string, folder?: string, packed?: string }} SavedRunFolder `folder` or `packed`: where it lies in the repository */

const root = path.join(import.meta.dirname, '../..')
const labs = path.join(root, 'docs/labs')
/** Where recorded runs lie, one packed folder each: scripts/golden/record.js writes them. */
const packedRuns = path.join(root, 'test/fixtures/golden')
const PACKED = '.tar.gz'
/** What `workshop report` writes from the rest. */
export const derived = ['analysis.json', 'cells.csv', 'flames.json', 'report.html', 'summary.md']

/** Returns all run folders of the repository. @returns {SavedRunFolder[]} */
export function savedRuns() {
  const ofLabs = readdirSync(labs).filter(name => name.endsWith('-run'))
  const packed = existsSync(packedRuns) ? readdirSync(packedRuns).filter(name => name.endsWith(PACKED)) : []
  return [
    { name: 'sample', folder: path.join(root, 'profiles/sample') },
    ...ofLabs.map(name => ({ name, folder: path.join(labs, name) })),
    ...packed.map(name => ({ name: path.basename(name, PACKED), packed: path.join(packedRuns, name) }))
  ]
}

/**
 * Copies a run into a folder, without what a report derives.
 * @param {SavedRunFolder} run
 * @param {string} into
 */
export async function unpackRun({ name, folder, packed }, into) {
  const copy = path.join(into, name)
  await mkdir(into, { recursive: true })
  if (folder !== undefined) await cp(folder, copy, { recursive: true })
  if (packed !== undefined) execFileSync('tar', ['-xzf', packed, '-C', into])
  await Promise.all(derived.map(file => rm(path.join(copy, file), { force: true })))
}

/** Returns the file of a recorded run. @param {string} name */
export function packedFile(name) {
  return path.join(packedRuns, `${name}${PACKED}`)
}
