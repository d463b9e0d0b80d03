import { createReadStream, createWriteStream, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { storeStream, storeWhole } from './blob-store.js'
import { throughBuffer } from './through-buffer.js'

/** @import { ContainerClient } from '@azure/storage-blob' */
/** @import { WriteStream } from 'node:fs' */
/** @import { Readable } from 'node:stream' */
/** @import { Strategy } from './settings.js' */

/**
 * @typedef {object} Upload
 * @property {Readable} body is left as it is when the upload fails, for the caller to discard
 * @property {number} bytes of the body
 * @property {string} name of the blob
 * @property {ContainerClient} container
 * @property {AbortSignal} signal
 * @property {() => string} newFile returns the path of a temporary file that does not exist
 *
 * @typedef {(upload: Upload) => Promise<void>} Store stores the blob with one request, or rejects and leaves no blob and no file
 */

const KIB = 1024
const MIB = 1024 * KIB

/** @type {Record<Strategy, Store>} */
export const strategies = {
  memory: throughMemory,
  stream: storeBody,
  'buffer-4k': inPieces(4 * KIB),
  'buffer-4m': inPieces(4 * MIB),
  'buffer-8m': inPieces(8 * MIB),
  'temp-file': throughFile
}

/** Collects the whole body first. @type {Store} */
async function throughMemory({ body, signal, ...target }) {
  /** @type {Buffer[]} */
  const chunks = []
  body.on('data', chunk => chunks.push(chunk))
  await finished(body, { signal, writable: false })
  await storeWhole(Buffer.concat(chunks.splice(0)), { signal, ...target })
}

/** Passes the body on as it comes. @type {Store} */
async function storeBody({ body, ...target }) {
  await storeStream(body, target)
}

/** @param {number} pieceBytes @returns {Store} */
function inPieces(pieceBytes) {
  return async function storeInPieces({ body, ...target }) {
    const pieces = throughBuffer(body, pieceBytes)
    try {
      await storeStream(pieces, target)
    } finally {
      pieces.destroy()
    }
  }
}

/** Saves the body in a temporary file first. @type {Store} */
async function throughFile({ body, newFile, ...target }) {
  const file = newFile()
  try {
    await saveBody(body, file, target.signal)
    const reader = createReadStream(file)
    try {
      await storeStream(reader, target)
    } finally {
      reader.destroy()
    }
  } finally {
    await unlink(file).catch(ignoreMissing)
  }
}

/** @param {Readable} body @param {string} file @param {AbortSignal} signal */
async function saveBody(body, file, signal) {
  const writer = createWriteStream(file, { flags: 'wx' })
  // A write that is in progress when the upload is aborted fails after `finished` has stopped listening.
  writer.on('error', ignore)
  // Not a pipeline, which would destroy the body, and with it the connection that the response to a full disk needs.
  body.pipe(writer)
  try {
    await finished(writer, { signal })
  } catch (error) {
    body.unpipe(writer)
    await closed(writer)
    throw error
  }
}

/**
 * Destroys a stream, and waits until its file is closed: one that is still being opened would be made after its removal.
 * @param {WriteStream} writer
 */
function closed(writer) {
  return new Promise(function waitForClose(resolve) {
    if (writer.closed) return resolve(null)
    writer.once('close', () => resolve(null)).destroy()
  })
}

/** The file was never made when the disk was full, or the upload ended before. @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}

function ignore() {}

const PREFIX = 'workshop-upload-'
const REMOVAL = { recursive: true, force: true }

/**
 * Makes a folder for the temporary files of this process, and removes those that killed servers left. It is removed when the
 * process ends.
 * @returns {() => string} returns the path of a new file in it
 */
export function makeTempFolder() {
  removeLeftovers()
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  let files = 0
  process.once('exit', () => rmSync(folder, REMOVAL))
  return () => path.join(folder, `body-${++files}`)
}

/** Removes the folders of this user whose process has ended. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    const folder = path.join(tmpdir(), name)
    if (pid > 0 && isOwn(folder) && !isRunning(pid)) rmSync(folder, REMOVAL)
  }
}

/** @param {string} folder */
function isOwn(folder) {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid === (process.getuid?.() ?? 0)
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
