import { formatBinarySize, formatCount, formatMemory } from '../../../report/words/format.js'
import { listed } from '../../../report/words/text.js'
import { NOTHING } from '../../skeleton/figures.js'
import { mibInWords } from './words.js'

/**
 * @import { FoundLimit, UploadAnalysis } from '../types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

/** Why a search has no more steps. @type {Record<Exclude<FoundLimit['ending'], 'finished'>, string>} */
const endings = { interrupted: 'not finished', failed: 'ended by a step that failed' }

/** Returns what the search for limits found. @param {UploadAnalysis} lab @returns {string[]} one sentence, or none */
export function limitsInWords({ limits, searched: { size } }) {
  if (limits.length === 0) return []
  const found = limits.map(limit => `${limit.variant} ${limitInWords(limit.size, mibInWords)}`)
  return [`The largest file that is stored, ${formatCount(size.running)} at once: ${listed(found)}.`]
}

/** Returns what each strategy stores within the limit. @param {UploadAnalysis} lab @returns {Section[]} none where it was not searched */
export function limitSections({ limits, searched: { size, running }, isLimitWatched, settings: [first] }) {
  if (limits.length === 0) return []
  const rows = limits.map(({ variant, ...found }) => [
    variant,
    foundInWords(found.size, mibInWords),
    found.size.peakBytes === null ? NOTHING : formatMemory(found.size.peakBytes),
    foundInWords(found.running, formatCount),
    found.running.peakBytes === null ? NOTHING : formatMemory(found.running.peakBytes)
  ])
  const header = [
    'strategy',
    `largest file, ${formatCount(size.running)} at once`,
    'peak memory',
    `most at once, ${mibInWords(running.sizeMiB)} each`,
    'peak memory'
  ]
  const within = first && isLimitWatched ? ` within ${formatBinarySize(first.memoryBytes)}` : ''
  const notes = [
    `Searched by bisection, from ${mibInWords(size.leastMiB)} to ${mibInWords(size.mostMiB)} and from ${formatCount(running.least)} to ${formatCount(running.most)} at once, one launch per step. A step near the limit can end either way.`
  ]
  return [{ heading: `What is stored${within}`, table: { header, rows, textColumns: 1 }, notes }]
}

/** @type {(found: FoundLimit, format: (value: number) => string) => string} */
function foundInWords(found, format) {
  const { stored, over, ending } = found
  const beyond = stored === null || over === null || ending !== 'finished' ? '' : ` (not ${format(over)})`
  return limitInWords(found, format) + beyond
}

/**
 * Returns the largest value that is stored within the limit, or between which values it is where the search was not finished.
 * @param {FoundLimit} found
 * @param {(value: number) => string} format
 */
export function limitInWords({ stored, over, ending }, format) {
  if (stored === null && over === null) return ending === 'failed' ? `not known (${endings.failed})` : 'not searched'
  const open = ending === 'finished' ? '' : ` (${endings[ending]})`
  if (stored === null) return `less than ${format(over ?? 0)}${open}`
  if (over === null) return `at least ${format(stored)}${open}`
  return ending === 'finished' ? format(stored) : `between ${format(stored)} and ${format(over)}${open}`
}
