import { readFileSync } from 'node:fs'
import { isRunning } from '../system/processes.js'

/**
 * @import { RunLayout } from './run-layout.js'
 * @import { RunManifest } from './types.js'
 */

/** Of run.json and of analysis.json. */
const SCHEMA_VERSION = 4

/**
 * What a run folder says of itself.
 * @param {RunLayout} layout
 * @returns {RunManifest}
 * @throws {Error} whose message tells the problem
 */
export function readManifest(layout) {
  return concluded(readVersioned(layout.manifest))
}

/**
 * A JSON file of a run, when it is of this workshop's schema.
 * @param {string} file
 * @returns {any}
 * @throws {Error} whose message tells the problem
 */
export function readVersioned(file) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  if (content?.schemaVersion === SCHEMA_VERSION) return content
  throw new Error(`it has schema version ${content?.schemaVersion}, this workshop reads ${SCHEMA_VERSION}`)
}

/**
 * A workshop that was killed, or met a full disk, could not say how its run ended.
 * @param {RunManifest} manifest
 * @returns {RunManifest}
 */
function concluded(manifest) {
  const { status, pid } = manifest
  if (status !== 'running' || (pid !== process.pid && isRunning(pid))) return manifest
  const message = 'The workshop ended without saying why: it was killed, or could not write any more.'
  return { ...manifest, status: 'failed', problem: { code: 'ERR_SYSTEM', message } }
}
