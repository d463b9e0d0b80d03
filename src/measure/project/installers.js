import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Installer
 * @property {string} lockfile
 * @property {[string, ...string[]] | null} command that installs exactly what the lockfile has; null where there is none here
 * @property {number} leastMajor version of the program: an older one installs something else, and says nothing
 */

const npm = /** @type {const} */ (['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline'])
/** The lockfiles that revisions are installed from. */
export const lockfiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock']
/** The first one that a project has counts. */
const known = [...lockfiles, 'bun.lock', 'bun.lockb']
/** Only lockfiles of Yarn 2 and later have it. https://yarnpkg.com/migration/guide */
const YARN_2 = /^__metadata:/m

/**
 * Returns what installs the packages of a folder, by its lockfile; null where it has none.
 * @param {string} folder
 * @returns {Installer | null}
 */
export function installerOf(folder) {
  const lockfile = known.find(name => existsSync(path.join(folder, name)))
  if (lockfile === undefined) return null
  const isYarn2 = lockfile === 'yarn.lock' && YARN_2.test(readFileSync(path.join(folder, lockfile), 'utf8'))
  return { lockfile, command: commandOf(lockfile, isYarn2), leastMajor: isYarn2 ? 2 : 0 }
}

/** @param {string} lockfile @param {boolean} isYarn2 @returns {Installer['command']} */
function commandOf(lockfile, isYarn2) {
  switch (lockfile) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return [...npm]
    case 'pnpm-lock.yaml':
      return ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline']
    case 'yarn.lock':
      return ['yarn', 'install', isYarn2 ? '--immutable' : '--frozen-lockfile']
    default:
      return null
  }
}
