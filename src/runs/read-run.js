import { WorkshopError } from '../errors/errors.js'
import { readTail } from '../system/files/files.js'
import { findArtifacts } from './artifacts.js'
import { wrongProblem } from './check-record.js'
import { folderReader, parse } from './folder-reader.js'
import { readLaunches } from './read-launches.js'
import { isLab, readManifest, readSavedManifest } from './read-manifest.js'
import { upgradeProblem } from './upgrade.js'

/** @import { LaunchTrees } from '../profile/types.js' */
/** @import { RunLayout } from './run-layout.js' */
/** @import { Truth } from '../verdict/types.js' */
/** @import { KnownLabs } from './lab-types.js' */
/** @import { Artifact, LaunchProblem, LaunchRecord, ProfileRecord, RunManifest, SliceRecord, SourceExcerpt, Unread } from './types.js' */

/**
 * @typedef {object} SavedRun everything that was measured
 * @property {RunManifest} manifest
 * @property {SliceRecord[]} slices under the loads of the experiment, of all requests together
 * @property {SliceRecord[]} requestSlices of single requests of several; analysed by themselves
 * @property {LaunchRecord[]} launches
 * @property {LaunchProblem[]} problems
 * @property {ProfileRecord[]} profiles
 * @property {LaunchTrees[]} trees those of the baseline first
 * @property {number} [foldedFunctions] those that are one function in `trees`, because there are too many
 * @property {string[]} treeless launches whose call trees are missing or damaged
 * @property {SourceExcerpt[] | null} sources null of a run that was saved without
 * @property {Artifact[]} artifacts what the tools themselves left for people to read
 * @property {Unread[]} unread what is damaged, and in no other part
 */

/**
 * Reads the run folder of a lab, complete or not: its manifest, and its records by what they are. What is damaged is skipped and noted.
 * @param {RunLayout} layout @param {KnownLabs} labs
 * @returns {{ manifest: any, unread: Unread[], [kind: string]: any } | null} of the types of the lab; null of the run of an experiment
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readLab(layout, labs) {
  const manifest = readManifest(layout, labs)
  if (!isLab(manifest)) return null
  const reader = folderReader(layout)
  const { records = {}, otherNames = () => [] } = labs.get(manifest.lab.name) ?? {}
  const names = new Set([...manifest.lab.variants.map(({ name }) => name), ...otherNames(manifest)])
  const read = Object.entries(records).map(([kind, { file, type }]) => [
    kind,
    reader.lines(layout.records(file), type, { check: isOfVariant, keyOf: JSON.stringify })
  ])
  return { manifest, ...Object.fromEntries(read), unread: reader.unread }

  /** @param {{ variant?: string }} record */
  function isOfVariant({ variant }) {
    return variant === undefined || names.has(variant) ? null : 'unknown-variant'
  }
}

/**
 * Reads the run folder of an experiment, complete or not. What is damaged is skipped and noted.
 * @param {RunLayout} layout @returns {SavedRun}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN, ERR_UNREADABLE_FILE
 */
export function readRun(layout) {
  const { manifest, savedVersion } = readSavedManifest(layout)
  if (isLab(manifest))
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: layout.root, problem: 'it is the run of a lab' })
  const reader = folderReader(layout)
  /** @type {LaunchProblem[]} */
  const problems = reader.lines(layout.problems, 'PlannedLaunch', { upgrade: upgradeProblem, check: problemFault })
  const { slices, ...launched } = readLaunches(reader, layout, { manifest, savedVersion, problems })
  return {
    manifest,
    slices: slices.filter(({ request }) => request === undefined),
    requestSlices: slices.filter(({ request }) => request !== undefined),
    ...launched,
    problems,
    sources: reader.json(layout.sources, 'SavedSources')?.excerpts ?? null,
    artifacts: findArtifacts(manifest, layout, launched.profiles, reader),
    unread: reader.unread
  }
}

/** @param {unknown} problem */
function problemFault(problem) {
  return wrongProblem(problem) ? 'wrong-value' : null
}

/**
 * Reads the costs that the servers of a calibration run measured themselves: one line on stderr per launch.
 * @param {RunLayout} layout @param {LaunchRecord[]} launches @returns {Truth[]}
 * @throws {WorkshopError} ERR_DAMAGED_RUN
 */
export function readTruths(layout, launches) {
  return launches.flatMap(function readOne({ id, variant, profiler }) {
    const file = layout.launch(id).stderr
    const [, json] = /^truth (\{.*\})$/m.exec(readTail(file)) ?? []
    if (json === undefined) return []
    const { micros, bytes } = Object(parse(json))
    if (isCost(micros) && isCost(bytes)) return [{ variant, profiler, micros, bytes }]
    const problem = 'the cost that the server measured itself is not JSON, or has no figures'
    throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem })
  })
}

/** @param {unknown} cost @returns {cost is number | null} */
function isCost(cost) {
  return cost === null || typeof cost === 'number'
}
