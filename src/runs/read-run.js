import { existsSync, readFileSync } from 'node:fs'
import { WorkshopError } from '../errors.js'
import { readManifest } from './read-manifest.js'
import { runLayout } from './run-layout.js'

/**
 * @import { LaunchTrees } from '../profile/types.js'
 * @import { RunLayout } from './run-layout.js'
 * @import { Artifact, LaunchProblem, LaunchRecord, ProfileRecord, RunManifest, SliceRecord } from './types.js'
 */

/**
 * @typedef {object} SavedRun everything that was measured
 * @property {RunManifest} manifest
 * @property {SliceRecord[]} slices
 * @property {LaunchRecord[]} launches
 * @property {LaunchProblem[]} problems
 * @property {ProfileRecord[]} profiles
 * @property {Artifact[]} artifacts what the tools themselves left for people to read
 */

/**
 * Reads a run folder, finished or not.
 * @param {string} root
 * @returns {SavedRun}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export function readRun(root) {
  const layout = runLayout(root)
  const manifest = manifestOf(layout)
  const launches = readJsonLines(layout.launches)
  const profiles = launches.flatMap(launch => readJsonIfThere(layout.launch(launch.id).profile))
  return {
    manifest,
    slices: readJsonLines(layout.slices),
    launches,
    problems: readJsonLines(layout.problems),
    profiles,
    artifacts: findArtifacts(manifest, layout, profiles)
  }
}

/**
 * What there is for people to read: one of each kind a variant, whatever the number of launches.
 * @param {RunManifest} manifest
 * @param {RunLayout} layout
 * @param {ProfileRecord[]} profiles
 * @returns {Artifact[]}
 */
function findArtifacts({ experiment, design }, layout, profiles) {
  const tables = experiment.variants.flatMap(({ name: variant }) =>
    design.loads.map(({ generator }) => ({ kind: /** @type {const} */ ('table'), variant, profiler: null, generator }))
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
 * A line that was cut off by a crash is the last one, and is left out.
 * @param {string} file
 * @returns {any[]}
 */
function readJsonLines(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map(line => JSON.parse(line))
}

/**
 * @param {string} file
 * @returns {any[]} its content, or nothing
 */
function readJsonIfThere(file) {
  return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : []
}

/**
 * The call trees of a run, which are large and not always needed; those of the baseline first.
 * @param {string} root
 * @returns {LaunchTrees[]}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export function readTrees(root) {
  const layout = runLayout(root)
  const order = manifestOf(layout).experiment.variants.map(({ name }) => name)
  const trees = readJsonLines(layout.launches).flatMap(({ id }) => readJsonIfThere(layout.launch(id).trees))
  return trees.sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
}
