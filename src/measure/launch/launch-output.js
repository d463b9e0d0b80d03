import { cutMiddle } from '../../system/files/files.js'
import { limitFile } from '../../system/files/limit-file.js'

/** Of each end, when the launch is over. */
const KEPT_BYTES = 64 * 1024
/** While it runs; only a server that prints without end reaches it, since to cut a file takes the system some milliseconds. */
const MOST_BYTES = 256e6

/**
 * Limits the files that a server prints to: while it runs, what follows the beginning of a file that is too long is removed, and at the
 * end the middle of both. A note in the file shows how much was cut.
 * @param {{ stdout: string, stderr: string }} files exist
 * @param {{ mostBytes?: number }} [limits]
 * @returns {() => Promise<{ stdoutBytes: number }>} ends it; the bytes that were printed
 */
export function limitOutput({ stdout, stderr }, { mostBytes = MOST_BYTES } = {}) {
  const files = [stdout, stderr].map(file => ({ file, stop: limitFile(file, { mostBytes, keptBytes: KEPT_BYTES }) }))
  /** @type {Promise<{ stdoutBytes: number }> | undefined} */
  let ending
  return function end() {
    ending ??= cutAll()
    return ending
  }

  async function cutAll() {
    const [stdoutBytes = 0] = await Promise.all(files.map(({ file, stop }) => cutMiddle(file, KEPT_BYTES, stop())))
    return { stdoutBytes }
  }
}
