import { existsSync, readFileSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { runProgram } from '../../system/processes.js'
import { makeTemporary, removeLeftFolders } from '../../system/temporary.js'

/**
 * @import { Exit } from '../../errors/types.js'
 *
 * @typedef {object} LabPackagesProgress
 * @property {number} installed packages so far; 0 the first time
 * @property {number} packages that this machine needs
 * @property {number} MB that they use on the disk
 *
 * @typedef {object} LabPackagesOrder
 * @property {AbortSignal} signal
 * @property {(progress: LabPackagesProgress) => void} notify before the installation, and when more packages are there; never where all are
 * @property {string} [folder] with package.json and package-lock.json
 *
 * @typedef {{ version: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ [place: string]: LockedPackage }} Lock by folder, such as node_modules/azurite
 */

const labFolder = path.join(workshopRoot, 'src', 'labs')
/** Measured with npm 10 on Linux x64. */
const INSTALLED_MB = 240
const LIMIT_MS = 900_000
const PROGRESS_EVERY_MS = 1000
const REMOVAL = { recursive: true, force: true, maxRetries: 3 }
/** Lines of npm's errors without a reason. */
const FACT = /^(code|errno|syscall|path|dest) /
/** Not from .npmrc, which no npm package contains. Without a network npm retries for more than a minute by default. */
const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1']

/**
 * Installs the packages that labs need beyond those of the workshop, unless they are there in the versions of the lockfile. It
 * installs into a folder beside them and moves that to its place: an interrupted installation leaves nothing, and another run
 * that uses the packages or installs them too is not disturbed.
 * @param {LabPackagesOrder} order
 * @returns {Promise<void>} rejects with ERR_LAB_PACKAGES, or with the signal's reason
 */
export async function installLabPackages({ signal, notify, folder = labFolder }) {
  if (areInstalled(folder)) return
  signal.throwIfAborted()
  try {
    await removeLeftFolders([folder])
    const unfinished = makeTemporary(folder)
    try {
      await installInto(unfinished, { signal, notify, folder })
      await moveToPlace(unfinished, folder)
    } finally {
      await rm(unfinished, REMOVAL)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof WorkshopError ? error : failure(folder, /** @type {NodeJS.ErrnoException} */ (error))
  }
}

/** Returns whether a folder has the packages of its lockfile, in their versions. @param {string} folder */
function areInstalled(folder) {
  // npm writes this file last.
  const file = path.join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(file)) return false
  const installed = readLock(file)
  return neededPackages(folder).every(function isInPlace([place, { version, optional }]) {
    const found = installed[place]
    // Optional ones may be for another C library than this machine has.
    if (!found) return optional === true
    return found.version === version && existsSync(path.join(folder, place, 'package.json'))
  })
}

/** @param {string} unfinished @param {LabPackagesOrder & { folder: string }} order */
async function installInto(unfinished, { signal, notify, folder }) {
  const needed = neededPackages(folder).filter(([, { optional }]) => !optional)
  const limit = AbortSignal.timeout(LIMIT_MS)
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(folder, file), path.join(unfinished, file))
  notify({ installed: 0, packages: needed.length, MB: INSTALLED_MB })
  let notified = 0
  const timer = setInterval(notifyProgress, PROGRESS_EVERY_MS)
  try {
    const bounds = { cwd: unfinished, signal: AbortSignal.any([signal, limit]), limitMs: 2 * LIMIT_MS }
    const exit = await runProgram('npm', ['ci', ...options], bounds)
    if (exit.code !== 0) throw npmFailure(folder, exit)
  } catch (error) {
    if (limit.aborted && !signal.aborted)
      throw failure(folder, { code: 'ETIMEDOUT', message: `npm ci did not end within ${LIMIT_MS / 1000} s` })
    throw error
  } finally {
    clearInterval(timer)
  }

  function notifyProgress() {
    const installed = needed.filter(([place]) => existsSync(path.join(unfinished, place, 'package.json'))).length
    if (installed > notified) notify({ installed, packages: needed.length, MB: INSTALLED_MB })
    notified = installed
  }
}

/**
 * Moves new packages to their place. Those that another run has put there meanwhile stay.
 * @param {string} unfinished @param {string} folder
 */
async function moveToPlace(unfinished, folder) {
  const place = path.join(folder, 'node_modules')
  if (areInstalled(folder)) return
  if (existsSync(place)) await rename(place, path.join(unfinished, 'outdated'))
  try {
    await rename(path.join(unfinished, 'node_modules'), place)
  } catch (error) {
    if (!areInstalled(folder)) throw error
  }
}

/** Returns the packages of the lockfile that are for this machine, by their place. @param {string} folder */
function neededPackages(folder) {
  const { platform, arch } = process
  return Object.entries(readLock(path.join(folder, 'package-lock.json'))).filter(
    ([place, { os = [platform], cpu = [arch] }]) => place !== '' && os.includes(platform) && cpu.includes(arch)
  )
}

/** @param {string} file @returns {Lock} */
function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {string} folder @param {Exit & { stderr: string }} exit */
function npmFailure(folder, { code, problem, stderr }) {
  if (problem !== undefined) return failure(folder, { code: 'ENPM', message: problem })
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (\S.*)$/gm)].map(([, line = '']) => line)
  const found = lines.map(line => /^code (\S+)$/.exec(line)?.[1]).find(each => each !== undefined)
  const reason = lines.find(line => line.includes('reason:')) ?? lines.find(line => !FACT.test(line))
  return failure(folder, { code: found ?? `exit code ${code}`, message: reason ?? 'npm printed no error' })
}

/** @type {(folder: string, error: { code?: string, message: string }) => WorkshopError} */
function failure(folder, { code = '', message }) {
  return new WorkshopError('ERR_LAB_PACKAGES', { folder, code, problem: message })
}
