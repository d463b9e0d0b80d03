import path from 'node:path'
import { plainFileFault, readPlainFile, UnreadFile } from '../system/files/read-plain-file.js'

/** @import { Reader } from './folder-reader.js' */
/** @import { RunLayout } from './run-layout.js' */
/** @import { Artifact, ProfileRecord, RunManifest } from './types.js' */

/** The page has the whole text. */
const MOST_TICKS_BYTES = 64e6

/**
 * Returns what there is for people to read: one of each kind per variant, whatever the number of launches.
 * @param {RunManifest} manifest @param {RunLayout} layout @param {ProfileRecord[]} profiles
 * @param {Reader} reader notes what is no file
 * @returns {Artifact[]}
 */
export function findArtifacts({ experiment, design }, layout, profiles, reader) {
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
    .filter(([file, { kind }]) => isReadable(file, kind))
    .map(([file, artifact]) => ({ ...artifact, path: layout.relative(file) }))

  /** @param {string} file @param {Artifact['kind']} kind */
  function isReadable(file, kind) {
    const fault = plainFileFault(file, {
      within: layout.root,
      mostBytes: kind === 'ticks' ? MOST_TICKS_BYTES : undefined
    })
    if (fault !== null && fault !== 'missing') reader.skip(file, fault)
    return fault === null
  }
}

/** @typedef {{ artifact: Artifact, text: string }} TickText */

/**
 * Reads the output of --prof-process of a run.
 * @param {string} root the run folder
 * @param {Artifact[]} artifacts of the same run
 * @returns {TickText[]} one per variant, profiler and load generator, without those that cannot be read
 */
export function readTickTexts(root, artifacts) {
  return artifacts
    .filter(({ kind }) => kind === 'ticks')
    .flatMap(artifact => {
      const text = textOf(path.join(root, artifact.path), root)
      return text === null ? [] : [{ artifact, text }]
    })
}

/** @param {string} file @param {string} within */
function textOf(file, within) {
  try {
    return readPlainFile(file, { within, mostBytes: MOST_TICKS_BYTES })
  } catch (error) {
    if (error instanceof UnreadFile) return null
    throw error
  }
}
