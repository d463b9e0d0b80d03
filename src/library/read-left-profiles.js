import { lstatSync } from 'node:fs'
import path from 'node:path'
import { analyseRun } from '../analyse-run.js'
import { collectProfiles } from '../measure/collect-profiles.js'
import { problemOf } from '../measure/problem-of.js'
import { saveTexts } from '../measure/save-texts.js'
import { readRun } from '../runs/read-run.js'
import { runLayout } from '../runs/run-layout.js'
import { profileWriter } from '../runs/write-run.js'
import { saveSources } from './save-sources.js'

/**
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { RunLayout } from '../runs/run-layout.js'
 */

/** What is written into, besides the folders of launches. */
const FOLDERS = ['launches', 'tables', 'ticks', 'profiles']

/**
 * Reads a run. Where it ended before it read the profiles of its launches, they are read and saved first.
 * @param {string} root the run folder
 * @param {{ signal: AbortSignal, notify: (launches: number) => void }} session `notify` is called before profiles are read
 * @returns {Promise<SavedRun>}
 * @throws {WorkshopError} those of {@link readRun}, ERR_INTERRUPTED
 */
export async function readRunWithProfiles(root, { signal, notify }) {
  const saved = readRun(root)
  const run = profileWriter(runLayout(path.resolve(root)))
  const launches = launchesToRead(saved, run.layout)
  if (launches.length === 0) return saved
  notify(launches.length)
  // Where the folder cannot be written, the report that is saved next says so.
  const problem = await problemOf(async function collect() {
    await collectProfiles({ run, saved: { ...saved, launches }, signal, notify() {}, isLater: true })
    const complete = readRun(root)
    await saveTexts(run, complete)
    await saveSources(root, complete, analyseRun(complete))
  }, root)
  signal.throwIfAborted()
  if (problem?.code === 'ERR_DEFECT') throw problem
  return readRun(root)
}

/**
 * Returns the launches whose profiles were not read: none of a run that is complete or still measures, or that would be written to
 * another place through a link.
 * @type {(saved: SavedRun, layout: RunLayout) => SavedRun['launches']}
 */
function launchesToRead({ manifest: { status }, launches, profiles, problems, unread }, layout) {
  if (status !== 'interrupted' && status !== 'failed') return []
  if (FOLDERS.some(name => isLink(path.join(layout.root, name)))) return []
  const known = new Set([...profiles.map(({ launch }) => launch), ...problems.map(({ id }) => id)])
  const damaged = new Set(unread.map(({ file }) => file))
  return launches.filter(function isLeft({ id, profiler }) {
    const { folder, profile } = layout.launch(id)
    return profiler !== 'none' && !known.has(id) && !damaged.has(layout.relative(profile)) && isFolder(folder)
  })
}

/** @param {string} file */
function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Returns whether a folder is there, and no link. @param {string} file */
function isFolder(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}
