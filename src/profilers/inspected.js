import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { writeInFolder } from '../system/files/files.js'
import { isNode } from '../system/node-binaries.js'
import { openCdpSession } from './cdp-session.js'
import { frameNamer } from './name-frames.js'
import { emptyProfile } from './run-tool.js'

/** @import { WorkshopError } from '../errors/errors.js' */
/** @import { ThreadTree } from '../profile/types.js' */
/** @import { CdpSession, CdpTarget } from './cdp-session.js' */
/** @import { Attachment, AttachTarget, Collected, Leftover, Profiler, ServerStart } from './index.js' */
/** @import { Thread } from './threads.js' */

/**
 * @typedef {object} Probe what is recorded of each thread
 * @property {'cpuprofile' | 'heapprofile'} extension of the file of a thread
 * @property {'plain' | 'inspected'} consoleMode whether console.log also reports to the inspector
 * @property {boolean} [stopsInlining] whether V8 must inline no function
 * @property {(target: CdpTarget) => Promise<unknown>} [whenAttached] as early as possible
 * @property {(target: CdpTarget) => Promise<unknown>} [whenWarm]
 * @property {string} stopMethod of the protocol, which returns the profile
 * @property {(file: string, thread: Thread, leftover: Leftover) => Promise<ThreadTree[] | null>} readThread returns one tree or
 *   none, and null for a file to skip
 */

/**
 * Returns a profiler of V8 that is driven over the Chrome DevTools Protocol.
 * @param {Pick<Profiler, 'name' | 'isOfWholeLaunch'>} profiler @param {Probe} probe @returns {Profiler}
 */
export function inspectedProfiler(profiler, probe) {
  return {
    ...profiler,
    commandFor: start => inspectedCommand(start, probe),
    attach: target => attachInspected(target, probe),
    collect: leftover => collectInspected(leftover, probe)
  }
}

/**
 * Returns the command with its inspector open on a free port. Where the program is not node, or starts other processes,
 * the agent opens the inspector of each process that listens.
 * @param {ServerStart} start @param {Probe} probe
 */
function inspectedCommand({ command, cwd }, { consoleMode, stopsInlining = false }) {
  const [program = '', ...rest] = command
  return {
    command: isNode(program) ? [program, '--inspect=127.0.0.1:0', ...rest] : command,
    cwd,
    env: { WORKSHOP_INSPECT: '1', WORKSHOP_CONSOLE: consoleMode, ...(stopsInlining && { WORKSHOP_INLINING: 'off' }) }
  }
}

/**
 * Attaches to every process of a launch and to every worker thread, including those that start during the warm-up.
 * @param {AttachTarget} launch @param {Probe} probe @returns {Promise<Attachment>}
 */
async function attachInspected({ processes, folder }, probe) {
  /** @type {Map<number, CdpSession>} */
  const sessions = new Map()
  /** @type {Set<CdpTarget>} */
  const attached = new Set()
  try {
    await attachNew()
  } catch (error) {
    close()
    throw error
  }
  return { start, finish, close }

  async function start() {
    await attachNew()
    await Promise.all([...attached].map(target => unlessGone(target, probe.whenWarm?.(target))))
  }

  async function finish() {
    const threads = [...sessions].flatMap(([pid, { targets }]) => targets.map(target => ({ pid, target })))
    const known = threads.filter(({ target }) => attached.has(target))
    await Promise.all(known.map(({ pid, target }) => unlessGone(target, save(pid, target))))
    await closeAll()
  }

  /** @param {number} pid @param {CdpTarget} target */
  async function save(pid, target) {
    const { profile } = await target.send(probe.stopMethod)
    await writeInFolder(path.join(folder, `${threadFile(pid, target)}.${probe.extension}`), JSON.stringify(profile))
  }

  function close() {
    closeAll().catch(() => undefined)
  }

  async function closeAll() {
    const open = [...sessions.values()]
    sessions.clear()
    await Promise.all(open.map(session => session.close()))
  }

  async function attachNew() {
    for (const { pid, inspectorUrl } of processes()) {
      if (!sessions.has(pid)) sessions.set(pid, await openCdpSession(inspectorUrl))
    }
    const targets = [...sessions.values()].flatMap(session => session.targets)
    const fresh = targets.filter(target => !attached.has(target))
    for (const target of fresh) attached.add(target)
    await Promise.all(fresh.map(target => unlessGone(target, probe.whenAttached?.(target))))
  }

  /**
   * Waits for a command to a thread, and ignores its failure when the thread has ended: a worker may end at any time.
   * @param {CdpTarget} target @param {Promise<unknown> | undefined} command
   */
  async function unlessGone(target, command) {
    try {
      await command
    } catch (error) {
      if ([...sessions.values()].some(({ targets }) => targets.includes(target))) throw error
    }
  }
}

/** @param {number} pid @param {CdpTarget} target */
function threadFile(pid, { threadId }) {
  return threadId === 0 ? `process-${pid}` : `process-${pid}-worker-${threadId}`
}

/**
 * Returns the thread that a file is of.
 * @param {string} name of a file of {@link attachInspected}, with any extension
 * @returns {Thread | null}
 */
function threadOfFile(name) {
  const [, pid, threadId = '0'] = /^process-(\d+)(?:-worker-(\d+))?\./.exec(name) ?? []
  return pid === undefined ? null : { pid: Number(pid), threadId: Number(threadId) }
}

/**
 * Reads the profile of each thread of a launch.
 * @param {Leftover} leftover @param {Probe} probe @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE when no thread has a tree, and what `readThread` throws
 */
async function collectInspected(leftover, { extension, readThread }) {
  const { folder, stderr, isCopy } = leftover
  const nameFrames = await frameNamer(folder, { isCopy })
  /** @type {Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const name of await readdir(folder)) {
    const thread = name.endsWith(`.${extension}`) ? threadOfFile(name) : null
    const file = path.join(folder, name)
    const trees = thread && (await readThread(file, thread, leftover))
    if (!trees) continue
    collected.artifacts.push({ kind: extension, path: file })
    collected.trees.push(...trees.map(tree => ({ ...tree, profile: nameFrames(tree.profile) })))
  }
  if (collected.trees.length > 0) return collected
  throw emptyProfile(folder, { code: extension === 'cpuprofile' ? 'no-samples' : 'no-allocations' }, stderr)
}
