import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { managedFolders } from './node-managers.js'
import { inPackage, nodeCache, nodeProgram } from './node-package.js'
import { runProgram } from './processes.js'

/** @typedef {{ version: string, file: string }} NodeBinary `version` such as v24.1.0 */

/**
 * Returns the newest node binary of a version that is on this machine: the path itself, the one that runs this, one of a version
 * manager (nvm, fnm, volta, mise, asdf, n), one that was installed for an earlier comparison, or one of PATH. PATH is last, as it
 * may have a script of a version manager in place of the binary.
 * @param {string} wanted a version such as 24 or 24.1, or the path of a binary
 * @param {AbortSignal} signal
 * @returns {Promise<NodeBinary | null>} null where there is none
 */
export async function findNodeBinary(wanted, signal) {
  const isPath = /[\\/]/.test(wanted)
  const files = isPath ? [path.resolve(wanted)] : [process.execPath, ...inManagers(), ...inPath()]
  const found = await Promise.all([...new Set(files)].filter(file => existsSync(file)).map(readVersion))
  const fitting = found.flatMap(each => (each && (isPath || isOf(each.version, wanted)) ? [each] : []))
  return fitting.sort((a, b) => compareVersions(b.version, a.version))[0] ?? null

  /** @param {string} file @returns {Promise<NodeBinary | null>} */
  async function readVersion(file) {
    const { code, stdout } = await runProgram(file, ['--version'], { signal })
    const version = stdout.trim()
    return code === 0 && /^v\d+\./.test(version) ? { version, file } : null
  }
}

/**
 * Returns a node binary where it is one of this machine, and else the one that runs this: a file can name any program.
 * @param {string} file
 */
export function installedNode(file) {
  return [process.execPath, ...inManagers(), ...inPath()].includes(file) ? file : process.execPath
}

function inPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return folders.map(folder => path.join(folder, nodeProgram))
}

function inManagers() {
  const folders = [...managedFolders(process.env), { root: nodeCache(), inside: inPackage }]
  return folders.flatMap(function binariesOf({ root, inside }) {
    const versions = existsSync(root) ? readdirSync(root) : []
    return versions.map(version => path.join(root, version, inside, nodeProgram))
  })
}

/** @type {(version: string, wanted: string) => boolean} */
function isOf(version, wanted) {
  return `${version}.`.startsWith(`v${wanted.replace(/^v/, '')}.`)
}

/** @type {(one: string, other: string) => number} */
function compareVersions(one, other) {
  const [a, b] = [one, other].map(version => version.slice(1).split('.').map(Number))
  return (a ?? []).map((part, index) => part - (b?.[index] ?? 0)).find(difference => difference !== 0) ?? 0
}
