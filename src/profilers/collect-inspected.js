import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { readTail } from '../system/files.js'
import { threadOfFile } from './inspected.js'
import { frameNamer } from './name-frames.js'

/**
 * @import { ThreadTree } from '../profile/types.js'
 * @import { Collected, Leftover } from './index.js'
 */

const emptyProblems = {
  cpuprofile: 'the inspector took no sample while the server was loaded',
  heapprofile: 'the inspector sampled no allocation'
}

/**
 * Reads the profile of each thread of a launch.
 * @param {Leftover} leftover
 * @param {'cpuprofile' | 'heapprofile'} extension
 * @param {(file: string, thread: { pid: number, threadId: number }) => Promise<ThreadTree[] | null>} readThread returns
 *   one tree or none, and null for a file to skip
 * @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE when no thread has a tree
 */
export async function collectInspected({ folder, stderr }, extension, readThread) {
  const nameFrames = frameNamer()
  /** @type {Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const name of await readdir(folder)) {
    const thread = name.endsWith(`.${extension}`) ? threadOfFile(name) : null
    const file = path.join(folder, name)
    const trees = thread && (await readThread(file, thread))
    if (!trees) continue
    collected.artifacts.push({ kind: extension, path: file })
    collected.trees.push(...trees.map(tree => ({ ...tree, profile: nameFrames(tree.profile) })))
  }
  if (collected.trees.length > 0) return collected
  throw new WorkshopError('ERR_EMPTY_PROFILE', {
    what: folder,
    problem: emptyProblems[extension],
    tail: lastLines(readTail(stderr))
  })
}

/**
 * Reads a profile that was saved over the inspector.
 * @template T
 * @param {string} file
 * @param {(content: any) => T} read takes the parsed JSON
 * @returns {Promise<T>}
 * @throws {WorkshopError} ERR_TOOL when it is broken
 */
export async function readProfileFile(file, read) {
  const text = await readFile(file, 'utf8')
  try {
    return read(JSON.parse(text))
  } catch (error) {
    const problem = /** @type {Error} */ (error).message
    throw new WorkshopError('ERR_TOOL', { tool: 'the inspector', what: file, problem, tail: '' }, error)
  }
}
