import { existsSync, readFileSync } from 'node:fs'
import { WorkshopError } from '../errors.js'
import { isRunning } from '../system/processes.js'
import { runLayout } from './run-layout.js'

/**
 * @typedef {object} SavedRun everything that was measured
 * @property {import('../types.js').RunManifest} manifest
 * @property {import('../types.js').SliceRecord[]} slices
 * @property {import('../types.js').LaunchRecord[]} launches
 * @property {import('../types.js').ProfileRecord[]} profiles
 * @property {import('../types.js').Artifact[]} artifacts what the tools themselves left for people to read
 */

/**
 * Reads a run folder, finished or not.
 * @param {string} root
 * @returns {SavedRun}
 * @throws {WorkshopError} ERR_NO_SUCH_RUN
 */
export function readRun(root) {
  const layout = runLayout(root)
  const manifest = readManifest(layout)
  const launches = readJsonLines(layout.launches)
  const profiles = launches
    .map(launch => layout.launch(launch.id).profile)
    .filter(file => existsSync(file))
    .map(file => JSON.parse(readFileSync(file, 'utf8')))
  return {
    manifest,
    slices: readJsonLines(layout.slices),
    launches,
    profiles,
    artifacts: findArtifacts(manifest, layout)
  }
}

/**
 * @param {import('../types.js').RunManifest} manifest
 * @param {import('./run-layout.js').RunLayout} layout
 * @returns {import('../types.js').Artifact[]}
 */
function findArtifacts({ experiment, design }, layout) {
  const possible = experiment.variants.flatMap(({ name }) => [
    { kind: /** @type {const} */ ('flame'), variant: name, generator: null, path: layout.flame(name) },
    ...design.loads.flatMap(({ generator }) => [
      { kind: /** @type {const} */ ('ticks'), variant: name, generator, path: layout.ticks(name, generator) },
      { kind: /** @type {const} */ ('table'), variant: name, generator, path: layout.toolTable(name, generator) }
    ])
  ])
  return possible
    .filter(artifact => existsSync(artifact.path))
    .map(artifact => ({ ...artifact, path: layout.relative(artifact.path) }))
}

/** @param {import('./run-layout.js').RunLayout} layout */
function readManifest(layout) {
  let manifest
  try {
    manifest = JSON.parse(readFileSync(layout.manifest, 'utf8'))
  } catch (error) {
    throw new WorkshopError(
      'ERR_NO_SUCH_RUN',
      { path: layout.root, problem: /** @type {Error} */ (error).message },
      error
    )
  }
  if (manifest.schemaVersion === 1) return concluded(manifest)
  const problem = `it has schema version ${manifest.schemaVersion}, this workshop reads 1`
  throw new WorkshopError('ERR_NO_SUCH_RUN', { path: layout.root, problem })
}

/**
 * A workshop that was killed, or met a full disk, could not say how its run ended.
 * @param {import('../types.js').RunManifest} manifest
 * @returns {import('../types.js').RunManifest}
 */
function concluded(manifest) {
  const { status, pid } = manifest
  if (status !== 'running' || (pid !== process.pid && isRunning(pid))) return manifest
  const message = 'The workshop ended without saying why: it was killed, or could not write any more.'
  return { ...manifest, status: 'failed', problem: { code: 'ERR_SYSTEM', message } }
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
