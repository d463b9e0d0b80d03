import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { listRuns } from '../../../runs/list-runs.js'
import { isMadeHere } from '../../../runs/made-here.js'
import { isLab } from '../../../runs/read-manifest.js'
import { runLayout } from '../../../runs/run-layout.js'

/** @import { ListedRun } from '../../../runs/list-runs.js' */

/**
 * Removes what a lab stored for its measurement in runs that ended without removing it: the workshop was killed. A folder from someone
 * else, a link, and a run that may still measure in another container are left as they are.
 * @param {string} profilesFolder
 */
export async function removeStores(profilesFolder) {
  for (const { folder, manifest } of listRuns(profilesFolder)) {
    const root = path.join(profilesFolder, folder)
    if (isEndedLab(manifest, root)) await rm(runLayout(root).store, { recursive: true, force: true })
  }
}

/** @param {ListedRun['manifest']} manifest @param {string} root */
function isEndedLab(manifest, root) {
  if (manifest === null || !isLab(manifest) || ['running', 'unknown'].includes(manifest.status)) return false
  return lstatSync(root).isDirectory() && isMadeHere(root, manifest)
}
