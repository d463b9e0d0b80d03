import { readFileSync } from 'node:fs'
import { isRunning } from '../system/processes.js'
import { PACKAGE_NAME, workshopVersion } from '../system/workshop-root.js'
import { upgradeManifest } from './upgrade-manifest.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { RunLayout } from './run-layout.js'
 * @import { LabAnalysis } from '../verdict/types.js'
 * @import { LabManifest, RunManifest } from './types.js'
 */

/** The schema of run.json, flames.json and sources.json. */
export const SCHEMA_VERSION = 6
/** The schema of analysis.json, which `npm run report` writes again in the present one. */
const ANALYSIS_SCHEMA_VERSION = 7

/**
 * Returns whether a run is that of a lab.
 * @param {RunManifest | LabManifest} manifest
 * @returns {manifest is LabManifest}
 */
export function isLab(manifest) {
  return 'lab' in manifest
}

/**
 * Reads run.json; one of an older version is brought to the present schema.
 * @param {RunLayout} layout
 * @returns {RunManifest | LabManifest}
 * @throws {Error} whose message names the problem
 */
export function readManifest(layout) {
  const remedy = '; no published version reads it: measure again'
  return concluded(versioned(upgradeManifest(readJson(layout.manifest)), SCHEMA_VERSION, remedy))
}

/**
 * Reads analysis.json, when it has the present schema.
 * @param {RunLayout} layout
 * @returns {Analysis | LabAnalysis}
 * @throws {Error} whose message names the problem
 */
export function readAnalysis(layout) {
  const remedy = '; the command report <run folder> writes it again'
  return versioned(readJson(layout.analysis), ANALYSIS_SCHEMA_VERSION, remedy)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @type {(content: any, version: number, remedy: string) => any} `remedy`: of an older schema */
function versioned(content, version, remedy) {
  const { schemaVersion: found } = content ?? {}
  if (found === version) return content
  const words = found === undefined ? 'no schema version' : `schema version ${found}`
  const advice = found > version ? `; ${writerOf(content)} reads it` : found === undefined ? '' : remedy
  throw new Error(`it has ${words}, and this version reads ${version}${advice}`)
}

/** Returns the version that wrote a file of a later schema. @param {{ versions?: Record<string, unknown> }} content */
function writerOf({ versions }) {
  const own = versions?.[PACKAGE_NAME]
  const isVersion = typeof own === 'string' && /^[\w.+-]{1,40}$/.test(own)
  return isVersion ? `${PACKAGE_NAME} ${own}` : `a version of ${PACKAGE_NAME} later than ${workshopVersion()}`
}

/**
 * Returns a run whose process was killed, or met a full disk, as failed: it could not save how the run ended.
 * @template {RunManifest | LabManifest} Manifest
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
function concluded(manifest) {
  const { status, pid } = manifest
  if (status !== 'running' || (pid !== process.pid && isRunning(pid))) return manifest
  return { ...manifest, status: 'failed', problem: { code: 'ERR_ENDED', details: { pid } } }
}
