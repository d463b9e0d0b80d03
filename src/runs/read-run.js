import { existsSync, readFileSync } from 'node:fs'
import { WorkshopError } from '../errors.js'
import { launchPacker } from '../profile/packed-profile.js'
import { readTail } from '../system/files.js'
import { labRecords } from './lab-records.js'
import { isLab, readManifest } from './read-manifest.js'
import { runLayout } from './run-layout.js'
import { upgradeProblem } from './upgrade-manifest.js'

/**
 * @import { LaunchTrees } from '../profile/types.js'
 * @import { Truth } from '../verdict/types.js'
 * @import { RunLayout } from './run-layout.js'
 * @import { Artifact, LabManifests, LabName, LabRecords, LaunchProblem, LaunchRecord, ProfileRecord, RunManifest, SliceRecord, SourceExcerpt } from './types.js'
 */

/**
 * @typedef {object} SavedRun everything that was measured
 * @property {RunManifest} manifest
 * @property {SliceRecord[]} slices under the loads of the experiment, of all requests together
 * @property {SliceRecord[]} requestSlices of single requests of several; analysed by themselves
 * @property {LaunchRecord[]} launches
 * @property {LaunchProblem[]} problems
 * @property {ProfileRecord[]} profiles
 * @property {LaunchTrees[]} trees those of the baseline first
 * @property {SourceExcerpt[] | null} sources null of a run that was saved without
 * @property {Artifact[]} artifacts what the tools themselves left for people to read
 *
 * @typedef {SavedLabs[LabName]} SavedLab everything that was measured in a lab
 * @typedef {{ [Name in LabName]: { manifest: LabManifests[Name] } & LabRecords[Name] }} SavedLabs by the name of the lab
 */

/**
 * Reads the run folder of a lab, complete or not.
 * @param {string} root
 * @returns {SavedLab | null} null of the run of an experiment
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export function readLab(root) {
  const layout = runLayout(root)
  const manifest = manifestOf(layout)
  if (!isLab(manifest)) return null
  const kinds = Object.entries(labRecords[manifest.lab.name] ?? {})
  const records = kinds.map(([kind, file]) => [kind, readJsonLines(layout.records(file))])
  return /** @type {SavedLab} */ ({ manifest, ...Object.fromEntries(records) })
}

/**
 * Reads the run folder of an experiment, complete or not.
 * @param {string} root
 * @returns {SavedRun}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN, ERR_DAMAGED_RUN
 */
export function readRun(root) {
  const layout = runLayout(root)
  const manifest = manifestOf(layout)
  if (isLab(manifest)) throw new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem: 'it is the run of a lab' })
  const order = manifest.experiment.variants.map(({ name }) => name)
  const launches = readJsonLines(layout.launches)
  const profiles = launches.flatMap(launch => readJsonIfThere(layout.launch(launch.id).profile))
  const pack = launchPacker()
  const trees = launches.flatMap(({ id }) => readJsonIfThere(layout.launch(id).trees).map(pack))
  /** @type {SliceRecord[]} */
  const slices = readJsonLines(layout.slices)
  return {
    manifest,
    slices: slices.filter(({ request }) => request === undefined),
    requestSlices: slices.filter(({ request }) => request !== undefined),
    launches,
    problems: readJsonLines(layout.problems).map(problem => /** @type {LaunchProblem} */ (upgradeProblem(problem))),
    profiles,
    trees: trees.sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant)),
    sources: readJsonIfThere(layout.sources)[0]?.excerpts ?? null,
    artifacts: findArtifacts(manifest, layout, profiles)
  }
}

/**
 * Reads the costs that the servers of a calibration run measured themselves: one line on stderr per launch.
 * @param {string} root the run folder
 * @param {LaunchRecord[]} launches
 * @returns {Truth[]}
 */
export function readTruths(root, launches) {
  const layout = runLayout(root)
  return launches.flatMap(function readOne({ id, variant, profiler }) {
    const [, json] = /^truth (\{.*\})$/m.exec(readTail(layout.launch(id).stderr)) ?? []
    return json === undefined ? [] : [{ variant, profiler, ...JSON.parse(json) }]
  })
}

/**
 * Returns what there is for people to read: one of each kind per variant, whatever the number of launches.
 * @param {RunManifest} manifest
 * @param {RunLayout} layout
 * @param {ProfileRecord[]} profiles
 * @returns {Artifact[]}
 */
function findArtifacts({ experiment, design }, layout, profiles) {
  const profilers = [null, ...design.profilers.map(({ name }) => name)]
  const tables = experiment.variants.flatMap(({ name: variant }) =>
    profilers.flatMap(profiler =>
      design.loads.map(({ generator }) => ({ kind: /** @type {const} */ ('table'), variant, profiler, generator }))
    )
  )
  const left = profiles.flatMap(({ variant, profiler, artifacts }) =>
    artifacts.map(({ kind, generator = null }) => ({ kind, variant, profiler, generator }))
  )
  const order = experiment.variants.map(({ name }) => name)
  const sorted = [...left, ...tables].sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
  const byPath = new Map(sorted.map(artifact => [layout.artifact(artifact), artifact]))
  return [...byPath]
    .filter(([file]) => existsSync(file))
    .map(([file, artifact]) => ({ ...artifact, path: layout.relative(file) }))
}

/** @param {RunLayout} layout */
function manifestOf(layout) {
  try {
    return readManifest(layout)
  } catch (error) {
    const { message: problem } = /** @type {Error} */ (error)
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: layout.root, problem }, error)
  }
}

/**
 * Reads the lines of a JSON Lines file. A line that was cut off by a crash is the last one, and is skipped.
 * @param {string} file
 * @returns {any[]}
 */
function readJsonLines(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map(line => parse(line, file))
}

/** @param {string} file @returns {any[]} its content, or nothing */
function readJsonIfThere(file) {
  return existsSync(file) ? [parse(readFileSync(file, 'utf8'), file)] : []
}

/**
 * @param {string} json
 * @param {string} file where it was read
 */
function parse(json, file) {
  try {
    return JSON.parse(json)
  } catch (error) {
    const { message: problem } = /** @type {Error} */ (error)
    throw new WorkshopError('ERR_DAMAGED_RUN', { path: file, problem }, error)
  }
}
