import { KIB, MIB } from '../skeleton/file-sizes.js'

/** @import { UploadLab, UploadVariant } from './types.js' */

const paperSetting = { running: 25, queued: 100, memoryBytes: 512 * MIB }

/**
 * The paper's question (docs/labs/upload.md): its six ways to take an upload, each in a server with 512 MiB.
 * @type {UploadLab}
 */
export const upload = {
  name: 'upload',
  question: 'Which way to take uploads is the fastest that stays within 512 MiB of memory?',
  variants: [
    variant('stream', 'stream'),
    variant('in memory', 'memory'),
    variant('buffer 4 KiB', 'buffer-4k', 4 * KIB),
    variant('buffer 4 MiB', 'buffer-4m', 4 * MIB),
    variant('buffer 8 MiB', 'buffer-8m', 8 * MIB),
    variant('temporary file', 'temp-file')
  ],
  module: 'src/labs/upload/app/blob-store.js',
  batches: {
    quick: [batch(1, 30)],
    usual: [batch(1, 125), batch(10, 25)],
    full: [batch(1, 125), batch(10, 125)]
  },
  settings: {
    quick: [paperSetting],
    usual: [paperSetting],
    full: [
      paperSetting,
      // As many run and wait as there are files, so that none is refused.
      { ...paperSetting, running: 10, queued: 115 },
      { ...paperSetting, running: 50 },
      { ...paperSetting, memoryBytes: 1024 * MIB }
    ]
  },
  repeats: { quick: { all: 1, dropped: 0 }, usual: { all: 8, dropped: 0 }, full: { all: 3, dropped: 0 } },
  admission: batch(1, 200),
  // As many and as large as in the paper, which `full` sends to every strategy.
  most: { batch: batch(10, 125), strategies: ['stream', 'in memory'], repeats: { quick: 0, usual: 3, full: 0 } },
  repeatsWithinMs: { quick: 60_000, usual: 270_000, full: 3_600_000 },
  marginRatio: 0.02,
  limits: {
    size: { leastMiB: 1, mostMiB: 128, running: 25 },
    running: { least: 1, most: 200, sizeMiB: 10 },
    nearRatio: 1.15
  }
}

/** @param {string} name @param {string} strategy @param {number | null} [bufferBytes] @returns {UploadVariant} */
function variant(name, strategy, bufferBytes = null) {
  const command = ['node', 'src/labs/upload/app/server.js']
  return { name, strategy, command, env: { STRATEGY: strategy }, contentEncoding: null, bufferBytes }
}

/** @param {number} mib @param {number} files */
function batch(mib, files) {
  return { sizeBytes: mib * MIB, files }
}
