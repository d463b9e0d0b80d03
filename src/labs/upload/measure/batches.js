import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../../errors/errors.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { freeBytesOf } from '../../skeleton/file-system.js'
import { CREATED, REFUSED } from '../figures.js'

/**
 * @import { MemoryMark, MemoryPoint, UploadBatch, UploadOutcome, UploadSetting, UploadedFile } from '../types.js'
 * @import { ContainerOrder, SentFile, StoredBlob } from './types.js'
 * @import { Uploader } from './uploads.js'
 * @import { Launch, LaunchMemory } from '../../../measure/launch/launch.js'
 * @import { UploadServer } from './launch.js'
 */

/**
 * @typedef {object} Played what was measured with one server
 * @property {number} measured batches until the server ended, that one included
 * @property {boolean} isEnded whether it did
 * @property {MemoryPoint[]} memory
 * @property {MemoryMark[]} marks
 *
 * @typedef {object} PlayedBatch
 * @property {number} sizeBytes
 * @property {boolean} isAdmission
 * @property {UploadedFile[]} files
 * @property {number} totalMs
 * @property {number} mostInFlight
 * @property {number | null} peakBytes
 * @property {UploadOutcome} outcome
 * @property {{ stored: number, lost: number } | null} blobs
 *
 * @typedef {object} Session
 * @property {Launch} launch
 * @property {Uploader} uploader
 * @property {ContainerOrder} store
 * @property {string} folder of the blobs
 * @property {Played} played what is measured is added to it at once
 * @property {(batch: PlayedBatch) => void} onBatch runs the moment a batch is measured
 *
 * @typedef {Pick<Session, 'launch' | 'uploader' | 'store'> & Watched} BatchSession
 * @typedef {{ memory: LaunchMemory, mark: (kind: MemoryMark['kind'], sizeBytes: number) => void }} Watched
 */

/** How a server that has ended is reported: by its own end, or by a reading that it does not answer. */
const ENDED = ['ERR_SERVER_EXITED', 'ERR_SERVER_LOST_PROCESS', 'ERR_SERVER_MEMORY']
/** A batch takes 20 to 40 ms per MiB: this is for the slowest machine. */
const LIMIT_MS_PER_MIB = 1000
const LEAST_LIMIT_MS = 60_000

/**
 * Uploads batches of files, one after the other, until the server has ended: for passing its limit of memory, or by itself. What is
 * stored is compared with what was sent, and deleted; then the server collects its garbage.
 * @param {UploadServer} asked
 * @param {Session} session
 */
export async function playBatches({ batches, seed, setting }, { launch, uploader, store, folder, played, onBatch }) {
  const { memory } = launch
  if (!memory) throw new TypeError('a server of the upload lab has a limit of memory')
  const startedMs = performance.now()
  // Its memory at the start is the first point.
  memory.beginInterval()
  try {
    for (const [index, batch] of batches.entries()) {
      const one = { launch, memory, uploader, store, mark }
      const { isEnded, ...measured } = await playBatch({ ...batch, seed: seed + index }, setting, one)
      played.measured++
      played.isEnded = isEnded
      onBatch(measured)
      if (measured.outcome === 'failed') await refuseFullDisk(folder, batch)
      if (isEnded) return
    }
  } finally {
    const own = memory.samples().filter(({ atMs }) => atMs >= startedMs)
    played.memory = own.map(({ atMs, bytes }) => ({ atMs: atMs - startedMs, bytes }))
  }

  /** @param {MemoryMark['kind']} kind @param {number} sizeBytes */
  function mark(kind, sizeBytes) {
    played.marks.push({ atMs: performance.now() - startedMs, kind, sizeBytes })
  }
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
 * @param {UploadBatch & { seed: number, isAdmission: boolean }} batch
 * @param {UploadSetting} setting
 * @param {BatchSession} session
 * @returns {Promise<PlayedBatch & { isEnded: boolean }>} `isEnded`: the server has ended
 */
async function playBatch(batch, setting, { launch, memory, uploader, store, mark }) {
  const { sizeBytes, files: count, seed, isAdmission } = batch
  mark('cell began', sizeBytes)
  memory.beginInterval()
  const limitMs = LEAST_LIMIT_MS + Math.ceil((count * sizeBytes * LIMIT_MS_PER_MIB) / MIB)
  const refusals = isAdmission ? Math.max(0, count - setting.running - setting.queued) : 0
  const order = { origin: launch.origin, files: count, sizeBytes, seed, limitMs, refusals }
  const { files, totalMs, mostInFlight } = await uploader.send(order)
  const peakBytes = memory.intervalPeakBytes()
  const cell = { sizeBytes, isAdmission, files: files.map(savedFile), totalMs, mostInFlight, peakBytes }
  mark('cell ended', sizeBytes)
  const isAlive = !isOver() && (await collectsGarbage(launch))
  if (isAlive) mark('collected', sizeBytes)
  const blobs = isAlive ? comparedBlobs(files, await uploader.hash(store)) : null
  if (isAlive) await uploader.empty(store)
  if (isOver()) {
    mark('over limit', sizeBytes)
    return { ...cell, outcome: 'over limit', blobs: null, isEnded: true }
  }
  return { ...cell, outcome: outcomeOf(files, blobs, setting), blobs, isEnded: !isAlive }

  function isOver() {
    return (memory.peakBytes() ?? 0) > setting.memoryBytes
  }
}

/**
 * Forces a garbage collection.
 * @param {Launch} launch
 * @returns {Promise<boolean>} false of a server that has ended
 */
async function collectsGarbage(launch) {
  try {
    return (await launch.readKeptBytes()).length > 0
  } catch (error) {
    if (error instanceof WorkshopError && ENDED.includes(error.code)) return false
    throw error
  }
}

/** @param {SentFile} file @returns {UploadedFile} */
function savedFile({ statusCode, durationMs, waitMs, uploadMs }) {
  return { statusCode, durationMs, waitMs, uploadMs }
}

/**
 * Returns how many blobs the store has, and how many files that it should have are missing or have other bytes.
 * @param {SentFile[]} sent
 * @param {StoredBlob[]} blobs
 */
export function comparedBlobs(sent, blobs) {
  const hashes = new Map(blobs.map(({ name, sha256 }) => [name, sha256]))
  const accepted = sent.filter(({ statusCode }) => statusCode === CREATED)
  return { stored: blobs.length, lost: accepted.filter(({ name, sha256 }) => hashes.get(name) !== sha256).length }
}

/**
 * Returns the outcome of files of which as many as run and wait should be stored as they were sent, and the others refused.
 * @param {Pick<SentFile, 'statusCode'>[]} files
 * @param {{ lost: number } | null} blobs null of a server that has ended
 * @param {UploadSetting} setting
 * @returns {UploadOutcome}
 */
export function outcomeOf(files, blobs, { running, queued }) {
  const stored = files.filter(({ statusCode }) => statusCode === CREATED).length
  const refused = files.filter(({ statusCode }) => statusCode === REFUSED).length
  const isWhole = stored === Math.min(files.length, running + queued) && stored + refused === files.length
  return isWhole && blobs?.lost === 0 ? 'stored' : 'failed'
}
