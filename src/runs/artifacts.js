import path from 'node:path'
import { plainFileFault } from '../system/files/read-plain-file.js'
import { textOr } from './folder-reader.js'

/** @import { Reader } from './folder-reader.js' */
/** @import { RunFolder } from './run-folder.js' */
/** @import { Artifact, ProfileRecord, RunManifest } from './types.js' */

/** The page has the whole text. */
const MOST_TICKS_BYTES = 64e6

/**
 * Returns what there is for people to read: one of each kind per variant, whatever the number of launches.
 * @param {RunManifest} manifest @param {RunFolder} folder @param {ProfileRecord[]} profiles
 * @param {Reader} reader notes what is no file
 * @returns {Artifact[]}
 */
export function findArtifacts({ experiment, design }, folder, profiles, reader) {
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
  const byPath = new Map(sorted.map(artifact => [folder.nameOf(artifact), artifact]))
  return [...byPath]
    .filter(([name, { kind }]) => isReadable(path.join(folder.root, name), kind))
    .map(([name, artifact]) => ({ ...artifact, path: name }))

  /** @param {string} file @param {Artifact['kind']} kind */
  function isReadable(file, kind) {
    const mostBytes = kind === 'ticks' ? MOST_TICKS_BYTES : undefined
    const fault = plainFileFault(file, { within: folder.root, mostBytes })
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
      const bounds = { within: root, mostBytes: MOST_TICKS_BYTES }
      const text = textOr(path.join(root, artifact.path), bounds, () => null)
      return text === null ? [] : [{ artifact, text }]
    })
}
