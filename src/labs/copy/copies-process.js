import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { PROC } from '../../system/platform.cjs'

/**
 * Copies files in a process of its own, one after the other, as the process that started it orders, order after order.
 *
 * @import { CopyMessage, CopyOrder } from './types.js'
 */

/** @typedef {{ reads: number, writes: number }} Calls */

const IO_FILE = `${PROC}/self/io`

process.on('disconnect', () => process.exit())
process.on('message', message => copyAll(/** @type {CopyOrder} */ (message)))
await send({ type: 'ready' })

/** Plays an order. The first failure ends it. @param {CopyOrder} order */
async function copyAll({ module, folder, copies }) {
  const { copyFile } = await import(pathToFileURL(module).href)
  const overhead = callsOfReading()
  for (const [index, copy] of copies.entries()) {
    try {
      await send({ type: 'copied', ...(await copyOnce(copy, path.join(folder, `copy-${index}`))) })
    } catch (error) {
      const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error)
      return send({ type: 'failed', index, code, problem: message.replace(`${code}: `, '') })
    }
  }
  await send({ type: 'end' })

  /**
   * Copies a file once, and compares the copy with its source. Nothing else runs between the readings of the calls.
   * @param {CopyOrder['copies'][number]} copy @param {string} target
   */
  async function copyOnce({ strategy, source, sha256 }, target) {
    const before = readCalls()
    const startedMs = performance.now()
    await copyFile(strategy, source, target)
    const durationMs = performance.now() - startedMs
    const after = readCalls()
    try {
      const calls = before && after && overhead && difference(difference(after, before), overhead)
      return { durationMs, calls, isVerified: (await hashOf(target)) === sha256 }
    } finally {
      rmSync(target, { force: true })
    }
  }
}

/** Returns what two readings of the calls add to each other. @returns {Calls | null} */
function callsOfReading() {
  const [before, after] = [readCalls(), readCalls()]
  return before && after && difference(after, before)
}

/** Returns the read and write calls of this process so far; null where the system does not count them. @returns {Calls | null} */
function readCalls() {
  try {
    const text = readFileSync(IO_FILE, 'latin1')
    return { reads: Number(/^syscr: (\d+)/m.exec(text)?.[1]), writes: Number(/^syscw: (\d+)/m.exec(text)?.[1]) }
  } catch {
    return null
  }
}

/** @param {Calls} one @param {Calls} other @returns {Calls} */
function difference(one, other) {
  return { reads: one.reads - other.reads, writes: one.writes - other.writes }
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash)
  return hash.digest('hex')
}

/**
 * Sends a message, and waits until it is written: a write of this channel would count as one of the next copy.
 * @param {CopyMessage} message @returns {Promise<void>}
 */
function send(message) {
  return new Promise(function sendNow(resolve, reject) {
    process.send?.(message, (/** @type {Error | null} */ error) => (error ? reject(error) : resolve()))
  })
}
