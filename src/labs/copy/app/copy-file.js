import { once } from 'node:events'
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  openSync,
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { copyFile as copyInKernel } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** @typedef {(source: number, target: number) => void} CopyOpened copies between two open files */
/** @typedef {keyof typeof strategies} Strategy */

const KIB = 1024

/** How a file can be copied. The sync ones block their thread until the copy is complete. */
const strategies = {
  byte: between(throughBuffer(1)),
  buffer: between(throughBuffer(8 * KIB)),
  'stream-16k': throughStreams(16 * KIB),
  'stream-64k': throughStreams(64 * KIB),
  'stream-1m': throughStreams(KIB * KIB),
  whole: between(wholeFile),
  kernel: throughKernel
}

/** The names of all strategies. */
export const strategyNames = /** @type {Strategy[]} */ (Object.keys(strategies))

/**
 * Copies a file. A copy that fails leaves no target, and a target that was there before is not touched.
 *
 * @param {Strategy} strategy @param {string} source
 * @param {string} target must not exist
 * @returns {Promise<void>} rejects with the error of the system: ENOENT, EEXIST, ENOSPC, ...
 */
export async function copyFile(strategy, source, target) {
  await strategies[strategy](source, target)
}

/**
 * Returns a function that opens two files, copies between them, and removes the target of a copy that failed.
 *
 * @param {CopyOpened} copy
 */
function between(copy) {
  return function copyBetween(/** @type {string} */ source, /** @type {string} */ target) {
    const from = openSync(source, 'r')
    try {
      const to = openSync(target, 'wx')
      try {
        copy(from, to)
      } catch (error) {
        unlinkSync(target)
        throw error
      } finally {
        closeSync(to)
      }
    } finally {
      closeSync(from)
    }
  }
}

/** @param {number} bytes @returns {CopyOpened} */
function throughBuffer(bytes) {
  return function copyThroughBuffer(from, to) {
    const buffer = Buffer.alloc(bytes)
    for (;;) {
      const length = readSync(from, buffer, 0, bytes, null)
      if (length === 0) return
      for (let written = 0; written < length; ) written += writeSync(to, buffer, written, length - written)
    }
  }
}

/**
 * Returns a function that copies with streams, which work in the thread pool.
 *
 * @param {number} highWaterMark bytes that are read at once
 */
function throughStreams(highWaterMark) {
  return async function copyThroughStreams(/** @type {string} */ source, /** @type {string} */ target) {
    const reader = createReadStream(source, { highWaterMark })
    await once(reader, 'open')
    const writer = createWriteStream(target, { highWaterMark, flags: 'wx' })
    try {
      await once(writer, 'open')
    } catch (error) {
      reader.destroy()
      throw error
    }
    try {
      await pipeline(reader, writer)
    } catch (error) {
      unlinkSync(target)
      throw error
    }
  }
}

/** @type {CopyOpened} */
function wholeFile(from, to) {
  writeFileSync(to, readFileSync(from))
}

/**
 * Lets the system copy, in the thread pool: no byte passes through the process. It removes the target itself when it fails.
 *
 * @param {string} source @param {string} target
 */
async function throughKernel(source, target) {
  await copyInKernel(source, target, constants.COPYFILE_EXCL)
}
