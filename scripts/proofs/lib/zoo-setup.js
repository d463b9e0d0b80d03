import { existsSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../../src/errors/errors.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { runProgram } from '../../../src/system/processes.js'
import { allKinds, ZOO_FOLDER } from '../../../test/fixtures/servers/zoo/catalog.js'

const compiler = path.join(workshopRoot, 'node_modules/typescript/bin/tsc')
/** The folder of the kinds that share their packages. */
const SHARED = ''
/** A project with a script of its own is built by it, any other is compiled. */
const BUILT_BY_SCRIPT = ['next']

/**
 * Installs the packages of kinds where they are missing, and builds their servers: TypeScript with source maps.
 * @param {string[]} names of the kinds
 * @param {AbortSignal} [signal]
 */
export async function prepareZoo(names, signal) {
  const chosen = allKinds.filter(({ name }) => names.includes(name))
  for (const project of new Set(chosen.map(kind => kind.project ?? SHARED))) {
    await installWhereMissing(project, signal)
    await buildZoo(project, signal)
  }
}

/**
 * Installs the packages of a project where they are missing.
 * @param {string} [project]
 * @param {AbortSignal} [signal]
 */
export async function installWhereMissing(project = SHARED, signal) {
  if (!isInstalled(project)) await install(project, signal)
}

/**
 * Returns whether the packages of a project are installed.
 * @param {string} [project]
 */
export function isInstalled(project = SHARED) {
  return existsSync(path.join(folderOf(project), 'node_modules', '.package-lock.json'))
}

/**
 * Builds the servers of a project.
 * @param {string} [project]
 * @param {AbortSignal} [signal]
 */
export async function buildZoo(project = SHARED, signal) {
  if (BUILT_BY_SCRIPT.includes(project)) await runOrFail('npm', ['run', 'build'], project, signal)
  else await runOrFail(process.execPath, [compiler, '-p', '.'], project, signal)
}

/** @param {string} project @param {AbortSignal} [signal] */
async function install(project, signal) {
  console.error(`installs packages: npm ci in ${path.join(ZOO_FOLDER, project)}`)
  await runOrFail('npm', ['ci'], project, signal)
}

/** @type {(command: string, args: string[], project: string, signal?: AbortSignal) => Promise<void>} */
async function runOrFail(command, args, project, signal) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const { code, stdout, stderr } = await runProgram(command, args, { cwd: folderOf(project), env, signal })
  if (code === 0) return
  throw new WorkshopError('ERR_SYSTEM', { problem: `${command} ${args.join(' ')} failed: ${stderr || stdout}` })
}

/** @param {string} project */
function folderOf(project) {
  return path.join(workshopRoot, ZOO_FOLDER, project)
}
