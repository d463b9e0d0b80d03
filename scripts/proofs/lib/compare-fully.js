import { readdirSync } from 'node:fs'
import path from 'node:path'
import { quote } from 'shell-quote'
import { WorkshopError } from '../../../src/errors/errors.js'
import { workshopRoot } from '../../../src/system/files/workshop-root.js'
import { runProgram } from '../../../src/system/processes.js'

/** @import { Experiment } from '../../../src/experiments/types.js' */

const LIMIT_MS = 20 * 60_000
const BLAME = ['--profiler', 'prof,cdp']

/**
 * Plays `workshop compare` with the servers of an experiment, as a person types it.
 * @param {{ experiment: Experiment, seed: number, folder: string, signal: AbortSignal, options?: string[] }} asked `options`: how it is
 *   measured, beside the load
 * @returns {Promise<string>} the run folder
 */
export async function compareFully({ experiment: { name, variants, request }, seed, folder, signal, options = BLAME }) {
  console.error(`${name}: workshop compare`)
  const out = path.join(folder, 'compare', name)
  const args = [
    'scripts/workshop.js',
    'compare',
    ...variants.map(({ command, env }) =>
      quote([...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...command])
    ),
    ...variants.flatMap(variant => ['--name', variant.name]),
    ...variants.flatMap(({ cwd = workshopRoot }) => ['--cwd', cwd]),
    '--path',
    request.path,
    ...Object.entries(request.headers).flatMap(([key, value]) => ['--header', `${key}: ${value}`]),
    ...(request.body === undefined ? [] : ['--method', request.method ?? 'POST', '--body', request.body]),
    ...['--load', 'autocannon', ...options, '--seed', String(seed), '--out', out, '--quiet']
  ]
  const { code, stderr } = await runProgram(process.execPath, args, { cwd: workshopRoot, signal, limitMs: LIMIT_MS })
  // Exit code 3 without a message: measured, and no verdict, as on a busy machine.
  if (code !== 0 && stderr !== '')
    throw new WorkshopError('ERR_SYSTEM', { problem: `workshop compare failed: ${stderr}` })
  const newest = readdirSync(out)
    .filter(each => each.includes('-compare'))
    .sort()
    .at(-1)
  return path.join(out, newest ?? '')
}
