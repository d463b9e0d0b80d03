import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { analyse } from '../../analyse.js'
import { WorkshopError } from '../../errors/errors.js'
import { collectProfiles } from '../../measure/launch/collect-profiles.js'
import { problemOf } from '../../measure/project/problem-of.js'
import { saveTexts } from '../../measure/project/save-texts.js'
import { leaveOutForeignLibraries } from '../../profilers/foreign-libraries.js'
import { RunFolder } from '../../runs/run-folder.js'
import { notPlainEntry } from '../../system/files/file-kind.js'
import { addPackageLines, saveSources } from './save-report.js'

/** @import { ErrorDetails } from '../../errors/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { Unread } from '../../runs/types.js' */

/**
 * Reads a run. Where it ended before it read the profiles of its launches, they are read and saved first. The folder may come from
 * someone else: nothing is read or written through a link in it, and what is in it decides of no program what it loads.
 * @param {RunFolder} folder @param {object} session @param {AbortSignal} session.signal
 * @param {(launches: number) => void} session.notify is called before profiles are read
 * @param {(sentence: string) => void} session.warn is called where an error of the system left profiles unread or texts unwritten
 * @returns {Promise<SavedRun>}
 * @throws {WorkshopError} those of `folder.read()`, ERR_INTERRUPTED
 */
export async function readRunWithProfiles(folder, { signal, notify, warn }) {
  const saved = folder.read()
  /** @type {Unread[]} */
  const unread = []
  const launches = launchesToRead(saved, folder).filter(function isUnchanged({ id }) {
    const changed = folder.changedIn(id, saved.manifest)
    for (const file of changed) unread.push({ ...whole(file), reason: 'checksum' })
    return changed.length === 0
  })
  if (launches.length === 0) return withUnread(saved, unread)
  // Programs of another working folder read its logs.
  const run = new RunFolder(path.resolve(folder.root))
  const link = notPlainEntry(run.root)
  if (link !== null) return withUnread(saved, [...unread, { ...whole(run.relative(link)), reason: 'not-plain' }])
  notify(launches.length)
  const problem = await problemOf(async function collect() {
    for (const { id } of launches) unread.push(...(await foreignLibraries(run, id)))
    const later = { isCopy: !folder.isMadeHere(saved.manifest) }
    await collectProfiles({ run, saved: { ...saved, launches }, signal, notify() {}, later })
    const complete = await addPackageLines(folder, folder.read())
    await saveTexts(run, complete, file => unread.push({ ...whole(file), reason: 'bad-table' }))
    await saveSources(run, complete, analyse(complete).analysis)
  }, folder)
  if (signal.aborted) throw withLeft(signal.reason, folder, folder.read())
  if (problem?.code === 'ERR_DEFECT') throw problem
  if (problem) warn(`Not everything that the run left could be read and saved: ${reasonOf(problem)}.`)
  return withUnread(folder.read(), unread)
}

/**
 * Returns an interruption with the number of launches whose profiles it left to {@link readRunWithProfiles}, and any other error as it is.
 * @param {WorkshopError} error @param {RunFolder} folder @param {SavedRun} saved
 */
export function withLeft(error, folder, saved) {
  const unread = launchesToRead(saved, folder).length
  if (error.code !== 'ERR_INTERRUPTED' || unread === 0) return error
  const { signal } = /** @type {WorkshopError<'ERR_INTERRUPTED'>} */ (error).details
  return new WorkshopError('ERR_INTERRUPTED', { signal, unread }, error)
}

/** Returns what the system says without the advice to a run. @param {WorkshopError} problem @returns {string} */
function reasonOf({ code, details, message }) {
  return code === 'ERR_SYSTEM'
    ? /** @type {ErrorDetails['ERR_SYSTEM']} */ (details).problem
    : message.replace(/\.$/, '')
}

/** @param {SavedRun} saved @param {Unread[]} more @returns {SavedRun} */
function withUnread(saved, more) {
  return { ...saved, unread: [...saved.unread, ...more] }
}

/** @param {string} file */
function whole(file) {
  return { file, lines: null, place: null }
}

/** Leaves the libraries out of a launch's logs that are none of this machine. @type {(run: RunFolder, id: string) => Promise<Unread[]>} */
async function foreignLibraries(run, id) {
  const leftOut = await leaveOutForeignLibraries(run.launch(id).folder, realpathSync(run.root))
  return leftOut.map(({ file, ...lines }) => ({ ...whole(run.relative(file)), reason: 'foreign-library', lines }))
}

/**
 * Returns the launches whose profiles were not read: none of a run that is complete or still measures.
 * @type {(saved: SavedRun, run: RunFolder) => SavedRun['launches']}
 */
function launchesToRead({ manifest: { status }, launches, profiles, problems, unread }, run) {
  if (status !== 'interrupted' && status !== 'failed') return []
  const known = new Set([...profiles.map(({ launch }) => launch), ...problems.map(({ id }) => id)])
  const damaged = new Set(unread.map(({ file }) => file))
  return launches.filter(function isLeft({ id, profiler }) {
    const { folder, profile } = run.launch(id)
    return profiler !== 'none' && !known.has(id) && !damaged.has(run.relative(profile)) && isFolder(folder)
  })
}

/** Returns whether a folder is there, or a link that may lead to one. @param {string} file */
function isFolder(file) {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats !== undefined && (stats.isDirectory() || stats.isSymbolicLink())
}
