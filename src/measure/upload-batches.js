import { performance } from 'node:perf_hooks'
import { MIB } from '../stats/file-sizes.js'

/**
 * @import { UploadBatch, UploadSetting } from '../experiments/lab-types.js'
 * @import { ContainerOrder, SentFile, StoredBlob } from '../load/upload-types.js'
 * @import { Uploader } from '../load/uploads.js'
 * @import { MemoryMark, MemoryPoint, UploadedFile, UploadOutcome } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { LaunchMemory } from './launch-memory.js'
 * @import { UploadServer } from './upload-launch.js'
 */

/**
 * @typedef {object} Played what was measured with one server
 * @property {number} measured batches until the server passed its limit of memory, that one included
 * @property {boolean} isOver whether it did
 * @property {MemoryPoint[]} memory
 * @property {MemoryMark[]} marks
 *
 * @typedef {object} PlayedBatch
 * @property {number} sizeBytes
 * @property {UploadedFile[]} files
 * @property {number} totalMs
 * @property {number} mostInFlight
 * @property {number | null} peakBytes
 * @property {UploadOutcome} outcome
 * @property {{ stored: number, verified: number } | null} blobs
 *
 * @typedef {object} Session
 * @property {Launch} launch
 * @property {Uploader} uploader
 * @property {ContainerOrder} store
 * @property {Played} played what is measured is added to it at once
 * @property {(batch: PlayedBatch) => void} onBatch runs the moment a batch is measured
 *
 * @typedef {Pick<Session, 'launch' | 'uploader' | 'store'> & Watched} BatchSession
 * @typedef {{ memory: LaunchMemory, mark: (kind: MemoryMark['kind'], sizeBytes: number) => void }} Watched
 */

const CREATED = 201
const REFUSED = 503
/** A batch takes 20 to 40 ms per MiB: this is for the slowest machine. */
const LIMIT_MS_PER_MIB = 1000
const LEAST_LIMIT_MS = 60_000

/**
 * Uploads batches of files, one after the other, until the server passes its limit of memory. What is stored is compared with what was
 * sent, and deleted; then the server collects its garbage.
 * @param {UploadServer} asked
 * @param {Session} session
 */
export async function playBatches({ batches, seed, setting }, { launch, uploader, store, played, onBatch }) {
  const { memory } = launch
  if (!memory) throw new TypeError('a server of the upload lab has a limit of memory')
  const startedMs = performance.now()
  // Its memory at the start is the first point.
  memory.beginInterval()
  try {
    for (const [index, batch] of batches.entries()) {
      const one = { launch, memory, uploader, store, mark }
      const measured = await playBatch({ ...batch, seed: seed + index }, setting, one)
      played.measured++
      played.isOver = measured.outcome === 'over limit'
      onBatch(measured)
      if (played.isOver) return
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
 * @param {UploadBatch & { seed: number }} batch
 * @param {UploadSetting} setting
 * @param {BatchSession} session
 * @returns {Promise<PlayedBatch>}
 */
async function playBatch({ sizeBytes, files: count, seed }, setting, { launch, memory, uploader, store, mark }) {
  mark('cell began', sizeBytes)
  memory.beginInterval()
  const limitMs = LEAST_LIMIT_MS + (count * sizeBytes * LIMIT_MS_PER_MIB) / MIB
  // Where some are refused, none may end before all have asked.
  const isHeld = count > setting.running + setting.queued
  const sent = await uploader.send({ origin: launch.origin, files: count, sizeBytes, seed, limitMs, isHeld })
  const peakBytes = memory.intervalPeakBytes()
  const { totalMs, mostInFlight } = sent
  const cell = { sizeBytes, files: sent.files.map(savedFile), totalMs, mostInFlight, peakBytes }
  mark('cell ended', sizeBytes)
  if (isOver()) return overLimit()
  await launch.readKeptBytes()
  mark('collected', sizeBytes)
  const blobs = comparedBlobs(sent.files, await uploader.hash(store))
  await uploader.empty(store)
  return isOver() ? overLimit() : { ...cell, outcome: outcomeOf(sent.files, setting), blobs }

  function isOver() {
    return (memory.peakBytes() ?? 0) > setting.memoryBytes
  }

  /** @returns {PlayedBatch} */
  function overLimit() {
    mark('over limit', sizeBytes)
    return { ...cell, outcome: 'over limit', blobs: null }
  }
}

/** @param {SentFile} file @returns {UploadedFile} */
function savedFile({ statusCode, durationMs, waitMs, uploadMs }) {
  return { statusCode, durationMs, waitMs, uploadMs }
}

/**
 * Returns how many files the store has, and how many of them as they were sent.
 * @param {SentFile[]} sent
 * @param {StoredBlob[]} blobs
 */
function comparedBlobs(sent, blobs) {
  const hashes = new Map(sent.map(({ name, sha256 }) => [name, sha256]))
  return { stored: blobs.length, verified: blobs.filter(({ name, sha256 }) => hashes.get(name) === sha256).length }
}

/** @param {SentFile[]} files @param {UploadSetting} setting @returns {UploadOutcome} */
function outcomeOf(files, { running, queued }) {
  const stored = files.filter(({ statusCode }) => statusCode === CREATED).length
  const refused = files.filter(({ statusCode }) => statusCode === REFUSED).length
  const isWhole = stored === Math.min(files.length, running + queued) && stored + refused === files.length
  return isWhole ? 'stored' : 'failed'
}
