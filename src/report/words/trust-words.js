import { damagesInWords, endingInWords, roundsInWords } from '../sections/sections.js'
import { sizesInWords } from '../sections/server-sections.js'
import { warningLines } from './check-words.js'
import { formatCount, formatCounted, formatDuration, formatPercent, formatSamples } from './format.js'
import { unitsOf } from './kinds/attached-words.js'
import { importedNotes } from './kinds/imported-words.js'
import { machineDoubts } from './kinds/machine-words.js'
import { listed } from './text.js'
import { isTooLarge } from './too-few-samples.js'
import { disturbedInWords, notesOn } from './verdict-words.js'

/** @import { Analysis } from '../../types.js' */
/** @import { DiscardReason } from '../../verdict/types.js' */

/**
 * @typedef {object} TrustItem what a reader weighs a result by
 * @property {string} text
 * @property {'good' | 'doubtful' | 'plain'} kind
 */

/** Why slices count for CPU only, in two or three words. @type {Partial<Record<DiscardReason['code'], string>>} */
const shortReasons = {
  'generator-busy': 'generator busy',
  'server-not-saturated': 'server not saturated',
  'other-processes': 'other processes',
  stolen: 'CPU steal',
  'late-sends': 'late sends',
  'server-saturated': 'server saturated'
}

/** Returns whether to believe a run, in a line. @param {Analysis} analysis @returns {TrustItem[]} */
export function trustItems(analysis) {
  const { checks, timing, calibration, profile, coldRequests, quick, imported, machines, asked } = analysis
  const { slices, discarded } = checks
  const fully = discarded.filter(({ reasons }) => reasons.some(({ discards }) => discards === 'everything'))
  const forCpu = discarded.filter(each => !fully.includes(each))
  /** @type {(text: string, kind?: TrustItem['kind']) => TrustItem} */
  const item = (text, kind = 'plain') => ({ text, kind })
  if (imported) return [item(`imported: ${formatCounted(imported.files.length, 'file')}, not measured here`)]
  return [
    item(
      `${formatCounted(slices, unitsOf(analysis).slice)}, ${formatCount(fully.length)} discarded`,
      fully.length > 0 || slices === 0 ? 'doubtful' : 'good'
    ),
    ...(forCpu.length > 0 ? [item(`${formatCount(forCpu.length)} for CPU only${reasonsOf(forCpu)}`, 'doubtful')] : []),
    item(
      `${machines ? `${formatSamples(machines.shards.length, analysis)}, ` : ''}${roundsInWords(analysis)} in ${formatDuration(timing.wallMs)}`
    ),
    ...(asked.clearAfter ? [item(`verdict clear after ${formatCounted(asked.clearAfter, 'round')}`)] : []),
    ...(coldRequests === null ? [] : [item('cold servers')]),
    ...(quick && coldRequests === null ? [item('short run: servers not warm', 'doubtful')] : []),
    ...powerOf(analysis).map(text => item(text)),
    ...(profile
      ? []
      : [
          calibration
            ? item(`calibrated ${calibration.at.slice(0, 10)}`, 'good')
            : item('accuracy not calibrated here', 'doubtful')
        ])
  ]
}

/** @param {Analysis['checks']['discarded']} slices */
function reasonsOf(slices) {
  const words = slices.flatMap(({ reasons }) => reasons.flatMap(({ code }) => shortReasons[code] ?? []))
  return words.length === 0 ? '' : `: ${listed([...new Set(words)])}`
}

/** @param {Pick<Analysis, 'verdicts'>} analysis @returns {string[]} one text or none */
function powerOf({ verdicts }) {
  const known = verdicts.flatMap(({ detectableRatio: ratio }) =>
    ratio === null || isTooLarge(ratio) ? [] : [formatPercent(ratio)]
  )
  return known.length === 0 ? [] : [`detects ${listed([...new Set(known)])} with 80% power`]
}

/** Returns what makes a run doubtful, as sentences, each once. @param {Analysis} analysis */
export function doubtsOf(analysis) {
  const { verdicts, status, precision } = analysis
  const isUnfinished = status !== 'complete' || precision?.isReached === false
  return [
    ...new Set([
      ...importedNotes(analysis),
      ...(isUnfinished ? endingInWords(analysis) : []),
      ...verdicts.flatMap(disturbedInWords),
      ...machineDoubts(analysis),
      ...damagesInWords(analysis),
      ...sizesInWords(analysis),
      ...verdicts.flatMap(notesOn),
      ...warningLines(analysis)
    ])
  ]
}
