import { readdirSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../src/errors/errors.js'
import { RunFolder } from '../../src/runs/run-folder.js'

/**
 * Returns the run folder that can be shown: the one with figures, which a run that was killed does not have, that the process has measured
 * and whose variants are the revisions. Other programs can write folders too.
 * @param {string} profilesFolder
 * @param {{ pid: number, commits: string[] }} measured
 * @returns {string | null}
 */
export function analysedRun(profilesFolder, measured) {
  const folders = readdirSync(profilesFolder).map(name => path.join(profilesFolder, name))
  return folders.find(folder => isOf(new RunFolder(folder), measured)) ?? null
}

/** @param {RunFolder} run @param {{ pid: number, commits: string[] }} measured */
function isOf(run, { pid, commits }) {
  if (!run.isAnalysed) return false
  try {
    run.readAnalysis()
    const manifest = run.readManifest()
    const variants = 'experiment' in manifest ? manifest.experiment.variants : []
    return manifest.pid === pid && commits.every((commit, index) => isCommit(commit, variants[index]?.commit))
  } catch (error) {
    if (error instanceof WorkshopError) return false
    throw error
  }
}

/** @param {string} commit @param {string} [short] its first digits */
function isCommit(commit, short) {
  return short !== undefined && short !== '' && commit.startsWith(short)
}
