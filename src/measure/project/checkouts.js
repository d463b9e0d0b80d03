import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { lastLines } from '../../errors/words.js'
import { readPlainFile } from '../../system/files/read-plain-file.js'
import { INSTALL_LIMIT_MS, runProgram } from '../../system/processes.js'
import {
  addWorktree,
  findRepository,
  hasRevision,
  hasUncommitted,
  removeWorktrees,
  shallowAdvice
} from '../../system/worktrees.js'

/**
 * @typedef {object} Installer
 * @property {string} lockfile
 * @property {string[] | null} command that installs exactly what the lockfile has; null where there is none here
 * @property {number} leastMajor version of the program: an older one installs something else, and says nothing
 */

const npm = ['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline']
/** By lockfile; the first one that a project has counts. @type {Record<string, string[] | null>} */
const commands = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'],
  'yarn.lock': ['yarn', 'install', '--frozen-lockfile'],
  'bun.lock': null,
  'bun.lockb': null
}
/** The lockfiles that revisions are installed from. */
export const lockfiles = Object.keys(commands).filter(name => commands[name])
/** Only lockfiles of Yarn 2 and later have it. https://yarnpkg.com/migration/guide */
const YARN_2 = /^__metadata:/m

/**
 * @typedef {object} Checkout a revision of a project, ready to start
 * @property {string} revision as the user named it; `.` is the working tree
 * @property {string} commit abbreviated; empty of the working tree
 * @property {string} root the top folder of the repository
 * @property {string} cwd the place of the project in it
 */

/** The working tree as it is, with what is installed there. */
const WORKING_TREE = '.'

/**
 * Checks revisions out, each into a temporary folder, installs them from their lockfiles, and removes them after use.
 * @template T
 * @param {object} asked @param {string[]} asked.revisions
 * @param {string} asked.folder of the project, in a repository
 * @param {AbortSignal} asked.signal
 * @param {(step: { revision: string }) => void} asked.notify before its packages are installed
 * @param {(checkouts: Checkout[], facts: { top: string, hasUncommitted: boolean }) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {WorkshopError} ERR_NO_REPOSITORY, ERR_REVISION, ERR_NO_INSTALLER, ERR_INSTALL
 */
export async function withCheckouts({ revisions, folder, signal, notify }, use) {
  const { top, prefix } = await checkRevisions(revisions, folder)
  try {
    /** @type {Checkout[]} */
    const checkouts = []
    for (const revision of revisions) checkouts.push(await checkOut(revision))
    refuseEqualCommits(checkouts)
    return await use(checkouts, { top, hasUncommitted: await hasUncommitted(top) })
  } finally {
    await removeWorktrees(top)
  }

  /** @param {string} revision @returns {Promise<Checkout>} */
  async function checkOut(revision) {
    if (revision === WORKING_TREE) return { revision, commit: '', root: top, cwd: folder }
    signal.throwIfAborted()
    const added = await addWorktree(top, revision)
    if ('problem' in added) throw new WorkshopError('ERR_REVISION', { revision, problem: added.problem })
    const cwd = path.join(added.root, prefix)
    if (!existsSync(cwd)) throw new WorkshopError('ERR_REVISION', { revision, problem: `it has no folder ${prefix}` })
    notify({ revision })
    await install(cwd, added.root, revision, signal)
    return { revision, ...added, cwd }
  }
}

/**
 * Returns the repository of a project if it has all of the revisions.
 * @param {string[]} revisions
 * @param {string} folder of the project
 * @throws {WorkshopError} ERR_NO_REPOSITORY, ERR_REVISION
 */
export async function checkRevisions(revisions, folder) {
  const repository = await findRepository(folder)
  if (!repository) throw new WorkshopError('ERR_NO_REPOSITORY', { path: folder })
  for (const revision of revisions) {
    if (revision === WORKING_TREE || (await hasRevision(repository.top, revision))) continue
    const problem = `the repository has no such commit${await shallowAdvice(repository.top)}`
    throw new WorkshopError('ERR_REVISION', { revision, problem })
  }
  return repository
}

/** @param {Checkout[]} checkouts */
function refuseEqualCommits(checkouts) {
  for (const [index, { revision, commit }] of checkouts.entries()) {
    const equal = checkouts.slice(0, index).find(other => commit !== '' && other.commit === commit)
    if (equal)
      throw new WorkshopError('ERR_REVISION', { revision, problem: `it is the same commit as ${equal.revision}` })
  }
}

/**
 * Installs a project by its lockfile, or by that of the repository. A project without one must need no packages.
 * @param {string} cwd @param {string} root @param {string} revision @param {AbortSignal} signal
 */
async function install(cwd, root, revision, signal) {
  for (const folder of new Set([cwd, root])) {
    const installer = installerOf(folder)
    if (!installer) continue
    readDependencies(folder, root, revision)
    const { lockfile, command, leastMajor } = installer
    if (!command) {
      const problem = `it has ${lockfile}, and bun is not supported (npm, pnpm and yarn are)`
      throw new WorkshopError('ERR_REVISION', { revision, problem })
    }
    const [program = ''] = command
    const version = await runProgram(program, ['--version'], { cwd: folder, signal })
    if (version.code !== 0 || !(Number.parseInt(version.stdout, 10) >= leastMajor))
      throw new WorkshopError('ERR_NO_INSTALLER', { revision, lockfile, program, leastMajor })
    return runInstall(command, { folder, revision, signal })
  }
  if (Object.keys(readDependencies(cwd, root, revision)).length > 0)
    throw new WorkshopError('ERR_REVISION', { revision, problem: 'it has packages but no lockfile' })
}

/**
 * Runs a command that installs packages into a folder.
 * @param {string[]} command @param {{ folder: string, revision: string, signal: AbortSignal }} bounds `revision`: what errors name
 * @throws {WorkshopError} ERR_INSTALL
 */
export async function runInstall(command, { folder, revision, signal }) {
  const [program = '', ...args] = command
  const bounds = { cwd: folder, signal, limitMs: INSTALL_LIMIT_MS }
  const { stdout, stderr, ...exit } = await runProgram(program, args, bounds)
  if (exit.code === 0) return
  const details = { revision, command: command.join(' '), exit, tail: lastLines(`${stdout}\n${stderr}`) }
  throw new WorkshopError('ERR_INSTALL', details)
}

/**
 * Returns the packages that a package.json names; none where there is no such file.
 * @param {string} folder @param {string} root @param {string} revision @returns {object}
 * @throws {WorkshopError} ERR_REVISION where the file is damaged, as by a merge
 */
function readDependencies(folder, root, revision) {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return {}
  try {
    return Object(JSON.parse(readPlainFile(file))).dependencies ?? {}
  } catch (error) {
    const name = path.relative(root, file).replaceAll('\\', '/')
    const fault = /** @type {Error} */ (error).message.replace(/\s+/g, ' ')
    const problem = `its ${name} cannot be read (${fault}); correct it and commit, or name another revision`
    throw new WorkshopError('ERR_REVISION', { revision, problem }, error)
  }
}

/**
 * Returns what installs the packages of a folder, by its lockfile; null where it has none.
 * @param {string} folder @returns {Installer | null}
 */
export function installerOf(folder) {
  const lockfile = Object.keys(commands).find(name => existsSync(path.join(folder, name)))
  if (lockfile === undefined) return null
  if (lockfile === 'yarn.lock' && YARN_2.test(readFileSync(path.join(folder, lockfile), 'utf8')))
    return { lockfile, command: ['yarn', 'install', '--immutable'], leastMajor: 2 }
  return { lockfile, command: commands[lockfile] ?? null, leastMajor: 0 }
}
