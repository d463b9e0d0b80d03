import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../../errors/errors.js'
import { startMessageProcess } from '../../../load/message-process.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { freeBytesOf } from '../../skeleton/file-system.js'
import { CREATED, REFUSED } from '../figures.js'

/** @import { ContainerOrder, MemoryMark, SentFile, SentUploads, UploadBatch, UploadOutcome, UploadRecord, UploadSetting, UploadsAnswer, UploadsMessage, UploadsOrder } from '../types.js' */
/** @import { BlobHash } from '../app/blob-store.js' */
/** @import { UploadServer } from './launch.js' */
/** @import { Launch } from '../../../measure/launch/launch.js' */
/** @import { MemoryPoint } from '../../../measure/types.js' */

/**
 * @typedef {object} Played what was measured with one server
 * @property {number} measured batches until the server ended, that one included
 * @property {boolean} isEnded whether it did
 * @property {MemoryPoint[]} memory
 * @property {MemoryMark[]} marks
 *
 * @typedef {Omit<UploadRecord, keyof UploadSetting | 'variant' | 'repeat'>} PlayedBatch
 *
 * @typedef {object} Session
 * @property {Launch} launch
 * @property {Uploader} uploader
 * @property {ContainerOrder} store
 * @property {string} folder of the blobs
 * @property {Played} played what is measured is added to it at once
 * @property {(batch: PlayedBatch) => void} onBatch runs the moment a batch is measured
 */

/** How a server that has ended is reported: by its own end, or by a reading that it does not answer. */
const ENDED = ['ERR_SERVER_EXITED', 'ERR_SERVER_LOST_PROCESS', 'ERR_SERVER_MEMORY']
/** A batch takes 20 to 40 ms per MiB: this is for the slowest machine. */
const LIMIT_MS_PER_MIB = 1000
const LEAST_LIMIT_MS = 60_000
const EXIT_LIMIT_MS = 5000

/**
 * Uploads batches of files, one after the other, until the server has ended: for passing its limit of memory, or by itself. What is
 * stored is compared with what was sent, and deleted; then the server collects its garbage.
 * @param {UploadServer} asked @param {Session} session
 */
export async function playBatches({ batches, seed, setting }, { launch, uploader, store, folder, played, onBatch }) {
  const memory = memoryOf(launch)
  const startedMs = performance.now()
  // Its memory at the start is the first point.
  memory.beginInterval()
  try {
    for (const [index, batch] of batches.entries()) {
      const measured = await playBatch(batch, seed + index)
      onBatch(measured)
      if (measured.outcome === 'failed') await refuseFullDisk(folder, batch)
      if (played.isEnded) return
    }
  } finally {
    const own = memory.samples().filter(({ atMs }) => atMs >= startedMs)
    played.memory = own.map(({ atMs, bytes }) => ({ atMs: atMs - startedMs, bytes }))
  }

  /** @param {UploadServer['batches'][number]} batch @param {number} seed @returns {Promise<PlayedBatch>} */
  async function playBatch({ sizeBytes, files: count, isAdmission }, seed) {
    mark('cell began')
    memory.beginInterval()
    const limitMs = LEAST_LIMIT_MS + Math.ceil((count * sizeBytes * LIMIT_MS_PER_MIB) / MIB)
    const refusals = isAdmission ? Math.max(0, count - setting.running - setting.queued) : 0
    const order = { origin: launch.origin, files: count, sizeBytes, seed, limitMs, refusals }
    const { files, totalMs, mostInFlight } = await uploader.send(order)
    const peakBytes = memory.intervalPeakBytes()
    const saved = files.map(({ name: _, sha256: __, ...file }) => file)
    const cell = { sizeBytes, isAdmission, files: saved, totalMs, mostInFlight, peakBytes }
    mark('cell ended')
    // One that something else has killed says nothing of its strategy.
    const isAlive = !isOver() && (await collectsGarbage(launch, isOver))
    if (isAlive) mark('collected')
    const blobs = isAlive ? comparedBlobs(files, await uploader.hash(store)) : null
    // What a server that was ended had stored is of no use either, and the store is there for others.
    await uploader.empty(store)
    const hasPassed = isOver()
    if (hasPassed) mark('over limit')
    played.measured++
    played.isEnded = !isAlive || hasPassed
    if (hasPassed) return { ...cell, outcome: 'over limit', blobs: null }
    return { ...cell, outcome: outcomeOf(files, blobs, setting), blobs }

    /** @param {MemoryMark['kind']} kind */
    function mark(kind) {
      played.marks.push({ atMs: performance.now() - startedMs, kind, sizeBytes })
    }
  }

  function isOver() {
    return (memory.peakBytes() ?? 0) > setting.memoryBytes
  }
}

/** @param {Launch} launch */
function memoryOf({ memory }) {
  if (!memory) throw new TypeError('a server of the upload lab has a limit of memory')
  return memory
}

/**
 * Refuses to go on where nothing more can be stored: all that follows would fail, and not for want of memory.
 * @param {string} folder of the blobs
 * @param {UploadBatch} batch that failed
 * @throws {WorkshopError} ERR_SYSTEM
 */
async function refuseFullDisk(folder, { files, sizeBytes }) {
  if ((await freeBytesOf(folder)) >= files * sizeBytes) return
  throw new WorkshopError('ERR_SYSTEM', { problem: `the disk of ${folder} is full`, systemCode: 'ENOSPC' })
}

/**
 * Forces a garbage collection.
 * @param {Launch} launch @param {() => boolean} isOver whether the server has passed its limit of memory
 * @returns {Promise<boolean>} false of a server that has ended
 * @throws {WorkshopError} ERR_SERVER_EXITED of one that was killed below its limit
 */
async function collectsGarbage(launch, isOver) {
  try {
    if ((await launch.readKeptBytes()).length > 0) return true
    // Its agent is gone: why is known the moment that its process has ended.
    await launch.whileAlive(delay(EXIT_LIMIT_MS, undefined, { ref: false }))
    return false
  } catch (error) {
    const { code, details } = /** @type {WorkshopError} */ (error)
    const isKilled = code === 'ERR_SERVER_EXITED' && Object(details).exit?.signal === 'SIGKILL' && !isOver()
    if (error instanceof WorkshopError && ENDED.includes(code) && !isKilled) return false
    throw error
  }
}

/**
 * Returns how many blobs the store has, and how many files that it should have are missing or have other bytes.
 * @param {SentFile[]} sent @param {BlobHash[]} blobs
 */
function comparedBlobs(sent, blobs) {
  const hashes = new Map(blobs.map(({ name, sha256 }) => [name, sha256]))
  const accepted = sent.filter(({ statusCode }) => statusCode === CREATED)
  return { stored: blobs.length, lost: accepted.filter(({ name, sha256 }) => hashes.get(name) !== sha256).length }
}

/**
 * Returns the outcome of files of which as many as run and wait should be stored as they were sent, and the others refused.
 * @param {Pick<SentFile, 'statusCode'>[]} files
 * @param {{ lost: number } | null} blobs null of a server that has ended
 * @param {UploadSetting} setting @returns {UploadOutcome}
 */
function outcomeOf(files, blobs, { running, queued }) {
  const stored = files.filter(({ statusCode }) => statusCode === CREATED).length
  const refused = files.filter(({ statusCode }) => statusCode === REFUSED).length
  const isWhole = stored === Math.min(files.length, running + queued) && stored + refused === files.length
  return isWhole && blobs?.lost === 0 ? 'stored' : 'failed'
}

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
 * @property {(order: ContainerOrder) => Promise<BlobHash[]>} hash reads all blobs of a container
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

  /** @param {UploadsMessage} message @param {number} limitMs */
  function ask(message, limitMs) {
    child.send(message)
    return nextValue(limitMs)
  }

  /** @param {number} limitMs @returns {Promise<any>} what an {@link Uploader} returns for the message */
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
