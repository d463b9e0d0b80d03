import { KIB, MIB } from '../skeleton/file-sizes.js'

/** @import { CopyLab, CopyVariant } from './types.js' */

const MODULE = 'src/labs/copy/app/copy-file.js'

const SMALL = [64, 128, 256, 512].map(kib => kib * KIB)
const LARGE = [1, 2, 4, 8, 16, 32, 64].map(mib => mib * MIB)

/** Copies of one byte take seconds per megabyte: the largest files are copied with `full` only. */
const BYTE_SIZES = { quick: SMALL.slice(0, 2), usual: [...SMALL, ...LARGE.slice(0, 4)], full: [...SMALL, ...LARGE] }
/** The small files too, since every strategy is compared at the same sizes. */
const OTHER_SIZES = {
  quick: [...SMALL.slice(0, 2), MIB, 4 * MIB],
  usual: [...SMALL, ...LARGE],
  full: [...SMALL, ...LARGE]
}

/** The paper's question (docs/labs/copy.md), and the other ways in which Node.js copies a file. @type {CopyLab} */
export const copy = {
  name: 'copy',
  question: 'How much faster is a copy with a buffer than a copy byte by byte?',
  variants: [
    variant('8 KiB buffer', 'buffer', { chunkBytes: 8 * KIB }),
    variant('1 byte', 'byte', { chunkBytes: 1, sizes: BYTE_SIZES, msPerMiB: 1500 }),
    variant('stream 16 KiB', 'stream-16k'),
    variant('stream 64 KiB', 'stream-64k'),
    variant('stream 1 MiB', 'stream-1m'),
    variant('whole file', 'whole'),
    variant('copyFile', 'kernel')
  ],
  module: MODULE,
  repeats: { quick: { all: 5, dropped: 2 }, usual: { all: 8, dropped: 3 }, full: { all: 8, dropped: 3 } },
  server: {
    command: ['node', 'src/labs/copy/app/server.js'],
    // Byte by byte, a server is blocked for a minute.
    strategies: ['8 KiB buffer', 'whole file', 'stream 64 KiB', 'copyFile'],
    sizeBytes: { quick: 8 * MIB, usual: 64 * MIB, full: 64 * MIB },
    repeats: 5
  },
  marginRatio: 0.02
}

/**
 * @param {string} name @param {string} strategy
 * @param {Partial<Pick<CopyVariant, 'sizes' | 'msPerMiB' | 'chunkBytes'>>} [others] @returns {CopyVariant}
 */
function variant(name, strategy, { sizes = OTHER_SIZES, msPerMiB = 8, chunkBytes = null } = {}) {
  const command = ['node', 'src/labs/copy/app/copy-one.js', strategy, 'source', 'target']
  return { name, strategy, command, env: {}, contentEncoding: null, sizes, msPerMiB, chunkBytes }
}
