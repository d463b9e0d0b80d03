import path from 'node:path'
import { guardFile } from '../profilers/guard-page.js'

/** @import { Artifact } from '../runs/types.js' */

/**
 * Returns the files of a run that its page may link to, and the pages of 0x and clinic that it may not. Those that versions
 * without guards have written are guarded now.
 * @param {string} root the run folder
 * @param {Artifact[]} artifacts
 * @returns {Promise<{ linked: Artifact[], refused: string[] }>} refused: paths within the folder
 */
export async function linkedArtifacts(root, artifacts) {
  const pages = artifacts.filter(({ kind }) => kind === 'flame' || kind === 'clinic').map(artifact => artifact.path)
  /** @type {string[]} */
  const refused = []
  for (const page of pages) if (!(await isGuardable(path.join(root, page)))) refused.push(page)
  return { linked: artifacts.filter(artifact => !refused.includes(artifact.path)), refused }
}

/** @param {string} file */
function isGuardable(file) {
  return guardFile(file).catch(() => false)
}
