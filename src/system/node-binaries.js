import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { inPackage, nodeCache, nodeProgram } from './node-package.js'
import { runProgram } from './processes.js'

/** Archives of Node.js for Windows have the binary at the top. */
const BIN = process.platform === 'win32' ? '' : 'bin'

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

/**
 * Returns where version managers keep a folder per version, and the place of the binary inside it, each with its defaults for this
 * platform:
 *
 * - nvm: `$NVM_DIR`, or `$XDG_CONFIG_HOME/nvm`, or `~/.nvm`: https://github.com/nvm-sh/nvm#installing-and-updating
 * - fnm: `$FNM_DIR`, or the first that exists of the data folder, `~/.fnm`, and macOS's own data folder:
 *   https://docs.rs/crate/fnm/latest/source/src/directories.rs
 * - volta: `$VOLTA_HOME`, or `~/.volta`; on Windows `%LOCALAPPDATA%\Volta`: https://docs.volta.sh/advanced/installers
 * - mise: `$MISE_DATA_DIR`, or `mise` in the data folder: https://mise.jdx.dev/directories.html
 * - asdf: `$ASDF_DATA_DIR`, or `~/.asdf`: https://asdf-vm.com/manage/configuration.html
 * - n: `$N_CACHE_PREFIX`, or `$N_PREFIX`, or `/usr/local`: https://github.com/tj/n#custom-source
 *
 * @param {NodeJS.ProcessEnv} env
 */
function managedFolders(env) {
  const home = homedir()
  const local = env.LOCALAPPDATA ?? path.join(home, 'AppData/Local')
  const data = env.XDG_DATA_HOME || (BIN ? path.join(home, '.local/share') : local)
  const nvm = env.NVM_DIR || (env.XDG_CONFIG_HOME ? path.join(env.XDG_CONFIG_HOME, 'nvm') : path.join(home, '.nvm'))
  const fnm = env.FNM_DIR ? [env.FNM_DIR] : fnmFolders(env, data)
  const volta = env.VOLTA_HOME || (BIN ? path.join(home, '.volta') : path.join(local, 'Volta'))
  const n = env.N_CACHE_PREFIX || env.N_PREFIX || '/usr/local'
  return [
    { root: path.join(nvm, 'versions/node'), inside: BIN },
    ...fnm.map(folder => ({ root: path.join(folder, 'node-versions'), inside: path.join('installation', BIN) })),
    { root: path.join(volta, 'tools/image/node'), inside: BIN },
    { root: path.join(env.MISE_DATA_DIR || path.join(data, 'mise'), 'installs/node'), inside: BIN },
    { root: path.join(env.ASDF_DATA_DIR || path.join(home, '.asdf'), 'installs/nodejs'), inside: BIN },
    { root: path.join(n, 'n/versions/node'), inside: BIN }
  ]
}

/** @param {NodeJS.ProcessEnv} env @param {string} data */
function fnmFolders(env, data) {
  const home = homedir()
  const roaming = env.APPDATA ?? path.join(home, 'AppData/Roaming')
  const others = BIN ? [path.join(home, 'Library/Application Support/fnm')] : [path.join(roaming, 'fnm')]
  return [path.join(data, 'fnm'), path.join(home, '.fnm'), ...others]
}

/**
 * Returns whether a program is node itself, and not one that starts it, such as npm.
 * @param {string} program a name or a path
 */
export function isNode(program) {
  return /^node(\.exe)?$/.test(path.basename(program))
}
