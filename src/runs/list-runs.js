import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { messageOf, WorkshopError } from '../errors/errors.js'
import { RunFolder } from './run-folder.js'

/** @import { KnownLabs, LabInLists, LabManifest } from './lab-types.js' */
/** @import { ListedAnalysis, ListedLabAnalysis, RunManifest } from './types.js' */

/**
 * @typedef {object} ListedRun
 * @property {string} folder its name
 * @property {RunManifest | LabManifest | null} manifest null where it cannot be read
 * @property {ListedAnalysis | ListedLabAnalysis | null} analysis null where it cannot be read
 * @property {string | null} problem why one of them cannot be read
 * @property {boolean} hasPage
 * @property {LabInLists} [lab] what lists say of the runs of this lab; absent of an experiment, and of a lab that is not known
 */

/**
 * Lists all runs directly below a folder, newest first. What cannot be read is listed with the reason.
 * @param {string} profilesFolder @param {KnownLabs} [labs]
 * @returns {ListedRun[]} none where there is no such folder
 * @throws {WorkshopError} ERR_PROFILES_FOLDER
 */
export function listRuns(profilesFolder, labs) {
  return namesIn(profilesFolder)
    .map(name => ({ name, run: new RunFolder(path.join(profilesFolder, name)) }))
    .filter(({ run }) => existsSync(run.manifest))
    .map(({ name, run }) => ({ folder: name, ...readBoth(run, labs), hasPage: existsSync(run.page) }))
    .sort(newestFirst)
}

/** @param {string} profilesFolder */
function namesIn(profilesFolder) {
  try {
    return existsSync(profilesFolder) ? readdirSync(profilesFolder) : []
  } catch (error) {
    const { message: problem } = /** @type {Error} */ (error)
    throw new WorkshopError('ERR_PROFILES_FOLDER', { path: path.resolve(profilesFolder), problem }, error)
  }
}

/** @type {(run: RunFolder, labs?: KnownLabs) => Omit<ListedRun, 'folder' | 'hasPage'>} */
function readBoth(run, labs) {
  let manifest = null
  /** @type {LabInLists | undefined} */
  let lab
  try {
    manifest = run.readManifest(labs)
    lab = 'lab' in manifest ? labs?.get(manifest.lab.name)?.inLists : undefined
    if (!run.isAnalysed) return { manifest, lab, analysis: null, problem: whyNotAnalysed(manifest) }
    return { manifest, lab, analysis: run.readAnalysis(), problem: null }
  } catch (error) {
    if (!(error instanceof WorkshopError)) throw error
    const { details, message } = error
    const problem = 'problem' in details ? details.problem : message
    const file = run.relative(manifest ? run.analysis : run.manifest)
    return { manifest, lab, analysis: null, problem: `${file}: ${problem}` }
  }
}

/** @param {RunManifest | LabManifest} manifest */
function whyNotAnalysed({ status, problem }) {
  if (status === 'running') return 'it is still running'
  if (status === 'unknown') return 'it may still be running in another container or on another machine'
  return problem ? `it was not analysed: ${messageOf(problem)}` : 'it was not analysed'
}

/** @type {(one: ListedRun, other: ListedRun) => number} */
function newestFirst(one, other) {
  const [oneKey, otherKey] = [one, other].map(({ manifest, folder }) => `${manifest?.startedAt ?? ''} ${folder}`)
  return String(oneKey) < String(otherKey) ? 1 : -1
}
