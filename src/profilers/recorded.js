import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { writeInFolder } from '../system/files/files.js'
import { frameNamer } from './name-frames.js'
import { emptyProfile } from './run-tool.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { StackPlace } from '../profile/read/read-waits.js' */
/** @import { ThreadTree } from '../profile/types.js' */
/** @import { Attachment, AttachTarget, Collected, Leftover, Profiler, ServerStart, ServerThread } from './index.js' */
/** @import { Thread } from './threads.js' */

/**
 * @typedef {object} Recording what the agent records of each thread
 * @property {'cpu' | 'heap' | 'waits'} kind
 * @property {'cpuprofile' | 'heapprofile' | 'waits'} extension of the file of a thread; the first two are opened by other tools
 * @property {boolean} [isFromWarm] whether it starts once the server is warm, and not as early as possible
 * @property {Record<string, string>} [env] variables of the server
 * @property {(file: string, thread: Thread, launch: RecordedLaunch) => Promise<ThreadTree[] | null>} readThread returns one tree or
 *   none, and null for a file to skip
 *
 * @typedef {Pick<Leftover, 'slices'> & { sourceAt: (place: StackPlace) => StackPlace }} RecordedLaunch `sourceAt` returns a place in
 *   compiled code as one in its source
 */

const emptyCodes = /** @type {const} */ ({
  cpuprofile: 'no-samples',
  heapprofile: 'no-allocations',
  waits: 'no-requests-followed'
})

/**
 * Returns a profiler of V8, or of node, that the agent runs inside of each thread, through a session of the inspector that opens no port.
 * @param {Pick<Profiler, 'name' | 'isOfWholeLaunch' | 'isPaced'>} profiler @param {Recording} recording
 */
export function recordedProfiler(profiler, recording) {
  return {
    ...profiler,
    commandFor: recordedCommand,
    attach: (/** @type {AttachTarget} */ target) => recordThreads(target, recording),
    collect: (/** @type {Leftover} */ leftover) => collectRecorded(leftover, recording)
  }

  /** @param {ServerStart} start */
  function recordedCommand({ command, cwd }) {
    // With a session, each call of the console's own methods also makes a message for it.
    return { command, cwd, env: { WORKSHOP_RECORD: recording.kind, WORKSHOP_CONSOLE: 'plain', ...recording.env } }
  }
}

/**
 * Records every thread of a launch that listens or is a worker, including those that start during the warm-up.
 * @param {AttachTarget} launch @param {Recording} recording @returns {Promise<Attachment>}
 */
async function recordThreads({ threads, folder, port }, { extension, isFromWarm = false }) {
  /** @type {Set<ServerThread>} */
  const recorded = new Set()
  if (!isFromWarm) await recordNew()
  return { start: recordNew, finish, close() {} }

  async function recordNew() {
    const fresh = threads().filter(thread => !recorded.has(thread))
    for (const thread of fresh) recorded.add(thread)
    await Promise.all(fresh.map(thread => unlessGone(thread, thread.record(port))))
  }

  async function finish() {
    const left = threads().filter(thread => recorded.has(thread))
    await Promise.all(left.map(thread => unlessGone(thread, save(thread))))
  }

  /** @param {ServerThread} thread */
  async function save(thread) {
    const { profile } = await thread.takeRecording()
    await writeInFolder(path.join(folder, `${threadFile(thread)}.${extension}`), JSON.stringify(profile))
  }

  /**
   * Waits for what was asked of a thread, and ignores its failure when the thread has ended: a worker may end at any time.
   * @param {ServerThread} thread @param {Promise<unknown>} asked
   */
  async function unlessGone(thread, asked) {
    try {
      await asked
    } catch (error) {
      if (threads().includes(thread)) throw error
    }
  }
}

/** @param {Thread} thread */
function threadFile({ pid, threadId }) {
  return threadId === 0 ? `process-${pid}` : `process-${pid}-worker-${threadId}`
}

/**
 * Returns the thread that a file is of.
 * @param {string} name of a file of {@link recordThreads}, with any extension
 * @returns {Thread | null}
 */
function threadOfFile(name) {
  const [, pid, threadId = '0'] = /^process-(\d+)(?:-worker-(\d+))?\./.exec(name) ?? []
  return pid === undefined ? null : { pid: Number(pid), threadId: Number(threadId) }
}

/**
 * Reads the profile of each thread of a launch.
 * @param {Leftover} leftover @param {Recording} recording @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE when no thread has a tree, and what `readThread` throws
 */
async function collectRecorded(leftover, { extension, readThread }) {
  const { folder, slices, stderr, isCopy } = leftover
  const { nameFrames, sourceAt } = await frameNamer(folder, { isCopy })
  /** @type {Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const name of await readdir(folder)) {
    const thread = name.endsWith(`.${extension}`) ? threadOfFile(name) : null
    const file = path.join(folder, name)
    const trees = thread && (await readThread(file, thread, { slices, sourceAt }))
    if (!trees) continue
    if (extension !== 'waits') collected.artifacts.push({ kind: extension, path: file })
    collected.trees.push(...trees.map(tree => ({ ...tree, profile: nameFrames(tree.profile) })))
  }
  if (collected.trees.length > 0) return collected
  throw emptyProfile(folder, { code: emptyCodes[extension] }, stderr)
}
