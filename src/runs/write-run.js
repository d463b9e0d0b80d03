import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { appendJsonLine, formatJson, makeNewFolder, writeAtomic, writeJson } from '../system/files/files.js'
import { toSavedTrees } from './call-trees.js'
import { inodeOf } from './made-here.js'
import { SCHEMA_VERSION } from './read-manifest.js'
import { runLayout } from './run-layout.js'

/**
 * @import { FlameGraph } from '../flame/types.js'
 * @import { LaunchTrees } from '../profile/types.js'
 * @import { Analysis } from '../types.js'
 * @import { LabAnalysis, LabManifest, LabRecorder } from './lab-types.js'
 * @import { RunLayout } from './run-layout.js'
 * @import { LaunchProblem, LaunchRecord, ProfileRecord, RunManifest, RunOrigin, SliceRecord, SourceExcerpt } from './types.js'
 */

/** @typedef {Awaited<ReturnType<typeof createRun>>} RunWriter */

/**
 * Makes a new run folder and opens it for writing. Nothing in it is ever overwritten by another run.
 * @param {string} profilesFolder
 * @param {string} name what follows the time in the folder's name
 * @param {RunManifest} manifest
 * @throws {WorkshopError} ERR_RUN_FOLDER
 */
export async function createRun(profilesFolder, name, manifest) {
  const { layout, update } = await openRun(profilesFolder, name, manifest, ['launches', 'generators'])
  return {
    ...profileWriter(layout),
    update,
    /** @param {string} id */
    async makeLaunchFolder(id) {
      const launch = layout.launch(id)
      requireRun(layout)
      await mkdir(launch.folder, { recursive: true })
      return launch
    },
    /** @param {SliceRecord} slice */
    appendSlice(slice) {
      appendJsonLine(layout.slices, slice)
    },
    /** @param {LaunchRecord} launch */
    appendLaunch(launch) {
      appendJsonLine(layout.launches, launch)
    }
  }
}

/** @typedef {ReturnType<typeof profileWriter>} ProfileWriter */

/**
 * Returns what writes the profiles of launches into a run folder, of a run that measures or of one that ended before it read them.
 * @param {RunLayout} layout
 */
export function profileWriter(layout) {
  return {
    layout,
    /** @param {LaunchProblem} problem */
    appendProblem(problem) {
      appendJsonLine(layout.problems, problem)
    },
    /** @param {ProfileRecord} profile */
    writeProfile(profile) {
      return writeJsonInRun(layout, layout.launch(profile.launch).profile, profile)
    },
    /** @param {LaunchTrees} trees */
    writeTrees(trees) {
      return writeInRun(layout, layout.launch(trees.launch).trees, JSON.stringify(toSavedTrees(trees)))
    }
  }
}

/**
 * Makes a new run folder for a lab and opens it for writing.
 * @template {LabManifest} Manifest
 * @template {object} Records
 * @param {string} profilesFolder
 * @param {Manifest} manifest
 * @param {{ [Kind in keyof Records]: { file: string } }} files of its records
 * @returns {Promise<LabRecorder<Manifest, Records> & { layout: RunLayout }>}
 * @throws {WorkshopError} ERR_RUN_FOLDER
 */
export async function createLabRun(profilesFolder, manifest, files) {
  const { layout, update } = await openRun(profilesFolder, manifest.lab.name, manifest, [])
  return {
    layout,
    update,
    append(kind, record) {
      appendJsonLine(layout.records(files[kind].file), record)
    }
  }
}

/**
 * Makes a run folder with its run.json, which `update` changes as long as it is there.
 * @template {RunOrigin} Manifest
 * @param {string} profilesFolder
 * @param {string} name
 * @param {Manifest} manifest
 * @param {string[]} folders in it
 */
async function openRun(profilesFolder, name, manifest, folders) {
  const time = manifest.startedAt.slice(0, 19).replaceAll(':', '-')
  const layout = await makeRunFolder(profilesFolder, `${time}-${name}`, folders, manifest)
  let current = { ...manifest, inode: inodeOf(layout.root) }
  return { layout, update }

  /** @param {Partial<Manifest>} changes */
  async function update(changes) {
    current = { ...current, ...changes }
    await writeJsonInRun(layout, layout.manifest, current)
  }
}

/**
 * Refuses to write into a run folder that is gone: the first file would make it anew.
 * @param {RunLayout} layout
 * @throws {WorkshopError} ERR_RUN_REMOVED
 */
export function requireRun({ root, manifest }) {
  if (!existsSync(manifest)) throw new WorkshopError('ERR_RUN_REMOVED', { path: root })
}

/**
 * Writes a file of a run that is still there.
 * @param {RunLayout} layout
 * @param {string} file
 * @param {string} text
 * @returns {Promise<void>} rejects with ERR_RUN_REMOVED or an error of the system
 */
export async function writeInRun(layout, file, text) {
  requireRun(layout)
  await writeAtomic(file, text)
}

/** @param {RunLayout} layout @param {string} file @param {unknown} value */
function writeJsonInRun(layout, file, value) {
  return writeInRun(layout, file, `${formatJson(value)}\n`)
}

/**
 * Writes the figures of a run, which can be made again from the measurements at any time, and therefore are overwritten.
 * @param {string} root the run folder
 * @param {Analysis | LabAnalysis} analysis
 * @returns {Promise<string>} the file; rejects as {@link writeInRun} does
 */
export async function writeAnalysis(root, analysis) {
  const layout = runLayout(root)
  await writeJsonInRun(layout, layout.analysis, analysis)
  return layout.analysis
}

/**
 * Writes the report of a run as Markdown.
 * @param {string} root the run folder
 * @param {string} summary
 * @returns {Promise<string>} the file; rejects as {@link writeInRun} does
 */
export async function writeSummary(root, summary) {
  const layout = runLayout(root)
  await writeInRun(layout, layout.summary, summary)
  return layout.summary
}

/**
 * Writes the flame graphs of a run, which are large, beside its analysis.
 * @param {string} root the run folder
 * @param {FlameGraph[]} graphs
 */
export function writeFlames(root, graphs) {
  const layout = runLayout(root)
  return writeInRun(layout, layout.flames, JSON.stringify({ schemaVersion: SCHEMA_VERSION, graphs }))
}

/**
 * Writes the source text of the functions that blame names.
 * @param {string} root the run folder
 * @param {SourceExcerpt[]} excerpts
 */
export function writeSources(root, excerpts) {
  const layout = runLayout(root)
  return writeJsonInRun(layout, layout.sources, { schemaVersion: SCHEMA_VERSION, excerpts })
}

/** @type {(profilesFolder: string, name: string, folders: string[], manifest: RunOrigin) => Promise<RunLayout>} `folders`: in it */
async function makeRunFolder(profilesFolder, name, folders, manifest) {
  let made = ''
  try {
    made = await makeNewFolder(profilesFolder, name)
    const layout = runLayout(made)
    for (const folder of folders) await mkdir(path.join(made, folder))
    await writeJson(layout.manifest, { ...manifest, inode: inodeOf(made) })
    return layout
  } catch (error) {
    // Nobody could read it without run.json, as on a full disk.
    if (made !== '') await rm(made, { recursive: true, force: true })
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const taken = code === 'ENOTDIR' || (code === 'EEXIST' && existsSync(profilesFolder))
    throw new WorkshopError(
      'ERR_RUN_FOLDER',
      { path: path.resolve(profilesFolder), problem: taken ? 'a file is in the way' : message },
      error
    )
  }
}
