/** @import { UploadClaims, UploadLab, UploadVariant } from './types.js' */

const KIB = 1024
const MIB = 1024 * KIB
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
  repeats: { quick: { all: 1, dropped: 0 }, usual: { all: 3, dropped: 0 }, full: { all: 3, dropped: 0 } },
  admission: batch(1, 200),
  repeatsWithinMs: { quick: 60_000, usual: 210_000, full: 3_600_000 },
  marginRatio: 0.02,
  limits: {
    size: { leastMiB: 1, mostMiB: 128, running: 25 },
    running: { least: 1, most: 200, sizeMiB: 10 },
    nearRatio: 1.15
  },
  claims: {
    table: [
      claim('in memory', { mean: [1.16, 8.82], five: 4.99, most: [2.73, 19.42], least: [0.37, 3.52] }, true),
      claim('stream', { mean: [1.24, 8.89], five: 5.06, most: [3.45, 21.61], least: [0.27, 3.07] }),
      claim('buffer 4 KiB', { mean: [1.14, 9.03], five: 5.09, most: [2.55, 23.45], least: [0.36, 2.59] }),
      claim('buffer 4 MiB', { mean: [1.29, 9.08], five: 5.18, most: [3.87, 24.5], least: [0.38, 2.86] }),
      claim('buffer 8 MiB', { mean: [1.34, 9.1], five: 5.22, most: [4.01, 24.31], least: [0.37, 2.53] }, true),
      claim('temporary file', { mean: [1.46, 9.09], five: 5.28, most: [15.31, 22.01], least: [0.35, 2.51] })
    ],
    runs: [
      described('temporary file', 1, 10.6737162, 2.03, 529.307),
      described('temporary file', 10, 79.722022, 15.391, 516.771),
      described('buffer 4 KiB', 1, 10.6762119, 1.556, 300.711),
      described('buffer 4 KiB', 10, 81.1770179, 15.721, 486.858),
      described('buffer 4 MiB', 1, 10.6058811, 2.022, 496.289),
      { strategy: 'buffer 4 MiB', sizeMB: 10, totalSeconds: null, meanSeconds: null, peakMB: null, isComplete: false },
      described('stream', 1, 9.0066449, 1.686, 293.794),
      described('stream', 10, 80.908463, 15.66, 499.453)
    ],
    running: 25,
    queued: 100,
    atOnce: { all: 200, accepted: 125, refused: 75 },
    tooLargeMB: 20
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

/** @type {(strategy: string, seconds: UploadClaims['table'][number]['seconds'], isOverLimit?: boolean) => UploadClaims['table'][number]} */
function claim(strategy, seconds, isOverLimit = false) {
  return { strategy, seconds, isOverLimit }
}

/** @type {(strategy: string, sizeMB: number, totalSeconds: number, meanSeconds: number, peakMB: number) => UploadClaims['runs'][number]} */
function described(strategy, sizeMB, totalSeconds, meanSeconds, peakMB) {
  return { strategy, sizeMB, totalSeconds, meanSeconds, peakMB, isComplete: true }
}
