import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { appendJsonLine, makeNewFolder, writeAtomic } from '../system/files/files.js'
import { inodeOf, manifestText } from './read-manifest.js'
import { RunFolder } from './run-folder.js'

/** @import { LabManifest } from './lab-types.js' */
/** @import { RunManifest, RunOrigin } from './types.js' */

/** The folder of a run that this process measures. @template {RunOrigin} Manifest */
export class RunWriter extends RunFolder {
  #manifest

  /** @param {string} root @param {Manifest} manifest */
  constructor(root, manifest) {
    super(root)
    this.#manifest = { ...manifest, inode: inodeOf(root) }
  }

  /** Writes run.json, with the checksums of the other files once the run has ended. */
  begin() {
    // Until a run has ended its other files change.
    const ending = this.#manifest.status === 'running' ? {} : { checksums: this.checksums() }
    return writeAtomic(this.manifest, manifestText({ ...this.#manifest, ...ending }))
  }

  /** Changes run.json. @param {Partial<Manifest>} changes */
  async update(changes) {
    this.require()
    this.#manifest = { ...this.#manifest, ...changes }
    await this.begin()
  }
}

/** @template {object} Records @typedef {{ [Kind in keyof Records]: { file: string } }} FilesOf */

/**
 * The folder of a lab's run that this process measures.
 * @template {LabManifest} Manifest @template {object} Records
 * @extends {RunWriter<Manifest>}
 */
export class LabRunWriter extends RunWriter {
  #files
  /** The play of a repeat that records are of: {@link OfPlay}. @type {number | undefined} */
  play

  /** @param {string} root @param {Manifest} manifest @param {FilesOf<Records>} files */
  constructor(root, manifest, files) {
    super(root, manifest)
    this.#files = files
  }

  /**
   * Saves a record at once.
   * @template {keyof Records} Kind
   * @param {Kind} kind @param {Records[Kind] extends (infer Record)[] ? Record : never} record
   */
  append(kind, record) {
    appendJsonLine(path.join(this.root, this.#files[kind].file), { ...Object(record), play: this.play })
  }
}

/**
 * Makes a new run folder and opens it for writing. Nothing in it is ever overwritten by another run.
 * @param {string} profilesFolder
 * @param {string} name what follows the time in the folder's name
 * @param {RunManifest} manifest @returns {Promise<RunWriter<RunManifest>>}
 * @throws {WorkshopError} ERR_RUN_FOLDER
 */
export function createRun(profilesFolder, name, manifest) {
  return makeRun(profilesFolder, name, manifest.startedAt, async function open(root) {
    for (const folder of ['launches', 'generators']) await mkdir(path.join(root, folder))
    return new RunWriter(root, manifest)
  })
}

/**
 * Makes a new run folder for a lab and opens it for writing.
 * @template {LabManifest} Manifest @template {object} Records
 * @param {string} profilesFolder @param {Manifest} manifest
 * @param {FilesOf<Records>} files of its records
 * @returns {Promise<LabRunWriter<Manifest, Records>>}
 * @throws {WorkshopError} ERR_RUN_FOLDER
 */
export function createLabRun(profilesFolder, manifest, files) {
  const { lab, startedAt } = manifest
  return makeRun(profilesFolder, lab.name, startedAt, async root => new LabRunWriter(root, manifest, files))
}

/**
 * Makes a run folder with its run.json.
 * @template {RunWriter<any>} Run
 * @param {string} profilesFolder @param {string} name @param {string} startedAt @param {(root: string) => Promise<Run>} open
 */
async function makeRun(profilesFolder, name, startedAt, open) {
  const time = startedAt.slice(0, 19).replaceAll(':', '-')
  let made = ''
  try {
    made = await makeNewFolder(profilesFolder, `${time}-${name}`)
    const run = await open(made)
    await run.begin()
    return run
  } catch (error) {
    // Nobody could read it without run.json, as on a full disk.
    if (made !== '') await rm(made, { recursive: true, force: true })
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const taken = code === 'ENOTDIR' || (code === 'EEXIST' && existsSync(profilesFolder))
    const problem = taken ? 'a file is in the way' : message
    throw new WorkshopError('ERR_RUN_FOLDER', { path: path.resolve(profilesFolder), problem }, error)
  }
}
