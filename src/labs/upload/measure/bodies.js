import { createHash } from 'node:crypto'
import { seededRandom } from '../../../stats/seeded-random.js'
import { KIB } from '../../skeleton/file-sizes.js'

/** A prime: in one body no two buffers of a power of two have the same bytes, so one that is stored twice or in another place is found. */
const BLOCK_BYTES = 1_048_573
const STEP_BYTES = 8191
const CHUNK_BYTES = 64 * KIB

/**
 * @typedef {object} UploadBody
 * @property {string} sha256
 * @property {() => Generator<Buffer>} chunks returns its bytes, in parts of one block that all bodies share
 */

/**
 * Returns bodies of random bytes, always the same ones for a seed. Each repeats one block of random bytes and begins at another place in
 * it, so all of them together take the memory of the block.
 * @param {object} order
 * @param {number} order.files
 * @param {number} order.sizeBytes
 * @param {number} order.seed
 * @returns {UploadBody[]}
 */
export function uploadBodies({ files, sizeBytes, seed }) {
  const block = randomBlock(seed)
  return Array.from({ length: files }, function bodyAt(_, index) {
    const chunks = () => chunksFrom(block, (index * STEP_BYTES) % BLOCK_BYTES, sizeBytes)
    return { sha256: hashOf(chunks()), chunks }
  })
}

/** @param {number} seed */
function randomBlock(seed) {
  const random = seededRandom(seed)
  const words = Uint32Array.from({ length: Math.ceil(BLOCK_BYTES / 4) }, () => random() * 2 ** 32)
  return Buffer.from(words.buffer, 0, BLOCK_BYTES)
}

/** @param {Buffer} block @param {number} start @param {number} sizeBytes @returns {Generator<Buffer>} */
function* chunksFrom(block, start, sizeBytes) {
  let at = start
  for (let left = sizeBytes; left > 0; ) {
    const chunk = block.subarray(at, at + Math.min(left, CHUNK_BYTES))
    yield chunk
    at = (at + chunk.length) % block.length
    left -= chunk.length
  }
}

/** @param {Iterable<Buffer>} chunks */
function hashOf(chunks) {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
