import { formatBinarySize, formatCount, formatCounted, formatMemory } from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { formatMeanInText, formatMs, NOTHING } from '../../skeleton/figures.js'
import { hasSetting } from '../figures.js'
import { paper } from '../paper/claims.js'

/** @import { UploadAnalysis, UploadBatch, UploadCell, UploadOutcome, UploadRank, UploadSetting } from '../types.js' */

/** `over limit` in the words of the paper: "Este método estourou o limite de RAM". @type {Record<UploadOutcome, string>} */
export const uploadOutcomeWords = {
  stored: 'all stored',
  'over limit': 'passed the RAM limit',
  failed: 'not all stored'
}

/** Returns files that are sent at once, such as 125 files of 1 MiB. @param {UploadBatch} batch */
export function batchInWords({ files, sizeBytes }) {
  return `${formatCounted(files, 'file')} of ${formatBinarySize(sizeBytes)}`
}

/** Returns the same for a column of a table, such as 125 x 1 MiB. @param {UploadBatch} batch */
export function batchInShort({ files, sizeBytes }) {
  return `${formatCount(files)} x ${formatBinarySize(sizeBytes)}`
}

/**
 * Returns a setting, such as 25 at once, 100 queued, 512 MiB.
 * @param {UploadSetting} setting
 * @param {UploadSetting} [first] what is the same in it is left out: all of it leaves an empty text
 */
export function settingInWords({ running, queued, memoryBytes }, first) {
  const parts = [
    { isSame: running === first?.running, words: `${formatCount(running)} at once` },
    { isSame: queued === first?.queued, words: `${formatCount(queued)} queued` },
    { isSame: memoryBytes === first?.memoryBytes, words: formatBinarySize(memoryBytes) }
  ]
  return parts.flatMap(({ isSame, words }) => (isSame ? [] : [words])).join(', ')
}

/**
 * Returns a cell without its strategy, such as 125 files of 1 MiB, with the setting where it is not the first one.
 * @param {UploadBatch & UploadSetting} cell @param {UploadSetting} first
 */
export function uploadCellInWords(cell, first) {
  return [batchInWords(cell), settingInWords(cell, first)].filter(Boolean).join(', ')
}

/** Returns what came of a cell, and in how many of its repeats where not in all. @param {UploadCell} cell */
export function outcomeInWords({ outcome, overLimit, repeats }) {
  const words = uploadOutcomeWords[outcome]
  return outcome === 'over limit' && repeats > 1
    ? `${words} in ${formatCount(overLimit)} of ${formatCount(repeats)}`
    : words
}

/** Returns the cells with the setting of the paper. @param {UploadAnalysis} lab @returns {UploadCell[]} */
export function cellsOfPaper({ cells, settings: [first] }) {
  return first ? cells.filter(cell => hasSetting(cell, first)) : []
}

/**
 * Returns what the table answers, the fastest strategy first, as sentences.
 * @param {UploadAnalysis} lab
 * @returns {string[]} none without a cell
 */
export function fastestInWords(lab) {
  const cells = cellsOfPaper(lab)
  const [first] = cells
  if (!first) return []
  const { ranking } = lab
  const within = lab.isLimitWatched ? ` within ${formatBinarySize(first.memoryBytes)}` : ''
  const [best, ...others] = ranking
  if (!best)
    return cells.every(({ outcome }) => outcome === 'stored')
      ? ['No strategy was measured with files of every size.']
      : [`No strategy stored every file${within}.`]
  const times = cells
    .filter(({ variant, fileMs }) => variant === best.variant && fileMs)
    // Of several counts of files the one that every strategy was sent.
    .filter(({ sizeBytes, files }) => lab.batches.some(batch => batch.sizeBytes === sizeBytes && batch.files === files))
    .map(({ sizeBytes, fileMs }) => `${formatMs(fileMs?.mean.value ?? 0)} per file of ${formatBinarySize(sizeBytes)}`)
  const isFirst = others.every(({ isClear }) => isClear) ? 'is the fastest' : 'has the shortest times'
  return [
    `${best.variant} ${isFirst} of the ${formatCounted(ranking.length, 'strategy', 'strategies')} that stored every file${within}: ${listed(times)}.`,
    ...nextInWords(others)
  ]
}

/** Returns whether one strategy is faster than all others. @param {UploadAnalysis} lab */
export function isFastestClear({ ranking: [best, ...others] }) {
  return best !== undefined && others.every(({ isClear }) => isClear)
}

/** @param {UploadRank[]} others in their order @returns {string[]} one sentence, or none */
function nextInWords(others) {
  const [unclear, ...more] = others.filter(({ isClear }) => !isClear)
  const [next] = others
  if (unclear) {
    const also = more.length > 0 ? `, nor from ${listed(more.map(({ variant }) => variant))}` : ''
    return [`This run does not distinguish it from ${timesInWords(unclear, 'which takes')}${also}.`]
  }
  return next ? [`The next one, ${timesInWords(next, 'takes')}.`] : []
}

/** @param {UploadRank} rank @param {string} verb */
function timesInWords({ variant, ratio }, verb) {
  return `${variant}, ${verb} ${ratio ? formatMeanInText(ratio) : NOTHING} times as long`
}

/** Returns which strategies passed the limit, or failed otherwise. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
export function failuresInWords(lab) {
  const cells = cellsOfPaper(lab)
  const parts = [
    ...partOf('over limit', uploadOutcomeWords['over limit']),
    ...partOf('failed', 'did not store all files')
  ]
  return parts.length > 0 ? [`${parts.join('; ')}.`] : []

  /** @type {(outcome: UploadOutcome, words: string) => string[]} one part, or none */
  function partOf(outcome, words) {
    const own = cells.filter(cell => cell.outcome === outcome)
    const names = lab.variants.filter(name => own.some(({ variant }) => variant === name))
    const texts = names.map(
      name => `${name} (${listed(own.filter(({ variant }) => variant === name).map(batchInShort))})`
    )
    return texts.length > 0 ? [`${listed(texts)} ${words}`] : []
  }
}

/** Returns the peak memory of those that stored every file. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
export function peaksInWords(lab) {
  const cells = cellsOfPaper(lab)
  const peaks = lab.ranking.flatMap(({ variant }) => {
    const own = cells.flatMap(cell => (cell.variant === variant && cell.peak !== null ? [cell.peak.most] : []))
    return own.length > 0 ? [`${variant} ${formatMemory(Math.max(...own))}`] : []
  })
  return peaks.length > 0 ? [`Peak memory: ${listed(peaks)}.`] : []
}

/** Returns what came of more files than run and wait. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
export function admissionInWords({ claims }) {
  const [accepted, refused] = ['accepted', 'refused'].map(id => claims.find(row => row.id === id))
  if (!accepted?.measured || !refused?.measured) return []
  const claimed = `${formatCount(accepted.claimed ?? 0)} and ${formatCount(refused.claimed ?? 0)}`
  return [
    `Of ${formatCounted(paper.atOnce, 'file')} at once, ${formatCount(accepted.measured.value)} were stored and ${formatCount(refused.measured.value)} refused; the paper: ${claimed}.`
  ]
}

/** @param {number} mib */
export function mibInWords(mib) {
  return `${formatCount(mib)} MiB`
}
