import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { startMessageProcess } from '../../../load/message-process.js'
import { MIB } from '../../skeleton/file-sizes.js'

/**
 * @import { ContainerOrder, SentUploads, StoredBlob, UploadsAnswer, UploadsMessage, UploadsOrder, UploadsValues } from './types.js'
 */

const entry = fileURLToPath(new URL('./uploads-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
const STORE_LIMIT_MS = 300_000
/** To hash a body takes 1 to 2 ms per MiB: fifty times that on a slow machine. */
const HASH_LIMIT_MS_PER_MIB = 100

/**
 * @typedef {object} Uploader a process that uploads files at once; one order at a time, and a failure also ends it
 * @property {number | undefined} pid
 * @property {(order: UploadsOrder) => Promise<SentUploads>} send
 * @property {(order: ContainerOrder) => Promise<number>} empty removes all blobs of a container, and returns how many there were
 * @property {(order: ContainerOrder) => Promise<StoredBlob[]>} hash reads all blobs of a container
 * @property {() => Promise<unknown>} end
 */

/**
 * Starts the process that uploads, so that its memory and its start are no part of what is measured, and waits until it is ready.
 * @param {object} options
 * @param {string} options.logPath file that the output of the process is appended to
 * @param {AbortSignal} options.signal ends the process when it aborts during an order, which is then rejected with its reason
 * @returns {Promise<Uploader>}
 * @throws {WorkshopError} ERR_TOOL, as each order does
 */
export async function startUploads({ logPath, signal }) {
  const { NODE_OPTIONS, ...env } = process.env
  /** @type {ReturnType<typeof startMessageProcess<UploadsAnswer>>} */
  const child = startMessageProcess({
    entry,
    // The client of the store would send its requests through a proxy.
    env: { ...env, NO_PROXY: '127.0.0.1,localhost' },
    logPath,
    makeError: (problem, tail) => new WorkshopError('ERR_TOOL', { tool: 'node', what: entry, problem, tail })
  })
  await nextValue(READY_LIMIT_MS)
  return {
    pid: child.pid,
    send: order => ask({ type: 'send', ...order }, limitOf(order)),
    empty: order => ask({ type: 'empty', ...order }, STORE_LIMIT_MS),
    hash: order => ask({ type: 'hash', ...order }, STORE_LIMIT_MS),
    end
  }

  /**
   * @template {UploadsMessage['type']} Type
   * @param {UploadsMessage & { type: Type }} message
   * @param {number} limitMs
   */
  async function ask(message, limitMs) {
    child.send(message)
    return /** @type {UploadsValues[Type]} */ (await nextValue(limitMs))
  }

  /** @param {number} limitMs */
  async function nextValue(limitMs) {
    try {
      const { value, problem } = await child.next({ limitMs, signal })
      if (problem !== undefined) throw child.failure(problem)
      return value
    } catch (error) {
      await end()
      throw error
    }
  }

  function end() {
    return child.end({ signal: 'SIGKILL' })
  }
}

/** Returns how long an order may take until its answer, hashing included. @param {UploadsOrder} order */
function limitOf({ files, sizeBytes, limitMs }) {
  return READY_LIMIT_MS + limitMs + ((files * sizeBytes) / MIB) * HASH_LIMIT_MS_PER_MIB
}
