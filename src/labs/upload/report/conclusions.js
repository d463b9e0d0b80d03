import {
  formatBinarySize,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatMemory
} from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { conclusionWords } from '../../skeleton/conclusions.js'
import { formatMeanInText } from '../../skeleton/figures.js'
import { batchInWords, mibInWords, uploadOutcomeWords } from './words.js'

/**
 * @import { Mean } from '../../skeleton/types.js'
 * @import { UploadConclusion } from '../types.js'
 */

const NO_MEMORY = 'This system does not report the memory of a process.'
const NO_TIME = 'One of them did not store all files, so there is no time to compare.'

/** What the paper concludes, translated. @type {Record<UploadConclusion['code'], string>} */
const quotes = {
  'memory-over-limit': '"to buffer all data in memory is not reliable: not all runs were successful"',
  'stream-within-limit': '"125 files of 10 MB can be sent without passing the limit of memory"',
  'streaming-best': '"the best implementation is the streaming of the file"',
  'buffers-no-gain': '"a buffer of 4 MB has no advantage: the performance decreased"',
  'temp-file-low-memory': '"a temporary file uses little memory"',
  'temp-file-no-gain': '"a temporary file brings no great advantage"',
  'twenty-too-large': '"files of 20 MB with 25 uploads at once pass the limit of memory"'
}

/** What a run says about a conclusion of the paper, with its quotation and beside a text that has it. */
export const { inWords: conclusionInWords, withEvidence: outcomeWithEvidence } = conclusionWords(
  (/** @type {UploadConclusion} */ { code }) => quotes[code],
  evidenceOf
)

/** @param {UploadConclusion} conclusion @returns {string} */
function evidenceOf(conclusion) {
  switch (conclusion.code) {
    case 'memory-over-limit': {
      const { overLimit, cells, peakBytes } = conclusion
      if (peakBytes === null) return NO_MEMORY
      return `It ${uploadOutcomeWords['over limit']} in ${formatCount(overLimit)} of ${formatCounted(cells, 'cell')}.${peakInWords(peakBytes)}`
    }
    case 'stream-within-limit': {
      const { peakBytes, outcome } = conclusion
      if (peakBytes === null) return `Here: ${batchInWords(conclusion)}. ${NO_MEMORY}`
      const result = outcome === 'does not hold' ? ` ${uploadOutcomeWords['over limit']}` : ''
      return `Here: ${batchInWords(conclusion)}${result}.${peakInWords(peakBytes)}`
    }
    case 'streaming-best': {
      const { best, stream, ratio, overLimit } = conclusion
      const beyond =
        overLimit.length === 0
          ? ''
          : ` ${listed(overLimit)} passed the RAM limit and ${overLimit.length === 1 ? 'does' : 'do'} not count.`
      if (best === null) return `No strategy stored every file.${beyond}`
      const other = best === stream || !ratio ? '' : `; ${stream} takes ${formatMeanInText(ratio)} times as long`
      return `${best} has the shortest times of those that stored every file${other}.${beyond}`
    }
    case 'buffers-no-gain': {
      const { small, large, ratios } = conclusion
      const known = large.flatMap(name => ratiosInWords(name, ratios))
      return known.length === 0 ? NO_TIME : `Compared with ${small}, ${listed(known)}.`
    }
    case 'temp-file-low-memory': {
      const { peakBytes, least } = conclusion
      if (peakBytes === null) return NO_MEMORY
      const other = least && `; the lowest of the others is ${formatMemory(least.peakBytes)}, of ${least.variant}`
      const same = least && ` Peaks within ${formatExactPercent(conclusion.sameWithin)} count as the same.`
      return `Its peak is ${formatMemory(peakBytes)}${other ?? ''}.${same ?? ''}`
    }
    case 'temp-file-no-gain':
      return conclusion.ratio
        ? `It takes ${formatMeanInText(conclusion.ratio)} times as long as streaming on demand.`
        : NO_TIME
    case 'twenty-too-large': {
      const { stored, over, streamStored } = conclusion
      if (stored === null && over === null) return 'Not searched: --limits does.'
      return [
        'In the paper the buffer is as large as the file, as it is here in memory.',
        ...(stored === null ? [] : [`Files of ${mibInWords(stored)} are stored.`]),
        ...(over === null ? [] : [`Files of ${mibInWords(over)} are not.`]),
        ...(streamStored === null
          ? []
          : [`Streaming keeps no whole file: files of ${mibInWords(streamStored)} are stored.`])
      ].join(' ')
    }
  }
}

/** @param {number | null} peakBytes */
function peakInWords(peakBytes) {
  return peakBytes === null ? '' : ` Peak memory: ${formatMemory(peakBytes)}.`
}

/** @type {(name: string, ratios: { variant: string, sizeBytes: number, ratio: Mean | null }[]) => string[]} one text, or none */
function ratiosInWords(name, ratios) {
  const known = ratios.flatMap(({ variant, sizeBytes, ratio }) =>
    variant === name && ratio ? [`${formatMeanInText(ratio)} times as long for ${formatBinarySize(sizeBytes)}`] : []
  )
  return known.length === 0 ? [] : [`${name} takes ${listed(known)}`]
}
