import { readFileSync } from 'node:fs'
import { isRunning } from '../system/processes.js'
import { upgradeManifest } from './upgrade-manifest.js'

/**
 * @import { RunLayout } from './run-layout.js'
 * @import { RunManifest } from './types.js'
 */

/** The schema of run.json, analysis.json and flames.json. */
export const SCHEMA_VERSION = 6

/**
 * Reads run.json; one of an older version is brought to the present schema.
 * @param {RunLayout} layout
 * @returns {RunManifest}
 * @throws {Error} whose message names the problem
 */
export function readManifest(layout) {
  return concluded(versioned(upgradeManifest(readJson(layout.manifest))))
}

/**
 * Reads a JSON file of a run, when it has the present schema.
 * @param {string} file
 * @returns {any}
 * @throws {Error} whose message names the problem
 */
export function readVersioned(file) {
  return versioned(readJson(file), '; npm run report -- <run folder> writes it again')
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @type {(content: any, remedy?: string) => any} */
function versioned(content, remedy = '') {
  if (content?.schemaVersion === SCHEMA_VERSION) return content
  const found = content?.schemaVersion === undefined ? 'no schema version' : `schema version ${content.schemaVersion}`
  throw new Error(`it has ${found}, and this version reads ${SCHEMA_VERSION}${remedy}`)
}

/**
 * Returns a run whose process was killed, or met a full disk, as failed: it could not save how the run ended.
 * @param {RunManifest} manifest
 * @returns {RunManifest}
 */
function concluded(manifest) {
  const { status, pid } = manifest
  if (status !== 'running' || (pid !== process.pid && isRunning(pid))) return manifest
  return { ...manifest, status: 'failed', problem: { code: 'ERR_ENDED', details: { pid } } }
}
