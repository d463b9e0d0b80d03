import { readdirSync } from 'node:fs'
import path from 'node:path'
import { RunFolder } from '../../src/runs/run-folder.js'

/**
 * Returns the run folder that can be shown: the one with figures, which a run that was killed does not have.
 * @param {string} profilesFolder
 * @returns {string | null}
 */
export function analysedRun(profilesFolder) {
  const folders = readdirSync(profilesFolder).map(name => path.join(profilesFolder, name))
  return folders.find(folder => new RunFolder(folder).isAnalysed) ?? null
}
