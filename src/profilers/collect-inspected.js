import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { readTail } from '../system/files.js'
import { threadOfFile } from './inspected.js'
import { frameTeller } from './name-frames.js'

/**
 * @import { ThreadTree } from '../profile/types.js'
 * @import { Collected, Leftover } from './index.js'
 */

const nothingSeen = {
  cpuprofile: 'the inspector took no sample while the server was loaded',
  heapprofile: 'the inspector sampled no allocation'
}

/**
 * Reads what the inspector left of each thread of a launch.
 * @param {Leftover} leftover
 * @param {'cpuprofile' | 'heapprofile'} ending
 * @param {(file: string, thread: { pid: number, threadId: number }) => Promise<ThreadTree[] | null>} readThread one tree
 *   or none; null for a file to pass over
 * @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE when no thread has a tree
 */
export async function collectInspected({ folder, stderr }, ending, readThread) {
  const tellFrames = frameTeller()
  /** @type {Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const name of await readdir(folder)) {
    const thread = name.endsWith(`.${ending}`) ? threadOfFile(name) : null
    const file = path.join(folder, name)
    const trees = thread && (await readThread(file, thread))
    if (!trees) continue
    collected.artifacts.push({ kind: ending, path: file })
    collected.trees.push(...trees.map(tree => ({ ...tree, profile: tellFrames(tree.profile) })))
  }
  if (collected.trees.length > 0) return collected
  throw new WorkshopError('ERR_EMPTY_PROFILE', {
    what: folder,
    problem: nothingSeen[ending],
    tail: lastLines(readTail(stderr))
  })
}
