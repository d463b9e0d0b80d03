import { isCpuMetric } from '../../verdict/decide/classify-change.js'
import { sizeTexts } from '../words/answer-words.js'
import { formatChange, formatCounted, formatPairs } from '../words/format.js'
import { metricInWords, metricWords, slicesWords } from '../words/words.js'
import { differenceText } from './blame-sections.js'
import { approximateNotes, estimateText } from './comparison-tables.js'
import { levelsOfAnswer, pairsOf, sideNames } from './toggle-sections.js'

/** @import { Card } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Interaction, Size, SizeOfThreads } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

const TOTALS_NOTES = [
  'A request costs more on a shared core, so the totals differ. The first row has the change by shared-core slices, in the microseconds of separate ones; the rows of blame say where it is.'
]

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main thread', all: 'all threads' }

const INTERACTION_NOTE =
  'The interval of an interaction is wide: a difference of two differences varies twice as much as their mean. Where it includes zero, no interaction was found.'

/**
 * Returns all totals per request that a report has of each candidate, and how each was measured, that of its card first. Of a toggle, the
 * rows of blame are of one pair of variants; those that are the mean of several are named so, and what it costs with and without the other
 * toggle stands above them.
 * @param {Pick<Analysis, 'baseline' | 'comparisons' | 'sizes' | 'interactions' | 'cards' | 'blames' | 'loads'>} analysis
 * @returns {Section[]} none of a candidate without a size
 */
export function totalSections(analysis) {
  return analysis.sizes.flatMap(size => totalsOf(size, analysis))
}

/** @type {(size: Size, analysis: Parameters<typeof totalSections>[0]) => Section[]} */
function totalsOf({ candidate, ...size }, analysis) {
  const { baseline, loads, cards } = analysis
  const card = cards.find(each => each.candidate === candidate)
  const threads = card?.threads ?? 'main'
  const total = card?.total ?? size[threads]
  if (!size.main && !size.all) return []
  const interactions = analysis.interactions.filter(each => each.candidate === candidate)
  const { length: pairs } = pairsOf(analysis, candidate)
  const ofMean = pairs > 1 ? `, mean of ${pairs}` : ''
  const [first] = loads
  const sharedCore = first?.isCostOnSharedCore ? first.rows.filter(({ metric }) => isCpuMetric(metric)) : []
  const others = /** @type {const} */ (['main', 'all']).filter(each => each !== threads)
  const rows = [
    ...sizeRow(`${threadsWords[threads]}${ofMean}${card?.total ? ' (this card)' : ''}`, total),
    ...others.flatMap(each => sizeRow(`${threadsWords[each]}${ofMean}`, size[each])),
    ...(ofMean === ''
      ? []
      : sizeRow(`${threadsWords[threads]}, ${candidate} compared with ${baseline}`, card?.pairTotal ?? null)),
    ...sharedCoreRows()
  ]
  return [
    {
      heading: `Totals: CPU per request, ${candidate} compared with ${baseline}`,
      lines: interactions.map(each => interactionInWords(each, total)),
      table: {
        header: ['total', 'measured in', ...sideNames(analysis, { candidate, baseline }), 'difference'],
        rows,
        textColumns: 2
      },
      notes: [
        ...(ofMean ? [] : approximateNotes({ rows: sharedCore })),
        ...levelsOfAnswer(analysis, candidate),
        ...(sharedCore.length > 0 ? TOTALS_NOTES : []),
        ...(interactions.length > 0 ? [INTERACTION_NOTE] : [])
      ]
    }
  ]

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

/**
 * Returns what a toggle costs with and without the other one.
 * @type {(interaction: Interaction, size: SizeOfThreads | null) => string}
 */
function interactionInWords({ candidate, metric, without, with: second, difference, rounds }, size) {
  const total = { baseline: size?.baselineMicros ?? 0, candidate: size?.candidateMicros ?? 0 }
  const [one, other, change] = [without, second, difference].map(({ micros, low, high }) =>
    differenceText({ difference: micros, low, high }, { unit: 'micros', total })
  )
  return `Interaction: ${candidate} costs ${one} of ${metricInWords(metric)} without ${second.baseline}, and ${other} with it; the difference is ${change} (95% CI, ${formatCounted(rounds, 'round')}).`
}

/** @type {(name: string, size: SizeOfThreads | null) => string[][]} */
function sizeRow(name, size) {
  if (!size) return []
  const { baselineMicros: baseline, candidateMicros: candidate, difference, rounds, relative } = size
  const { micros, ...interval } = difference
  const counted = formatPairs({ ...relative, pairs: rounds })
  const measured = `${slicesWords.separate}, ${counted}, unprofiled`
  const text = differenceText({ difference: micros, ...interval }, { unit: 'micros', total: { baseline, candidate } })
  return [[name, measured, ...sizeTexts(size), text]]
}
