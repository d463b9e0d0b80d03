import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Installer
 * @property {string} lockfile
 * @property {[string, ...string[]] | null} command that installs exactly what the lockfile has; null where there is none here
 */

const npm = /** @type {const} */ (['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline'])
/** The first lockfile that a project has counts. */
const lockfiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']
/** Only lockfiles of Yarn 2 and later have it. https://yarnpkg.com/migration/guide */
const YARN_2 = /^__metadata:/m

/**
 * Returns what installs the packages of a folder, by its lockfile; null where it has none.
 * @param {string} folder
 * @returns {Installer | null}
 */
export function installerOf(folder) {
  const lockfile = lockfiles.find(name => existsSync(path.join(folder, name)))
  return lockfile === undefined ? null : { lockfile, command: commandOf(folder, lockfile) }
}

/** @param {string} folder @param {string} lockfile @returns {Installer['command']} */
function commandOf(folder, lockfile) {
  switch (lockfile) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return [...npm]
    case 'pnpm-lock.yaml':
      return ['pnpm', 'install', '--frozen-lockfile', '--prefer-offline']
    case 'yarn.lock': {
      const isYarn2 = YARN_2.test(readFileSync(path.join(folder, lockfile), 'utf8'))
      return ['yarn', 'install', isYarn2 ? '--immutable' : '--frozen-lockfile']
    }
    default:
      return null
  }
}
