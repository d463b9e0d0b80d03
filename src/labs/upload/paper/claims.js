import { fixed } from '../../../report/words/digits.js'
import { mean, sum } from '../../../stats/means.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { CREATED, REFUSED, worstOf } from '../figures.js'

/** @import { Claim } from '../../skeleton/types.js' */
/** @import { Mean } from '../../../stats/types.js' */
/** @import { UploadCell, UploadedFile, UploadRecord } from '../types.js' */

/** @typedef {{ cells: UploadCell[], admissions: UploadRecord[] }} Measured `cells`: with the setting of the paper */

/**
 * @typedef {Omit<Claim<Measured>, 'section' | 'why'> & About} UploadClaim
 * @typedef {{ strategy: string | null, sizeMB: number | null }} About null where the claim is about all of them
 */

/** How many files run, wait, and are sent at once, how many of these are accepted, and files that it says to be too large. */
export const paper = { running: 25, queued: 100, atOnce: 200, accepted: 125, tooLargeMB: 20 }
/** The sizes of the two columns of its table. */
export const PAPER_SIZES_MB = [1, 10]
const MS_PER_SECOND = 1000
const BYTES_PER_MB = 1e6
/** Half of 1.14 + 9.03 is slightly less than 5.085 as a binary number. */
const LEAST_HALF = 1e-9

/**
 * Its table: seconds per file of 1 MB and of 10 MB, and the row "AVG 5MB". The text above some columns says that they passed the limit.
 */
export const table = [
  { strategy: 'in memory', mean: [1.16, 8.82], five: 4.99, most: [2.73, 19.42], least: [0.37, 3.52], isOver: true },
  { strategy: 'stream', mean: [1.24, 8.89], five: 5.06, most: [3.45, 21.61], least: [0.27, 3.07] },
  { strategy: 'buffer 4 KiB', mean: [1.14, 9.03], five: 5.09, most: [2.55, 23.45], least: [0.36, 2.59] },
  { strategy: 'buffer 4 MiB', mean: [1.29, 9.08], five: 5.18, most: [3.87, 24.5], least: [0.38, 2.86] },
  { strategy: 'buffer 8 MiB', mean: [1.34, 9.1], five: 5.22, most: [4.01, 24.31], least: [0.37, 2.53], isOver: true },
  { strategy: 'temporary file', mean: [1.46, 9.09], five: 5.28, most: [15.31, 22.01], least: [0.35, 2.51] }
]

/** The runs that its text describes: seconds in all and per file, and peak memory in MB; without figures where one did not complete. */
const runs = [
  { strategy: 'temporary file', sizeMB: 1, total: 10.6737162, mean: 2.03, peak: 529.307 },
  { strategy: 'temporary file', sizeMB: 10, total: 79.722022, mean: 15.391, peak: 516.771 },
  { strategy: 'buffer 4 KiB', sizeMB: 1, total: 10.6762119, mean: 1.556, peak: 300.711 },
  { strategy: 'buffer 4 KiB', sizeMB: 10, total: 81.1770179, mean: 15.721, peak: 486.858 },
  { strategy: 'buffer 4 MiB', sizeMB: 1, total: 10.6058811, mean: 2.022, peak: 496.289 },
  { strategy: 'buffer 4 MiB', sizeMB: 10 },
  { strategy: 'stream', sizeMB: 1, total: 9.0066449, mean: 1.686, peak: 293.794 },
  { strategy: 'stream', sizeMB: 10, total: 80.908463, mean: 15.66, peak: 499.453 }
]

/** The figures of the paper (docs/labs/upload.md): its table, its text, and 200 files at once. @type {UploadClaim[]} */
export const claims = [
  ...table.flatMap(claimsOfColumn),
  ...runs.flatMap(claimsOfRun),
  {
    id: 'accepted',
    quote: 'accepted, of 200 at once',
    strategy: null,
    sizeMB: null,
    claimed: [paper.accepted, 'files'],
    right: paper.running + paper.queued,
    measured: ({ admissions }) => filesWith(admissions, CREATED)
  },
  {
    id: 'refused',
    quote: 'refused, of 200 at once',
    strategy: null,
    sizeMB: null,
    claimed: [75, 'files'],
    right: paper.atOnce - paper.running - paper.queued,
    measured: ({ admissions }) => filesWith(admissions, REFUSED)
  }
]

/** @param {typeof table[number]} column @returns {UploadClaim[]} */
function claimsOfColumn({ strategy, mean: means, five, most, least, isOver = false }) {
  const bySize = PAPER_SIZES_MB.flatMap((sizeMB, at) => {
    const about = { strategy, sizeMB }
    return [
      claimOf('mean-time', 'mean time per file', about, [means[at], 's'], meanTime),
      claimOf('longest', 'longest time', about, [most[at], 's'], ({ fileMs }) => fileMs && fileMs.most / MS_PER_SECOND),
      claimOf(
        'shortest',
        'shortest time',
        about,
        [least[at], 's'],
        ({ fileMs }) => fileMs && fileMs.least / MS_PER_SECOND
      )
    ]
  })
  const about = { strategy, sizeMB: null }
  const ofFive = claimOf('five', 'mean time per file, row "AVG 5MB"', about, [five, 's'], null)
  return [...bySize, { ...ofFive, right: mean(means) }, ...(isOver ? [overLimit(about)] : [])]
}

/**
 * Returns the claims of a run that the text describes. The text and the table are of different runs: neither mean follows from the other.
 * @param {typeof runs[number]} run @returns {UploadClaim[]}
 */
function claimsOfRun({ strategy, sizeMB, total, mean: ofText, peak }) {
  const about = { strategy, sizeMB }
  if (total === undefined) return [overLimit(about)]
  const inTable = table.find(row => row.strategy === strategy)?.mean[PAPER_SIZES_MB.indexOf(sizeMB)] ?? 0
  const quote = `mean time per file, in its text (in its table ${formatSeconds(inTable)})`
  return [
    claimOf('total-time', 'time of all 125 files', about, [total, 's'], totalTime),
    claimOf('mean-in-text', quote, about, [ofText, 's'], meanTime),
    claimOf('peak', 'peak memory', about, [peak, 'MB'], ({ peak }) => peak && peak.most / BYTES_PER_MB)
  ]
}

/** Returns the claim that the limit of memory was passed. @param {About} about @returns {UploadClaim} */
function overLimit(about) {
  return { ...claimOf('over-limit', 'outcome', about, [null, 'outcome'], null), measured: worstOutcome }

  /** @param {Measured} measured */
  function worstOutcome({ cells }) {
    const own = cells.filter(cell => isAbout(cell, about))
    return own.length > 0 ? worstOf(own) : null
  }
}

/**
 * Returns a claim about the files of one strategy and size.
 * @param {string} what @param {string} quote @param {About} about
 * @param {[value: number | null | undefined, unit: string]} claimed
 * @param {((cell: UploadCell) => Mean | number | null) | null} readFigure @returns {UploadClaim}
 */
function claimOf(what, quote, about, [value = null, unit], readFigure) {
  return { id: claimId(what, about), quote, ...about, claimed: [value, unit], right: null, measured }

  /** Returns the figure of the cell, or its outcome where that is why there is none. @param {Measured} measured */
  function measured({ cells }) {
    // Of several counts of files the largest, which is that of the paper.
    const cell = readFigure && cells.findLast(each => isAbout(each, about))
    if (!cell) return null
    return readFigure(cell) ?? (cell.outcome === 'stored' ? null : cell.outcome)
  }
}

/** Returns the id of a claim about the files of one strategy and size. @param {string} what @param {About} about */
export function claimId(what, { strategy, sizeMB }) {
  return `${what}: ${strategy}${sizeMB === null ? '' : `, ${sizeMB} MB`}`
}

/** @param {UploadCell} cell @param {About} about */
function isAbout({ variant, sizeBytes }, { strategy, sizeMB }) {
  return variant === strategy && (sizeMB === null || sizeBytes === sizeMB * MIB)
}

/** @param {UploadCell} cell */
function meanTime({ fileMs }) {
  return fileMs && inSeconds(fileMs.mean)
}

/** Returns the time of as many files as in the paper. @param {UploadCell} cell */
function totalTime({ files, totalMs }) {
  return files === paper.accepted && totalMs ? inSeconds(totalMs) : null
}

/** @param {UploadRecord[]} records @param {number} statusCode */
function filesWith(records, statusCode) {
  const isCounted = (/** @type {UploadedFile} */ file) => file.statusCode === statusCode
  return records.length === 0 ? null : sum(records.map(({ files }) => files.filter(isCounted).length)) / records.length
}

/** @param {Mean} ms @returns {Mean} */
function inSeconds({ value, low, high }) {
  return { value: value / MS_PER_SECOND, low: low && low / MS_PER_SECOND, high: high && high / MS_PER_SECOND }
}

/** Returns a time with two decimals, half rounded up, as the paper writes it. @param {number} seconds */
export function formatSeconds(seconds) {
  return `${fixed(Math.round(seconds * 100 + LEAST_HALF) / 100, 2)} s`
}
