import { WorkshopError } from '../errors.js'
import { processStart } from '../system/process-start.js'
import { isRunning } from '../system/processes.js'
import { readPlainFile, UnreadFile } from '../system/read-plain-file.js'
import { PACKAGE_NAME, workshopVersion } from '../system/workshop-root.js'
import { manifestFault } from './check-manifest.js'
import { parse, unreadable } from './folder-reader.js'
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
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readManifest(layout) {
  return readSavedManifest(layout).manifest
}

/**
 * Reads run.json with the schema version that it was saved in.
 * @param {RunLayout} layout
 * @returns {{ manifest: RunManifest | LabManifest, savedVersion: number }}
 * @throws {WorkshopError} as {@link readManifest}
 */
export function readSavedManifest(layout) {
  const content = readJson(layout, layout.manifest)
  const manifest = upgraded(content, layout)
  const other = otherVersion(manifest, SCHEMA_VERSION, '; no published version reads it: measure again')
  if (other !== null) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: layout.root, problem: other })
  const fault = manifestFault(manifest)
  if (fault !== null) throw new WorkshopError('ERR_DAMAGED_RUN', { path: layout.manifest, problem: fault })
  return { manifest: concluded(manifest), savedVersion: content.schemaVersion }
}

/**
 * Reads analysis.json, when it has the present schema.
 * @param {RunLayout} layout
 * @returns {Analysis | LabAnalysis}
 * @throws {Error} whose message names the problem
 */
export function readAnalysis(layout) {
  const analysis = /** @type {any} */ (readJson(layout, layout.analysis))
  const other = otherVersion(analysis, ANALYSIS_SCHEMA_VERSION, '; the command report <run folder> writes it again')
  if (other !== null) throw new Error(other)
  return analysis
}

/** @param {RunLayout} layout @param {string} file @returns {any} an object */
function readJson(layout, file) {
  const content = parse(textOf(layout, file))
  if (content !== undefined) return typeof content === 'object' && content !== null ? content : {}
  throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem: 'it is not JSON, or cut off' })
}

/** @param {RunLayout} layout @param {string} file */
function textOf({ root }, file) {
  try {
    return readPlainFile(file, { within: root })
  } catch (error) {
    if (!(error instanceof UnreadFile)) throw error
    if (error.fault !== 'missing') throw unreadable(file, error)
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: error.message }, error)
  }
}

/** @param {any} content @param {RunLayout} layout */
function upgraded(content, layout) {
  try {
    return /** @type {any} */ (upgradeManifest(content))
  } catch (error) {
    const problem = `it does not have what schema ${content.schemaVersion} has`
    throw new WorkshopError('ERR_DAMAGED_RUN', { path: layout.manifest, problem }, error)
  }
}

/**
 * Returns why a file of another schema version is not read, and which version of the package reads a later one.
 * @type {(content: any, version: number, remedy: string) => string | null} `remedy`: of an older one
 */
function otherVersion(content, version, remedy) {
  const { schemaVersion: found } = content
  if (found === version) return null
  const words = found === undefined ? 'no schema version' : `schema version ${JSON.stringify(found)}`.slice(0, 60)
  const advice = found > version ? `; ${writerOf(content)} reads it` : found === undefined ? '' : remedy
  return `it has ${words}, and this version reads ${version}${advice}`
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
  if (status !== 'running' || isMeasuring(manifest)) return manifest
  return { ...manifest, status: 'failed', problem: { code: 'ERR_ENDED', details: { pid } } }
}

/** Returns whether the process that began a run is still there, and is no later one of the same number. @param {RunManifest | LabManifest} manifest */
function isMeasuring({ pid, pidStart = null }) {
  if (pid <= 0 || pid === process.pid || !isRunning(pid)) return false
  return pidStart === null || processStart(pid) === pidStart
}
