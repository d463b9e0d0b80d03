import { pbkdf2Sync } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../../app/toggles.js'

/** @import { StoreSettings } from './settings.js' */

/**
 * @typedef {object} Engine an embedded store
 * @property {(id: string) => string | undefined} get sees every write that was acknowledged before, in any thread
 * @property {(id: string, value: string) => Promise<unknown>} put resolves when the write is committed, which acknowledges it: it is
 *   then visible to all threads, and in files of the system, so that it outlives a process that is killed. It need not be on the disk
 *   yet: a power failure may lose the last acknowledged writes, but leaves an older, complete state
 * @property {(entities: [id: string, value: string][]) => void} putAll writes all in one transaction
 * @property {() => Promise<unknown>} close writes what is outstanding to the disk
 *
 * @typedef {{ id: string, value: string | null }} Task writes the value, or, without one, reads it
 * @typedef {string | null} Result what was read; null where there is nothing, and after a write
 */

/**
 * Opens the store in a folder, and makes both where there are none.
 * @param {Pick<StoreSettings, 'data'>} settings @returns {Promise<Engine>}
 * @throws {UsageError} where its package is missing, or the folder cannot be made
 */
export async function openEngine({ data }) {
  const { open } = await import('./lmdb-engine.js').catch(explain)
  await makeFolder(data).catch(explainFolder)
  return open(data)

  /** @param {NodeJS.ErrnoException} error @returns {never} */
  function explain(error) {
    throw error.code === 'ERR_MODULE_NOT_FOUND'
      ? new UsageError('the store needs the package lmdb: npm ci --prefix src/labs')
      : error
  }

  /** @param {NodeJS.ErrnoException} error @returns {never} */
  function explainFolder({ message }) {
    throw new UsageError(`DATA must name a folder that can be made: ${message}`)
  }
}

/**
 * Makes a folder and those that it is in, where they are missing. A recursive `mkdir` of Node.js never ends below /proc, where making a
 * folder fails with ENOENT although the one above it is there.
 * @param {string} folder
 */
async function makeFolder(folder) {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory()) return
  if (!found) await makeFolder(path.dirname(folder))
  try {
    await mkdir(folder)
  } catch (error) {
    // Another process may have made it.
    if (!(await stat(folder).catch(() => null))?.isDirectory()) throw error
  }
}

/**
 * Returns the function that runs a task in this thread.
 * @param {Engine} engine
 * @param {number} rounds of SHA-256 that each task takes on top
 */
export function createTaskRunner(engine, rounds) {
  return runTask

  /** @param {Task} task @returns {Promise<Result>} */
  async function runTask({ id, value }) {
    if (rounds > 0) pbkdf2Sync(id, 'store', rounds, 32, 'sha256')
    if (value === null) return engine.get(id) ?? null
    await engine.put(id, value)
    return null
  }
}
