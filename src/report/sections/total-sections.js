import { isCpuMetric } from '../../verdict/decide/classify-change.js'
import { formatChange, formatCounted, formatMicros } from '../words/format.js'
import { metricWords, slicesWords } from '../words/words.js'
import { differenceText } from './blame-sections.js'
import { approximateNotes, estimateText } from './comparison-tables.js'
import { levelsOfAnswer, pairsOf } from './toggle-sections.js'

/**
 * @import { Blame, Card } from '../../blame/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { SizeOfThreads } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const NOTES = [
  'A request costs more on a shared core, and more under a profiler. So the totals differ, and so may the same change.',
  'Use the first row for how much, the shared-core change for whether, and the rows of blame for where.'
]

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main thread', all: 'all threads' }

/**
 * Returns all totals per request that a report has of a candidate, and how each was measured, that of its card first. Of a toggle,
 * the rows of blame are of one pair of variants; those that are the mean of several are named so.
 * @param {Card} card
 * @param {Pick<Analysis, 'comparisons' | 'sizes' | 'cards' | 'blames' | 'loads'>} analysis
 * @returns {Section}
 */
export function totalsSection({ candidate, baseline, threads, total, pairTotal }, analysis) {
  const { sizes, blames, loads } = analysis
  const size = sizes.find(each => each.candidate === candidate)
  const blame = blames.find(each => each.candidate === candidate && each.unit === 'micros')
  const { length: pairs } = pairsOf(analysis, candidate)
  const ofMean = pairs > 1 ? `, mean of ${pairs}` : ''
  const [first] = loads
  const sharedCore = first?.isCostOnSharedCore ? first.rows.filter(({ metric }) => isCpuMetric(metric)) : []
  const others = /** @type {const} */ (['main', 'all']).filter(each => each !== threads)
  const rows = [
    ...sizeRow(`${threadsWords[threads]}${ofMean} (this card)`, total),
    ...others.flatMap(each => sizeRow(`${threadsWords[each]}${ofMean}`, size?.[each] ?? null)),
    ...(ofMean === '' ? [] : sizeRow(`${threadsWords[threads]}, ${candidate} compared with ${baseline}`, pairTotal)),
    ...blameRows(blame),
    ...sharedCoreRows()
  ]
  return {
    heading: `How the totals per request relate: ${candidate} compared with ${baseline}`,
    table: { header: ['total', 'measured in', baseline, candidate, 'difference'], rows, textColumns: 2 },
    notes: [...(ofMean ? [] : approximateNotes({ rows: sharedCore })), ...levelsOfAnswer(analysis, candidate), ...NOTES]
  }

  function sharedCoreRows() {
    return sharedCore.flatMap(function rowOf({ metric, estimates, changes }) {
      const [one, other, change] = [estimates[baseline], estimates[candidate], changes[candidate]]
      if (!one || !other || !change) return []
      const name = threadsWords[metric === 'cpuMainThread' ? 'main' : 'all']
      const { format } = metricWords[metric]
      const measured = `${slicesWords['shared-core']}, ${first?.load.generator}, unprofiled`
      // The estimates are of single variants, and not what a mean change is between.
      const values = ofMean ? ['-', '-'] : [estimateText(one, format), estimateText(other, format)]
      return [[name + ofMean, measured, ...values, formatChange(change, { hasAllRounds: true })]]
    })
  }
}

/** @type {(name: string, size: SizeOfThreads | null) => string[][]} */
function sizeRow(name, size) {
  if (!size) return []
  const { micros, low, high } = size.difference
  return [
    [
      name,
      `${slicesWords.separate}, ${formatCounted(size.rounds, 'round')}, unprofiled`,
      ...costCells({ baseline: size.baselineMicros, candidate: size.candidateMicros, difference: micros, low, high })
    ]
  ]
}

/** @param {Blame | undefined} blame @returns {string[][]} */
function blameRows(blame) {
  if (!blame) return []
  const rounds = formatCounted(blame.rounds, 'round')
  const profiled = [
    'all threads',
    `${slicesWords.separate}, ${rounds}, under ${blame.profiler}`,
    ...costCells(blame.total)
  ]
  if (!blame.unprofiledTotal) return [profiled]
  const measured = `${slicesWords.separate}, the same rounds, unprofiled`
  return [['all threads', measured, ...costCells(blame.unprofiledTotal)], profiled]
}

/** @param {NonNullable<Blame['unprofiledTotal']>} cost */
function costCells(cost) {
  const difference = differenceText(cost, { unit: 'micros', total: cost })
  return [formatMicros(cost.baseline), formatMicros(cost.candidate), difference]
}
