import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { WorkshopError } from '../errors/errors.js'
import { isObject } from '../errors/type-guards.js'
import { withChecksum, withoutChecksum } from '../system/files/checksum.js'
import { formatJson } from '../system/files/files.js'
import { processPlace, processStart } from '../system/process-table.js'
import { isRunning } from '../system/processes.js'
import { wrongProblem, wrongValueIn } from './check-record.js'
import { MOST_JSON_BYTES, parse, textOr, unreadable } from './folder-reader.js'
import { isFileName } from './run-layout.js'
import { otherVersion, upgradeManifest } from './upgrade.js'

/** @import { KnownLabs, LabManifest } from './lab-types.js' */
/** @import { RunFolder } from './run-folder.js' */
/** @import { ListedAnalysis, ListedLabAnalysis, RunManifest, RunOrigin } from './types.js' */

/** The schema of run.json, flames.json and sources.json. Since schema 8 a run has checksums. */
export const SCHEMA_VERSION = /** @type {const} */ (8)
/** The schema of analysis.json, which `npm run report` writes again in the present one. */
const ANALYSIS_SCHEMA_VERSION = 8
/** Schema 7 differs in gates and in the comparison with a baseline alone, which lists do not have. */
const SAME_WHEN_LISTED = 7
const WRITE_AGAIN = '; the command report <run folder> writes it again'

/** Returns whether a run is that of a lab. @param {RunManifest | LabManifest} manifest @returns {manifest is LabManifest} */
export function isLab(manifest) {
  return 'lab' in manifest
}

/**
 * Reads run.json; one of schema 6 or 7 is brought to the present schema.
 * @param {RunFolder} folder @param {KnownLabs} [labs]
 * @returns {RunManifest | LabManifest}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readManifest(folder, labs) {
  const saved = readJson(folder, folder.manifest)
  const manifest = upgradeManifest(saved)
  const other = otherVersion(manifest, SCHEMA_VERSION, '; no published version reads it: measure again')
  if (other !== null) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: folder.root, problem: other })
  const fault = manifestFault(manifest, labs) ?? checksumFault(saved)
  if (fault !== null) throw new WorkshopError('ERR_DAMAGED_RUN', { path: folder.manifest, problem: fault })
  return concluded(manifest, folder)
}

/** Returns the text of run.json with the checksum of its content, in any form of the JSON. @param {RunOrigin} manifest */
export function manifestText({ checksum: _, ...content }) {
  const text = formatJson(content)
  const { checksum } = JSON.parse(withChecksum(JSON.stringify(JSON.parse(text))))
  return text.replace(/\n}$/, `,\n  "checksum": "${checksum}"\n}\n`)
}

/** Returns why a run.json is not as it was saved, as a part of a sentence. @param {any} saved @returns {string | null} */
function checksumFault(saved) {
  if (saved.checksum === undefined && saved.schemaVersion < SCHEMA_VERSION) return null
  if (withoutChecksum(JSON.stringify(saved)) === null) return 'its content does not fit its checksum'
  return saved.status === 'running' || saved.checksums ? null : 'it has no checksums of the other files'
}

/**
 * Reads what lists of runs have of analysis.json.
 * @param {RunFolder} folder @returns {ListedAnalysis | ListedLabAnalysis}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readAnalysis(folder) {
  const analysis = readJson(folder, folder.analysis)
  const fault = analysisFault(analysis)
  if (fault === null) return analysis
  throw new WorkshopError('ERR_DAMAGED_RUN', { path: folder.analysis, problem: fault })
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

/** @param {RunFolder} folder @param {string} file @returns {any} an object */
function readJson({ root }, file) {
  const text = textOr(file, { within: root, mostBytes: MOST_JSON_BYTES }, function fail(error) {
    if (error.fault !== 'missing') throw unreadable(file, error)
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: error.message }, error)
  })
  const content = parse(text)
  if (content !== undefined) return isObject(content) ? content : {}
  throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem: 'it is not JSON, or cut off' })
}

/**
 * Returns a run whose process was killed, or met a full disk, as failed: it could not save how the run ended. The process of another
 * container or machine cannot be looked up; in a copy of its run folder nobody measures.
 * @template {RunManifest | LabManifest} Manifest
 * @param {Manifest} manifest @param {RunFolder} folder @returns {Manifest}
 */
function concluded(manifest, folder) {
  const { status, pid, pidPlace } = manifest
  if (status !== 'running') return manifest
  const isElsewhere = pidPlace !== undefined && !isDeepStrictEqual(pidPlace, processPlace())
  if (isElsewhere && folder.isMadeHere(manifest)) return { ...manifest, status: 'unknown' }
  if (!isElsewhere && isMeasuring(manifest)) return manifest
  return { ...manifest, status: 'failed', problem: { code: 'ERR_ENDED', details: { pid } } }
}

/** Returns whether the process that began a run is still there, and is no later one of the same number. @param {RunManifest | LabManifest} manifest */
function isMeasuring({ pid, pidStart = null }) {
  if (pid <= 0 || pid === process.pid || !isRunning(pid)) return false
  return pidStart === null || processStart(pid) === pidStart
}

/**
 * Returns the number of a folder in its file system. Another folder has another one, also a copy or one that was unpacked.
 * @param {string} folder
 * @returns {string | undefined} undefined where there is none
 */
export function inodeOf(folder) {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino.toString()
}

/**
 * Returns what is wrong with a run.json, as a part of a sentence.
 * @param {any} manifest in the present schema
 * @param {KnownLabs} [labs] without them the run of any lab is checked for what every lab has
 * @returns {string | null}
 */
export function manifestFault(manifest, labs) {
  const type = 'lab' in manifest ? labTypeOf(manifest, labs) : 'RunManifest'
  if (type === null) return `this version has no lab ${JSON.stringify(manifest.lab.name)}`
  const wrong =
    wrongValueIn(type, manifest, { isMeasured: false }) ?? (manifest.problem && wrongProblem(manifest.problem))
  if (wrong) return `${wrong.place} ${wrong.problem}`.trim()
  return 'lab' in manifest ? namesFault(manifest.lab.variants) : experimentFault(manifest)
}

/** @param {{ lab: unknown }} manifest @param {KnownLabs} [labs] @returns {string | null} null where there is no such lab */
function labTypeOf({ lab }, labs) {
  const name = /** @type {{ name?: unknown } | null} */ (lab)?.name
  if (!labs || typeof name !== 'string') return 'LabManifest'
  return labs.get(name)?.types.manifest ?? null
}

/** @param {RunManifest} manifest */
function experimentFault({ experiment, design }) {
  const known = new Set(experiment.variants.map(({ name }) => name))
  const { toggles = [] } = experiment
  const named = [...toggles.flatMap(({ pairs }) => pairs.flat()), ...(design.profiledVariants ?? [])]
  const unknown = named.find(name => !known.has(name))
  if (unknown !== undefined) return `it has no variant ${JSON.stringify(unknown)}`
  if (new Set(toggles.map(({ pairs: [[baseline]] }) => baseline)).size > 1)
    return '/experiment/toggles must have one baseline'
  const profilers = design.profilers.find(({ name }) => !isFileName(name))
  if (profilers) return `/design/profilers has ${JSON.stringify(profilers.name)}, which is no name`
  return namesFault(experiment.variants)
}

/** @param {{ name: string }[]} variants */
function namesFault(variants) {
  const names = variants.map(({ name }) => name)
  const wrong = names.find((name, index) => !isFileName(name) || names.indexOf(name) < index)
  return wrong === undefined ? null : `a variant is called ${JSON.stringify(wrong)}, which is no name of its own`
}
