import { existsSync } from 'node:fs'
import path from 'node:path'
import { WorkshopError } from '../../../src/errors.js'
import { runProgram } from '../../../src/system/processes.js'
import { workshopRoot } from '../../../src/system/workshop-root.js'
import { ZOO_FOLDER } from '../../../test/fixtures/servers/zoo/catalog.js'

const zooRoot = path.join(workshopRoot, ZOO_FOLDER)

/** Returns whether the packages of the zoo are installed. */
export function isInstalled() {
  return existsSync(path.join(zooRoot, 'node_modules', '.package-lock.json'))
}

/**
 * Installs the packages of the zoo where they are missing.
 * @param {AbortSignal} [signal]
 */
export async function installZoo(signal) {
  if (isInstalled()) return
  console.error(`installs the packages of the zoo: npm ci in ${ZOO_FOLDER}`)
  await runOrFail('npm', ['ci'], signal)
}

/**
 * Compiles the TypeScript servers of the zoo, each with a source map.
 * @param {AbortSignal} [signal]
 */
export async function compileZoo(signal) {
  await runOrFail(process.execPath, [path.join(workshopRoot, 'node_modules/typescript/bin/tsc'), '-p', zooRoot], signal)
}

/** @type {(command: string, args: string[], signal?: AbortSignal) => Promise<void>} */
async function runOrFail(command, args, signal) {
  const { code, stdout, stderr } = await runProgram(command, args, { cwd: zooRoot, signal })
  if (code === 0) return
  throw new WorkshopError('ERR_SYSTEM', { problem: `${command} ${args.join(' ')} failed: ${stderr || stdout}` })
}
