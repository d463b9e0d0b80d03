import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { seededRandom } from '../../stats/seeded-random.js'
import { isRunning } from '../../system/processes.js'
import { MIB } from './file-sizes.js'

/** @typedef {{ path: string, sha256: string }} SampleFile */

const CHUNK_BYTES = MIB
/** The folder of a process. */
const COPIES = /^copies-(\d+)$/

/**
 * Returns a file of random bytes, always the same ones for a size: written when it is not there yet, and again when its
 * bytes are others.
 * @param {string} folder of all sample files
 * @param {number} bytes a multiple of four
 * @returns {Promise<SampleFile>}
 */
export async function sampleFile(folder, bytes) {
  const file = path.join(folder, `random-${bytes}`)
  const sha256 = hashOfChunks(randomChunks(bytes))
  if ((await hashOfFile(file)) !== sha256) await writeChunks(file, randomChunks(bytes))
  return { path: file, sha256 }
}

/**
 * Makes a folder for the copies of this process, and removes those of processes that were killed.
 * @param {string} folder of the sample files, so that both are on one file system
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function copiesFolder(folder) {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const [, pid] = COPIES.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
  const own = path.join(folder, `copies-${process.pid}`)
  await rm(own, { recursive: true, force: true })
  await mkdir(own)
  return { path: own, remove: () => rm(own, { recursive: true, force: true }) }
}

/** @param {number} bytes @returns {Generator<Buffer>} */
function* randomChunks(bytes) {
  const random = seededRandom(bytes)
  for (let left = bytes; left > 0; left -= CHUNK_BYTES) {
    const words = Uint32Array.from({ length: Math.min(left, CHUNK_BYTES) / 4 }, () => random() * 2 ** 32)
    yield Buffer.from(words.buffer)
  }
}

/** @param {Iterable<Buffer>} chunks */
function hashOfChunks(chunks) {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** @param {string} file @returns {Promise<string>} empty where there is no file */
async function hashOfFile(file) {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return ''
    throw error
  }
}

/** Writes under a temporary name first: a file that is there is complete. @param {string} file @param {Iterable<Buffer>} chunks */
async function writeChunks(file, chunks) {
  const temporary = `${file}.${process.pid}.part`
  await mkdir(path.dirname(file), { recursive: true })
  try {
    const handle = await open(temporary, 'w')
    try {
      for (const chunk of chunks) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
