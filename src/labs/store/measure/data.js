import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../../../errors/errors.js'
import { lastLines } from '../../../errors/words.js'
import { withDeadline } from '../../../system/deadline.js'
import { readTail } from '../../../system/files/files.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { startProcess } from '../../../system/processes.js'
import { copiesFolder } from '../../skeleton/sample-files.js'

/** Where the filled store stays from run to run. */
const FOLDER = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'store')
/** The file of lmdb. */
const DATA_FILE = 'store.mdb'
const FILL_LIMIT_MS = 120_000

/**
 * Returns a copy of the filled store for one run, on the file system of the original. The store is filled when it is not there yet.
 * @param {object} options
 * @param {string} options.filler program, relative to the folder of the workshop
 * @param {string} options.logPath file that its output is appended to
 * @param {AbortSignal} options.signal
 * @param {string} [options.folder] where the filled store stays
 * @returns {Promise<{ path: string, bytes: number, remove: () => Promise<void> }>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function storeData({ folder = FOLDER, ...options }) {
  const filled = path.join(folder, 'filled')
  const bytes = (await sizeOf(filled)) ?? (await fill(filled, options))
  const copies = await copiesFolder(folder)
  await cp(filled, copies.path, { recursive: true })
  return { ...copies, bytes }
}

/** @param {string} folder @returns {Promise<number | null>} null where there is none */
async function sizeOf(folder) {
  try {
    return (await stat(path.join(folder, DATA_FILE))).size
  } catch {
    return null
  }
}

/**
 * Fills a temporary folder first: one that is there is complete.
 * @param {string} folder
 * @param {{ filler: string, logPath: string, signal: AbortSignal }} options
 */
async function fill(folder, { filler, logPath, signal }) {
  const temporary = `${folder}.${process.pid}.part`
  await mkdir(path.dirname(folder), { recursive: true })
  const child = startProcess({
    command: process.execPath,
    args: [path.join(workshopRoot, filler)],
    env: { ...process.env, NODE_OPTIONS: '', DATA: temporary, ENGINE: 'lmdb', EXECUTOR: 'inline', SEED: '1' },
    stdoutPath: logPath,
    stderrPath: logPath
  })
  try {
    const exit = await withDeadline(child.exited, {
      limitMs: FILL_LIMIT_MS,
      signal,
      late: () => failure({ code: 'late', limitMs: FILL_LIMIT_MS })
    })
    if (exit.code !== 0) throw failure({ code: 'exited', exit })
    await rename(temporary, folder).catch(unlessThere)
    return (await sizeOf(folder)) ?? 0
  } finally {
    await child.end({ signal: 'SIGKILL' })
    await rm(temporary, { recursive: true, force: true })
  }

  /** @param {import('../../../errors/types.js').ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', { tool: 'node', what: filler, problem, tail: lastLines(readTail(logPath)) })
  }
}

/** Another run may have filled the folder at the same time. @param {NodeJS.ErrnoException} error */
function unlessThere(error) {
  if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
}
