import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @import { Artifact } from './types.js' */

/** @typedef {{ artifact: Artifact, text: string }} TickText */

/**
 * Reads the output of --prof-process of a run.
 * @param {string} root the run folder
 * @param {Artifact[]} artifacts of the same run
 * @returns {TickText[]} one per variant, profiler and load generator
 */
export function readTickTexts(root, artifacts) {
  return artifacts
    .filter(({ kind }) => kind === 'ticks')
    .map(artifact => ({ artifact, text: readFileSync(path.join(root, artifact.path), 'utf8') }))
}
