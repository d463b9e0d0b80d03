import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { runProgram } from './processes.js'

/** @typedef {{ version: string, file: string }} NodeBinary `version` such as v24.1.0 */

const isWindows = process.platform === 'win32'
const program = isWindows ? 'node.exe' : 'node'

/** Where version managers keep their versions, and the place of the binary below each. */
const managers = [
  { folder: [process.env.NVM_DIR ?? '~/.nvm', 'versions/node'], inside: 'bin' },
  { folder: [process.env.FNM_DIR ?? '~/.local/share/fnm', 'node-versions'], inside: 'installation/bin' },
  { folder: [process.env.VOLTA_HOME ?? '~/.volta', 'tools/image/node'], inside: 'bin' },
  { folder: [process.env.MISE_DATA_DIR ?? '~/.local/share/mise', 'installs/node'], inside: 'bin' },
  { folder: [process.env.ASDF_DATA_DIR ?? '~/.asdf', 'installs/nodejs'], inside: 'bin' },
  { folder: [process.env.N_PREFIX ?? '/usr/local', 'n/versions/node'], inside: 'bin' }
]

/**
 * Returns the newest node binary of a version that is on this machine: the path itself, the one that runs this, one of PATH, or
 * one of a version manager (nvm, fnm, volta, mise, asdf, n).
 * @param {string} wanted a version such as 24 or 24.1, or the path of a binary
 * @param {AbortSignal} signal
 * @returns {Promise<NodeBinary | null>} null where there is none
 */
export async function findNodeBinary(wanted, signal) {
  const isPath = /[\\/]/.test(wanted)
  const files = isPath ? [path.resolve(wanted)] : [process.execPath, ...inPath(), ...inManagers()]
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

function inPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return folders.map(folder => path.join(folder, program))
}

function inManagers() {
  return managers.flatMap(function binariesOf({ folder, inside }) {
    const root = path.join(...folder).replace(/^~/, homedir())
    const versions = existsSync(root) ? readdirSync(root) : []
    return versions.map(version => path.join(root, version, ...(isWindows ? [] : [inside]), program))
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
