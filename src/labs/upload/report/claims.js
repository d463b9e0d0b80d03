import { fixed } from '../../../report/words/digits.js'
import { formatBinarySize, formatBytes, formatCount, formatCounted } from '../../../report/words/format.js'
import { formatMeanOrValue, formatMs, NOTHING } from '../../skeleton/figures.js'
import { uploadOutcomeWords } from './words.js'

/**
 * @import { UploadClaimRow, UploadClaims } from '../types.js'
 */

/** What each figure of the paper is. @type {Record<UploadClaimRow['code'], string>} */
const claimWords = {
  'mean-time': 'mean time per file',
  longest: 'longest time',
  shortest: 'shortest time',
  five: 'mean time per file, row "AVG 5MB"',
  'total-time': 'time of all 125 files',
  peak: 'peak memory',
  'over-limit': 'outcome',
  accepted: 'accepted, of 200 at once',
  refused: 'refused, of 200 at once'
}

/** How measured figures are written. @type {Record<UploadClaimRow['unit'], (value: number) => string>} */
const formats = {
  s: seconds => formatMs(seconds * 1e3),
  MB: megabytes => (Number.isInteger(megabytes) ? `${formatCount(megabytes)} MB` : formatBytes(megabytes * 1e6)),
  files: formatCount,
  outcome: formatCount
}

/** How those of the paper are. @type {typeof formats} */
const claimFormats = { ...formats, s: formatClaimedSeconds }

/** Half of 1.14 + 9.03 is slightly less than 5.085 as a binary number. */
const LEAST_HALF = 1e-9

/** Returns a time with two decimals, half rounded up, as the paper writes it. @param {number} seconds */
function formatClaimedSeconds(seconds) {
  return `${fixed(Math.round(seconds * 100 + LEAST_HALF) / 100, 2)} s`
}

/**
 * Returns a figure of the paper as the cells of a table.
 * @param {UploadClaimRow} row
 * @returns {string[]} what it is, strategy, size, claimed, right, measured
 */
export function uploadClaimFigures({ code, strategy, sizeMB, unit, claimed, right, measured, outcome }) {
  const format = claimFormats[unit]
  // The text and the table of the paper are of different runs: neither follows from the other.
  const inTable = code === 'mean-time' ? right : null
  return [
    inTable === null ? claimWords[code] : `${claimWords[code]}, in its text (in its table ${format(inTable)})`,
    strategy ?? '',
    sizeMB === null ? '' : `${formatCount(sizeMB)} MB`,
    claimed === null ? uploadOutcomeWords['over limit'] : format(claimed),
    right === null || inTable !== null ? NOTHING : format(right),
    measuredInWords()
  ]

  function measuredInWords() {
    if (measured) return formatMeanOrValue(measured, formats[unit])
    // All stored is no figure: that of another number of files is not the one that is claimed.
    return outcome === null || (outcome === 'stored' && unit !== 'outcome') ? NOTHING : uploadOutcomeWords[outcome]
  }
}

/**
 * Returns what a reader of the claims would otherwise get wrong.
 * @param {UploadClaims} claims
 * @param {number} limitBytes
 * @returns {[notes: string[], details: string[]]}
 */
export function claimNotes({ running, queued, atOnce }, limitBytes) {
  return [
    [
      'The paper measured Java with Azure as its store, this run Node.js with a store on the same machine: compare the order of the strategies and the outcomes, not the times.',
      'No file of 5 MB was sent: the row "AVG 5MB" is the mean of the two other columns. So it has no measurement here. A difference of 0.01 s is rounding.'
    ],
    [
      `A MB of a file has 1,048,576 bytes, as MiB here. A MB of memory has 1,000,000: the limit of ${formatBinarySize(limitBytes)} is ${formatBytes(limitBytes)}.`,
      'The paper prints its peaks as "529.307b": that this is in MB of 1,000,000 bytes is a guess. In units of 1,048,576 bytes two of its peaks would be above the limit.',
      'Our times are of the uploads themselves, without the time in the queue. The paper does not describe its own. Its text is of other runs than its table, with larger means.',
      'The longest time of a temporary file of 1 MB, 15.31 s, is longer than the whole run that the text describes, 10.67 s.',
      'The table has times for 10 MB with a buffer of 4 MiB; the text says that this run did not complete.',
      `${formatCounted(atOnce.all, 'file')} at once: ${formatCount(running)} run and ${formatCount(queued)} wait; the others are refused.`
    ]
  ]
}
