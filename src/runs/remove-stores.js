import { rm } from 'node:fs/promises'
import path from 'node:path'
import { listRuns } from './list-runs.js'
import { runLayout } from './run-layout.js'

/**
 * Removes what a lab stored for its measurement in runs that ended without removing it: the workshop was killed.
 * @param {string} profilesFolder
 */
export async function removeStores(profilesFolder) {
  const ended = listRuns(profilesFolder).filter(({ manifest }) => manifest !== null && manifest.status !== 'running')
  for (const { folder } of ended)
    await rm(runLayout(path.join(profilesFolder, folder)).store, { recursive: true, force: true })
}
