import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { guardFile } from '../../profilers/guard-page.js'

/** @import { Artifact } from '../../runs/types.js' */

/**
 * Returns the files of a run that its page may show and link to, and those that it may not: files outside the folder, to which a
 * name or a link in a folder from someone else leads, and pages that are not as 0x and clinic write them. Pages that versions
 * without guards have written are guarded now.
 * @param {string} root the run folder
 * @param {Artifact[]} artifacts
 * @returns {Promise<{ linked: Artifact[], refused: string[] }>} refused: paths from the folder
 */
export async function linkedArtifacts(root, artifacts) {
  const folder = await realpath(root)
  /** @type {string[]} */
  const refused = []
  for (const artifact of artifacts) if (!(await mayLink(folder, artifact))) refused.push(artifact.path)
  return { linked: artifacts.filter(artifact => !refused.includes(artifact.path)), refused }
}

/** @param {string} folder @param {Artifact} artifact */
async function mayLink(folder, { kind, path: relative }) {
  try {
    const file = await realpath(path.join(folder, relative))
    if (!file.startsWith(folder + path.sep)) return false
    return kind === 'flame' || kind === 'clinic' ? await guardFile(file) : true
  } catch {
    return false
  }
}
