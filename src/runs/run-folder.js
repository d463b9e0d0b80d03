import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { masked, maskedDeep } from '../errors/secrets.js'
import { appendJsonLine, copyToNew, formatJson, writeAtomic } from '../system/files/files.js'
import { plainFileChecksum, plainFileFault, readPlainFile } from '../system/files/read-plain-file.js'
import { toSavedTrees } from './call-trees.js'
import { inodeOf, manifestText, readAnalysis, readManifest, SCHEMA_VERSION } from './read-manifest.js'
import { readLab, readRun, readTickTexts, readTruths } from './read-run.js'
import { isMeasured, runFiles } from './run-layout.js'

/** @import { FlameGraph } from '../flame/types.js' */
/** @import { LaunchTrees } from '../profile/types.js' */
/** @import { Analysis } from '../types.js' */
/** @import { KnownLabs, LabAnalysis } from './lab-types.js' */
/** @import { Artifact, LaunchProblem, LaunchRecord, PackageLine, ProfileRecord, RunOrigin, SliceRecord, SourceExcerpt } from './types.js' */

const endings = { flame: 'html', clinic: 'html', cpuprofile: 'cpuprofile', heapprofile: 'heapprofile' }

/**
 * The folder of a run: the paths in it, what reads it, and what writes into it while it is there; docs/run-folder.md says what each file
 * has. A profiler names its own files in the folder of a launch. Writing rejects with ERR_RUN_REMOVED where the folder is gone, or an
 * error of the system.
 */
export class RunFolder {
  /** @param {string} root */
  constructor(root) {
    const at = (/** @type {keyof typeof runFiles} */ name) => path.join(root, runFiles[name])
    this.root = root
    this.manifest = at('manifest')
    this.slices = at('slices')
    this.launches = at('launches')
    this.problems = at('problems')
    this.sources = at('sources')
    this.analysis = at('analysis')
    this.flames = at('flames')
    this.summary = at('summary')
    this.page = at('page')
    this.defect = at('defect')
    this.cellsTable = at('cellsTable')
    this.cellsLog = at('cellsLog')
    this.store = at('store')
  }

  /** Returns the paths of a launch's own folder. @param {string} id */
  launch(id) {
    const folder = path.join(this.root, 'launches', id)
    return {
      folder,
      stdout: path.join(folder, 'stdout.log'),
      stderr: path.join(folder, 'stderr.log'),
      profile: path.join(folder, 'profile.json'),
      trees: path.join(folder, 'call-trees.json')
    }
  }

  /** Returns where a load generator prints. @param {string} generator */
  generatorLog(generator) {
    return path.join(this.root, 'generators', `${generator}.log`)
  }

  /** Returns the path of a file from the run folder. @param {string} file */
  relative(file) {
    return path.relative(this.root, file).split(path.sep).join('/')
  }

  /** Returns the path of an artifact from the run folder. @param {Omit<Artifact, 'path'>} artifact */
  nameOf({ kind, variant, profiler, generator }) {
    if (kind === 'table') return `tables/${[variant, profiler, generator].filter(Boolean).join('.')}.txt`
    if (kind === 'ticks') return `ticks/${variant}.${profiler}.${generator}.txt`
    return `profiles/${variant}.${profiler}.${endings[kind]}`
  }

  /** The name of the folder. */
  get name() {
    return path.basename(this.root)
  }

  /** The folder of all runs. */
  get profilesFolder() {
    return path.dirname(path.resolve(this.root))
  }

  /** Whether the run has figures, which one that was killed does not. */
  get isAnalysed() {
    return existsSync(this.analysis)
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
    return readManifest(this, labs)
  }

  /** Reads analysis.json as {@link readAnalysis} does. */
  readAnalysis() {
    return readAnalysis(this)
  }

  /** Reads the run of an experiment as {@link readRun} does. */
  read() {
    return readRun(this)
  }

  /** Reads the run of a lab as {@link readLab} does. @param {KnownLabs} labs */
  readLab(labs) {
    return readLab(this, labs)
  }

  /** Reads the costs that the servers of a calibration measured as {@link readTruths} does. @param {LaunchRecord[]} launches */
  readTruths(launches) {
    return readTruths(this, launches)
  }

  /** Reads the output of --prof-process as {@link readTickTexts} does. @param {Artifact[]} artifacts */
  readTickTexts(artifacts) {
    return readTickTexts(this, artifacts)
  }

  /** Reads a text that a profiler left. @param {string} name relative to the folder */
  readText(name) {
    return readFile(path.join(this.root, name), 'utf8')
  }

  /**
   * Returns whether the run was measured in this folder. Of any other, such as a folder from someone else, the files that run.json names
   * are not those that ran, and may be private. Runs of older versions count as another.
   * @param {Pick<RunOrigin, 'inode'>} manifest
   */
  isMadeHere({ inode }) {
    return inode !== undefined && inode === inodeOf(this.root)
  }

  /** @throws {WorkshopError} ERR_RUN_REMOVED where the folder is gone: the first file would make it anew */
  require() {
    if (!existsSync(this.manifest)) throw new WorkshopError('ERR_RUN_REMOVED', { path: this.root })
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
    appendJsonLine(this.slices, slice)
  }

  /** @param {LaunchRecord} launch */
  appendLaunch(launch) {
    appendJsonLine(this.launches, launch)
  }

  /** @param {LaunchProblem} problem */
  appendProblem(problem) {
    appendJsonLine(this.problems, problem)
  }

  /** @param {ProfileRecord} profile */
  writeProfile(profile) {
    return this.writeJson(this.launch(profile.launch).profile, profile)
  }

  /** @param {LaunchTrees} trees */
  writeTrees(trees) {
    return this.#write(this.launch(trees.launch).trees, JSON.stringify(toSavedTrees(maskedDeep(trees))))
  }

  /** Writes a file that users open besides the report. @param {Omit<Artifact, 'path'>} artifact @param {string} text */
  writeArtifact(artifact, text) {
    return this.#write(path.join(this.root, this.nameOf(artifact)), masked(text))
  }

  /** Copies a file that a profiler left. @param {Omit<Artifact, 'path'>} artifact @param {string} name relative to the folder */
  async copyArtifact(artifact, name) {
    const target = path.join(this.root, this.nameOf(artifact))
    this.require()
    await mkdir(path.dirname(target), { recursive: true })
    await copyToNew(path.join(this.root, name), target)
  }

  /** Writes the figures of a run, which can be made again from the measurements at any time. @param {Analysis | LabAnalysis} analysis */
  writeAnalysis(analysis) {
    return this.writeJson(this.analysis, analysis)
  }

  /** Writes the flame graphs of a run, which are large, beside its analysis. @param {FlameGraph[]} graphs */
  writeFlames(graphs) {
    return this.#write(this.flames, JSON.stringify({ schemaVersion: SCHEMA_VERSION, graphs }))
  }

  /**
   * Writes the source text of what blame names, and which lines of the app bring in packages.
   * @param {SourceExcerpt[]} excerpts @param {PackageLine[]} packageLines
   */
  writeSources(excerpts, packageLines) {
    return this.writeJson(this.sources, { schemaVersion: SCHEMA_VERSION, excerpts, packageLines })
  }

  /** Writes the report as Markdown or as a page, or the cells of a lab as CSV. @param {'summary' | 'page' | 'cellsTable'} kind @param {string} text */
  writeText(kind, text) {
    return this.#write(this[kind], text)
  }

  /** Saves the checksums of files that are written after a run has ended. Those of what was measured stay; one that was killed has none. */
  async saveChecksums() {
    this.require()
    const { checksums, ...manifest } = JSON.parse(readPlainFile(this.manifest, { within: this.root }))
    if (!checksums) return
    const measured = Object.entries(checksums).filter(([name]) => /^(slices|launches)\b/.test(name))
    const all = { ...this.checksums(), ...Object.fromEntries(measured) }
    await this.#write(this.manifest, manifestText({ ...manifest, checksums: all }))
  }

  /** Returns the checksums of all files that reports are made from, by name. @returns {Record<string, string>} */
  checksums() {
    const files = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    const names = new Set(files.map(({ parentPath, name }) => this.relative(path.join(parentPath, name))))
    const measured = [...names].filter(name => isMeasured(name, names))
    return Object.fromEntries(measured.map(name => [name, plainFileChecksum(path.join(this.root, name), this.root)]))
  }

  /** Returns the names of the files that a profiler left and that do not fit their checksums. @param {string} id of the launch @param {RunOrigin} manifest */
  changedIn(id, { checksums = {} }) {
    const names = Object.keys(checksums).filter(name => name.startsWith(`launches/${id}/`))
    const bounds = { within: this.root, mostBytes: Number.POSITIVE_INFINITY }
    const faultOf = (/** @type {string} */ name) =>
      plainFileFault(path.join(this.root, name), { ...bounds, checksum: checksums[name] })
    return names.filter(name => faultOf(name) === 'checksum')
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
