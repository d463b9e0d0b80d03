import { isDeepStrictEqual } from 'node:util'
import { WorkshopError } from '../errors/errors.js'
import { isObject } from '../errors/type-guards.js'
import { readPlainFile, UnreadFile } from '../system/files/read-plain-file.js'
import { processPlace, processStart } from '../system/process-place.js'
import { isRunning } from '../system/processes.js'
import { manifestFault } from './check-manifest.js'
import { wrongProblem, wrongValueIn } from './check-record.js'
import { MOST_JSON_BYTES, parse, unreadable } from './folder-reader.js'
import { isMadeHere } from './made-here.js'
import { otherVersion } from './schema-version.js'
import { upgradeManifest } from './upgrade.js'

/**
 * @import { KnownLabs, LabManifest } from './lab-types.js'
 * @import { RunLayout } from './run-layout.js'
 * @import { ListedAnalysis, ListedLabAnalysis, RunManifest } from './types.js'
 */

/** The schema of run.json, flames.json and sources.json. */
export const SCHEMA_VERSION = /** @type {const} */ (7)
/** The schema of analysis.json, which `npm run report` writes again in the present one. */
const ANALYSIS_SCHEMA_VERSION = 8
/** Schema 7 differs in gates and in the comparison with a baseline alone, which lists do not have. */
const SAME_WHEN_LISTED = 7
const WRITE_AGAIN = '; the command report <run folder> writes it again'

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
 * @param {KnownLabs} [labs]
 * @returns {RunManifest | LabManifest}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readManifest(layout, labs) {
  return readSavedManifest(layout, labs).manifest
}

/**
 * Reads run.json with the schema version that it was saved in.
 * @param {RunLayout} layout
 * @param {KnownLabs} [labs]
 * @returns {{ manifest: RunManifest | LabManifest, savedVersion: number }}
 * @throws {WorkshopError} as {@link readManifest}
 */
export function readSavedManifest(layout, labs) {
  const content = readJson(layout, layout.manifest)
  const manifest = upgraded(content, layout)
  const other = otherVersion(manifest, SCHEMA_VERSION, '; no published version reads it: measure again')
  if (other !== null) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: layout.root, problem: other })
  const fault = manifestFault(manifest, labs)
  if (fault !== null) throw new WorkshopError('ERR_DAMAGED_RUN', { path: layout.manifest, problem: fault })
  return { manifest: concluded(manifest, layout), savedVersion: content.schemaVersion }
}

/**
 * Reads what lists of runs have of analysis.json.
 * @param {RunLayout} layout
 * @returns {ListedAnalysis | ListedLabAnalysis}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readAnalysis(layout) {
  const analysis = readJson(layout, layout.analysis)
  const fault = analysisFault(analysis)
  if (fault === null) return analysis
  throw new WorkshopError('ERR_DAMAGED_RUN', { path: layout.analysis, problem: fault })
}

/** Returns why an analysis.json cannot be listed, as a part of a sentence. @param {any} analysis @returns {string | null} */
function analysisFault(analysis) {
  const { schemaVersion, problem } = analysis
  const other = schemaVersion === SAME_WHEN_LISTED ? null : otherVersion(analysis, ANALYSIS_SCHEMA_VERSION, WRITE_AGAIN)
  if (other !== null) return other
  const type = 'lab' in analysis ? 'ListedLabAnalysis' : 'ListedAnalysis'
  const wrong = wrongValueIn(type, analysis, { isMeasured: false }) ?? (problem && wrongProblem(problem))
  return wrong ? `${wrong.place} ${wrong.problem}${WRITE_AGAIN}` : null
}

/** @param {RunLayout} layout @param {string} file @returns {any} an object */
function readJson(layout, file) {
  const content = parse(textOf(layout, file))
  if (content !== undefined) return isObject(content) ? content : {}
  throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem: 'it is not JSON, or cut off' })
}

/** @param {RunLayout} layout @param {string} file */
function textOf({ root }, file) {
  try {
    return readPlainFile(file, { within: root, mostBytes: MOST_JSON_BYTES })
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
 * Returns a run whose process was killed, or met a full disk, as failed: it could not save how the run ended. The process of another
 * container or machine cannot be looked up; in a copy of its run folder nobody measures.
 * @template {RunManifest | LabManifest} Manifest
 * @param {Manifest} manifest
 * @param {RunLayout} layout
 * @returns {Manifest}
 */
function concluded(manifest, { root }) {
  const { status, pid, pidPlace } = manifest
  if (status !== 'running') return manifest
  const isElsewhere = pidPlace !== undefined && !isDeepStrictEqual(pidPlace, processPlace())
  if (isElsewhere && isMadeHere(root, manifest)) return { ...manifest, status: 'unknown' }
  if (!isElsewhere && isMeasuring(manifest)) return manifest
  return { ...manifest, status: 'failed', problem: { code: 'ERR_ENDED', details: { pid } } }
}

/** Returns whether the process that began a run is still there, and is no later one of the same number. @param {RunManifest | LabManifest} manifest */
function isMeasuring({ pid, pidStart = null }) {
  if (pid <= 0 || pid === process.pid || !isRunning(pid)) return false
  return pidStart === null || processStart(pid) === pidStart
}
