import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { cutMiddle } from '../system/files.js'

/** Of each end, when the launch is over. */
const KEPT_BYTES = 64 * 1024
/** While it runs; only a server that prints without end reaches it, since to cut a file takes the system some milliseconds. */
const MOST_BYTES = 256e6
const CHECK_EVERY_MS = 1000

/**
 * Limits the files that a server prints to: while it runs, what follows the beginning of a file that is too long is removed, and at the
 * end the middle of both. A note in the file shows how much was cut.
 * @param {{ stdout: string, stderr: string }} files exist
 * @param {{ mostBytes?: number, checkEveryMs?: number }} [limits]
 * @returns {() => Promise<{ stdoutBytes: number }>} ends it; the bytes that were printed
 */
export function limitOutput({ stdout, stderr }, { mostBytes = MOST_BYTES, checkEveryMs = CHECK_EVERY_MS } = {}) {
  const files = [stdout, stderr].map(file => ({ file, descriptor: openSync(file, 'r+'), removedBytes: 0 }))
  const timer = setInterval(shortenAll, checkEveryMs)
  /** @type {Promise<{ stdoutBytes: number }> | undefined} */
  let ending
  return function end() {
    ending ??= cutAll()
    return ending
  }

  function shortenAll() {
    for (const file of files) {
      const { size } = fstatSync(file.descriptor)
      if (size <= mostBytes) continue
      ftruncateSync(file.descriptor, KEPT_BYTES)
      file.removedBytes += size - KEPT_BYTES
    }
  }

  async function cutAll() {
    clearInterval(timer)
    const [stdoutBytes = 0] = await Promise.all(files.map(cut))
    return { stdoutBytes }
  }

  /** @param {typeof files[number]} file */
  async function cut({ file, descriptor, removedBytes }) {
    closeSync(descriptor)
    return await cutMiddle(file, KEPT_BYTES, removedBytes)
  }
}
