import path from 'node:path'
import { readPlainFile, UnreadFile } from '../system/files/read-plain-file.js'
import { MOST_TICKS_BYTES } from './find-artifacts.js'

/** @import { Artifact } from './types.js' */

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
