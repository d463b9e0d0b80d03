import { setTimeout as delay } from 'node:timers/promises'
import { WorkshopError } from '../../errors/errors.js'
import { portsOf } from '../../system/ports.js'
import { newInspector, openInspector } from '../../system/signalled-inspector.js'
import { connectTo } from './inspected-process.js'

/** @import { AttachWindow } from '../types.js' */
/** @import { InspectedProcess } from './inspected-process.js' */

/** A server without a request in this time has no load. */
const LOAD_LIMIT_MS = 5000
const LOAD_POLL_MS = 500

/**
 * @typedef {object} AttachTarget
 * @property {string} name as it was asked for
 * @property {number} [pid]
 * @property {{ host: string, port: number } | { target: string }} [address] of its inspector
 *
 * @typedef {object} AttachedProcess
 * @property {AttachTarget} target
 * @property {ProcessFacts} facts
 * @property {() => Promise<AttachWindow>} next ends a window and begins the next one
 * @property {(intervalMicros: number) => Promise<void>} startProfile
 * @property {() => Promise<unknown>} takeProfile returns it as DevTools saves it
 * @property {() => Promise<void>} restore leaves the process as it was
 *
 * @typedef {object} ProcessFacts
 * @property {number} pid as the process sees it
 * @property {string} version of Node.js
 * @property {string[]} command
 * @property {string} cwd
 */

/**
 * Attaches to running processes, one after the other, and calls a function with them. Whatever happens, each is then left as it was.
 * @template T
 * @param {AttachTarget[]} targets @param {AbortSignal} signal
 * @param {(processes: AttachedProcess[]) => Promise<T>} work @returns {Promise<T>}
 * @throws {WorkshopError} ERR_ATTACH, ERR_ATTACHED
 */
export async function withAttached(targets, signal, work) {
  /** @type {AttachedProcess[]} */
  const attached = []
  try {
    for (const target of targets) {
      signal.throwIfAborted()
      attached.push(await attach(target))
    }
    await requireLoad(attached, signal)
    return await work(attached)
  } finally {
    await Promise.all(attached.map(({ restore }) => restore()))
  }
}

/** @param {AttachTarget} target @returns {Promise<AttachedProcess>} */
async function attach(target) {
  const { inspected, closes } = await inspect(target)
  try {
    const facts = await inspected.call('start', { closes })
    return { target, facts, next: () => inspected.call('next'), startProfile, takeProfile, restore }
  } catch (error) {
    await restore()
    throw error
  }

  /** @param {number} interval between two samples, in microseconds */
  async function startProfile(interval) {
    await inspected.send('Profiler.enable')
    await inspected.send('Profiler.setSamplingInterval', { interval })
    await inspected.send('Profiler.start')
  }

  async function takeProfile() {
    const { profile } = await inspected.send('Profiler.stop')
    await inspected.send('Profiler.disable')
    return profile
  }

  /** Ends the counting, and closes an inspector that was closed before. A process that is gone, or was left before, needs neither. */
  async function restore() {
    try {
      await inspected.call('end')
      await (closes ? inspected.closed : inspected.close())
    } catch (error) {
      if (!inspected.isLost()) throw error
    }
  }
}

/**
 * Returns a connection to a process, whose inspector has a port of its own where it was opened here.
 * @param {AttachTarget} target @returns {Promise<{ inspected: InspectedProcess, closes: boolean }>}
 */
async function inspect({ name, pid, address }) {
  if (pid === undefined) return { inspected: await connectTo(/** @type {any} */ (address), name), closes: false }
  const { port, wasOpen } = await openInspector(pid)
  const usual = { host: '127.0.0.1', port }
  // Nothing else closes what the signal has opened, and a server that gets little CPU may answer late.
  const first = await connectTo(usual, name).catch(() => connectTo(usual, name))
  if (wasOpen) return { inspected: first, closes: false }
  const known = portsOf(pid)
  // Where anything fails from here on, the process closes it itself.
  await first.call('moveInspector')
  const own = await newInspector(pid, known)
  return { inspected: await connectTo({ host: '127.0.0.1', port: own }, name), closes: true }
}

/** @param {AttachedProcess[]} processes @param {AbortSignal} signal */
async function requireLoad(processes, signal) {
  const idle = new Set(processes)
  for (let waitedMs = 0; idle.size > 0 && waitedMs < LOAD_LIMIT_MS; waitedMs += LOAD_POLL_MS) {
    await delay(LOAD_POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    for (const each of idle) if ((await each.next()).micros.length > 0) idle.delete(each)
  }
  const [first] = idle
  if (first === undefined) return
  throw new WorkshopError('ERR_ATTACHED', {
    target: first.target.name,
    problem: { code: 'no-load', limitMs: LOAD_LIMIT_MS }
  })
}
