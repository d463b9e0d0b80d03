import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { appendJsonLine, copyToNew, formatJson, writeAtomic } from '../system/files/files.js'
import { readTickTexts } from './artifacts.js'
import { toSavedTrees } from './call-trees.js'
import { isMadeHere, readAnalysis, readManifest, SCHEMA_VERSION } from './read-manifest.js'
import { readLab, readRun, readTruths } from './read-run.js'
import { runLayout } from './run-layout.js'

/** @import { FlameGraph } from '../flame/types.js' */
/** @import { LaunchTrees } from '../profile/types.js' */
/** @import { Analysis } from '../types.js' */
/** @import { KnownLabs, LabAnalysis, LabManifest } from './lab-types.js' */
/** @import { Artifact, LaunchProblem, LaunchRecord, ProfileRecord, RunOrigin, SliceRecord, SourceExcerpt } from './types.js' */

/**
 * The folder of a run: what reads it, and what writes into it while it is there. Only here and in the modules beside are paths in it made.
 * Writing rejects with ERR_RUN_REMOVED where the folder is gone, or an error of the system.
 */
export class RunFolder {
  /** @param {string} root */
  constructor(root) {
    this.root = root
    /** For the modules beside and for tests. */
    this.layout = runLayout(root)
  }

  /** The name of the folder. */
  get name() {
    return path.basename(this.root)
  }

  /** The folder of all runs. */
  get profilesFolder() {
    return path.dirname(path.resolve(this.root))
  }

  /** Where the stack of an error is written that nobody expected. */
  get defect() {
    return this.layout.defect
  }

  /** Where the report is as a page. */
  get page() {
    return this.layout.page
  }

  /** Whether the run has figures, which one that was killed does not. */
  get isAnalysed() {
    return existsSync(this.layout.analysis)
  }

  /** Where an upload lab stores, while it measures. */
  get store() {
    return this.layout.store
  }

  /** Where the process that plays the cells of a lab prints. */
  get cellsLog() {
    return this.layout.cellsLog
  }

  /** Returns the paths of a launch's own folder. @param {string} id */
  launch(id) {
    return this.layout.launch(id)
  }

  /** Returns where a load generator prints. @param {string} generator */
  generatorLog(generator) {
    return this.layout.generatorLog(generator)
  }

  /** Returns the path of a file from the run folder. @param {string} file */
  relative(file) {
    return this.layout.relative(file)
  }

  /** Returns the path of an artifact from the run folder. @param {Omit<Artifact, 'path'>} artifact */
  nameOf(artifact) {
    return this.relative(this.layout.artifact(artifact))
  }

  /**
   * Returns the path of a file, its links followed; null where it is missing, or a name or a link in a folder from someone else leads out.
   * @param {string} name relative to the folder
   */
  async realFile(name) {
    try {
      const file = await realpath(path.join(this.root, name))
      return file.startsWith(realpathSync(this.root) + path.sep) ? file : null
    } catch {
      return null
    }
  }

  /** Reads run.json as {@link readManifest} does. @param {KnownLabs} [labs] */
  readManifest(labs) {
    return readManifest(this.layout, labs)
  }

  /** Reads analysis.json as {@link readAnalysis} does. */
  readAnalysis() {
    return readAnalysis(this.layout)
  }

  /** Reads the run of an experiment as {@link readRun} does. */
  read() {
    return readRun(this.layout)
  }

  /** Reads the run of a lab as {@link readLab} does. @param {KnownLabs} labs */
  readLab(labs) {
    return readLab(this.layout, labs)
  }

  /** Reads the costs that the servers of a calibration measured as {@link readTruths} does. @param {LaunchRecord[]} launches */
  readTruths(launches) {
    return readTruths(this.layout, launches)
  }

  /** Reads the output of --prof-process as {@link readTickTexts} does. @param {Artifact[]} artifacts */
  readTickTexts(artifacts) {
    return readTickTexts(this.root, artifacts)
  }

  /** Reads a text that a profiler left. @param {string} name relative to the folder */
  readText(name) {
    return readFile(path.join(this.root, name), 'utf8')
  }

  /** Returns whether the run was measured in this folder, as {@link isMadeHere} does. @param {Pick<RunOrigin, 'inode'>} manifest */
  isMadeHere(manifest) {
    return isMadeHere(this.root, manifest)
  }

  /** @throws {WorkshopError} ERR_RUN_REMOVED where the folder is gone: the first file would make it anew */
  require() {
    if (!existsSync(this.layout.manifest)) throw new WorkshopError('ERR_RUN_REMOVED', { path: this.root })
  }

  /** Makes the folder of a launch. @param {string} id */
  async makeLaunchFolder(id) {
    const launch = this.launch(id)
    this.require()
    await mkdir(launch.folder, { recursive: true })
    return launch
  }

  /** @param {SliceRecord} slice */
  appendSlice(slice) {
    appendJsonLine(this.layout.slices, slice)
  }

  /** @param {LaunchRecord} launch */
  appendLaunch(launch) {
    appendJsonLine(this.layout.launches, launch)
  }

  /** @param {LaunchProblem} problem */
  appendProblem(problem) {
    appendJsonLine(this.layout.problems, problem)
  }

  /** @param {ProfileRecord} profile */
  writeProfile(profile) {
    return this.writeJson(this.launch(profile.launch).profile, profile)
  }

  /** @param {LaunchTrees} trees */
  writeTrees(trees) {
    return this.#write(this.launch(trees.launch).trees, JSON.stringify(toSavedTrees(trees)))
  }

  /** Writes a file that users open besides the report. @param {Omit<Artifact, 'path'>} artifact @param {string} text */
  writeArtifact(artifact, text) {
    return this.#write(this.layout.artifact(artifact), text)
  }

  /** Copies a file that a profiler left. @param {Omit<Artifact, 'path'>} artifact @param {string} name relative to the folder */
  async copyArtifact(artifact, name) {
    const target = this.layout.artifact(artifact)
    this.require()
    await mkdir(path.dirname(target), { recursive: true })
    await copyToNew(path.join(this.root, name), target)
  }

  /** Writes the figures of a run, which can be made again from the measurements at any time. @param {Analysis | LabAnalysis} analysis */
  writeAnalysis(analysis) {
    return this.writeJson(this.layout.analysis, analysis)
  }

  /** Writes the flame graphs of a run, which are large, beside its analysis. @param {FlameGraph[]} graphs */
  writeFlames(graphs) {
    return this.#write(this.layout.flames, JSON.stringify({ schemaVersion: SCHEMA_VERSION, graphs }))
  }

  /** Writes the source text of the functions that blame names. @param {SourceExcerpt[]} excerpts */
  writeSources(excerpts) {
    return this.writeJson(this.layout.sources, { schemaVersion: SCHEMA_VERSION, excerpts })
  }

  /** Writes the report of a run as Markdown. @param {string} text */
  writeSummary(text) {
    return this.#write(this.layout.summary, text)
  }

  /** Writes the report of a run as a page. @param {string} text */
  writePage(text) {
    return this.#write(this.layout.page, text)
  }

  /** Writes the cells of a lab as CSV. @param {string} text */
  writeCellsTable(text) {
    return this.#write(this.layout.cellsTable, text)
  }

  /**
   * Writes what a lab measured, also into a folder that has no run yet.
   * @param {LabManifest} manifest
   * @param {Record<string, string>} records by file, the text of its lines
   */
  async writeMeasuredLab(manifest, records) {
    await mkdir(this.root, { recursive: true })
    await writeAtomic(this.layout.manifest, `${formatJson(manifest)}\n`)
    for (const [file, text] of Object.entries(records)) await writeAtomic(this.layout.records(file), text)
  }

  /** @param {string} file @param {unknown} value @returns {Promise<string>} the file */
  writeJson(file, value) {
    return this.#write(file, `${formatJson(value)}\n`)
  }

  /** @param {string} file @param {string} text @returns {Promise<string>} the file */
  async #write(file, text) {
    this.require()
    await writeAtomic(file, text)
    return file
  }
}
