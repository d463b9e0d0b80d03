import { isCpuMetric } from '../../verdict/decide/classify-change.js'
import { formatChange, formatConfidence, formatCounted, formatMicros } from '../words/format.js'
import { metricInWords, metricWords, slicesWords } from '../words/words.js'
import { differenceText } from './blame-sections.js'
import { approximateNotes, estimateText, sizeText } from './comparison-tables.js'
import { levelsInWords, levelsOfAnswer, pairInWords, pairsOf, sideNames } from './toggle-sections.js'

/** @import { Blame, Card } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Size, SizeOfThreads } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

const TOTALS_NOTES = [
  'A request costs more on a shared core, and more under a profiler, so the totals differ. The first row has the change by shared-core slices, in the microseconds of separate ones; the rows of blame say where it is.'
]

/** @type {Record<Card['threads'], string>} */
const threadsWords = { main: 'main thread', all: 'all threads' }

const SIZE_NOTE =
  'The change is that of the verdict. In microseconds it is this share of what a request costs where one server is loaded at a time; the totals of blame are of launches with profilers.'
const INTERACTION_NOTE =
  'The interval is wide: a difference of two differences varies twice as much as their mean, which is the size above. Where it includes zero, no interaction was found.'

/**
 * Returns what the change costs per request, and what one toggle costs with and without the other.
 * @param {Pick<Analysis, 'sizes' | 'interactions' | 'baseline' | 'comparisons'>} analysis
 * @returns {Section[]}
 */
export function sizeSections(analysis) {
  const { sizes, baseline } = analysis
  const own = sizes.flatMap(function bySize(size) {
    const sides = sideNames(analysis, { candidate: size.candidate, baseline })
    return sectionOf(size, { baseline, sides }, [SIZE_NOTE, ...levelsInWords(analysis, size.candidate)])
  })
  return [...own, ...interactionSections(analysis)]
}

/** @type {(size: Size, of: { baseline: string, sides: string[] }, notes: string[]) => Section[]} */
function sectionOf({ candidate, generator, main, all }, { baseline, sides }, notes) {
  const known = main ?? all
  if (!known) return []
  const rows = [...rowOf('main thread', main), ...rowOf('all threads', all)]
  const rounds = formatCounted(known.rounds, 'round')
  return [
    {
      heading: `Size: CPU per request, ${candidate} compared with ${baseline} (separate slices, ${generator}, ${rounds})`,
      table: {
        header: ['', ...sides, 'difference', `change (${formatConfidence(known.relative)} CI)`],
        rows,
        textColumns: 1,
        coloured: { column: 4, rows: [main, all].flatMap(size => (size ? { ...size.relative, moreIs: 'worse' } : [])) }
      },
      notes,
      key: {}
    }
  ]
}

/** @param {string} label @param {SizeOfThreads | null} size @returns {string[][]} */
function rowOf(label, size) {
  if (!size) return []
  const sides = [formatMicros(size.baselineMicros), formatMicros(size.candidateMicros)]
  return [[label, ...sides, sizeText(size), formatChange(size.relative, { hasAllRounds: true })]]
}

/** @param {Pick<Analysis, 'interactions' | 'sizes'>} analysis @returns {Section[]} */
function interactionSections({ interactions, sizes }) {
  return interactions.map(({ candidate, metric, without, with: second, difference, rounds }) => {
    const size = sizes.find(each => each.candidate === candidate)
    const { baselineMicros = 0, candidateMicros = 0 } = size?.main ?? size?.all ?? {}
    const total = { baseline: baselineMicros, candidate: candidateMicros }
    const cells = [without, second, difference].map(({ micros, low, high }) =>
      differenceText({ difference: micros, low, high }, { unit: 'micros', total })
    )
    return {
      heading: `Interaction: ${metricInWords(metric)} of ${candidate} without and with ${second.baseline} (${formatCounted(rounds, 'round')})`,
      table: {
        header: ['', pairInWords(without), pairInWords(second), 'difference (95% CI)'],
        rows: [['interaction', ...cells]],
        textColumns: 1
      },
      notes: [INTERACTION_NOTE]
    }
  })
}

/**
 * Returns all totals per request that a report has of a candidate, and how each was measured, that of its card first. Of a toggle,
 * the rows of blame are of one pair of variants; those that are the mean of several are named so.
 * @param {Card} card @param {Pick<Analysis, 'comparisons' | 'sizes' | 'cards' | 'blames' | 'loads'>} analysis
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
    notes: [
      ...(ofMean ? [] : approximateNotes({ rows: sharedCore })),
      ...levelsOfAnswer(analysis, candidate),
      ...TOTALS_NOTES
    ]
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
  const { baselineMicros, candidateMicros, difference, rounds } = size
  const { micros, low, high } = difference
  const measured = `${slicesWords.separate}, ${formatCounted(rounds, 'round')}, unprofiled`
  return [
    [
      name,
      measured,
      ...costCells({ baseline: baselineMicros, candidate: candidateMicros, difference: micros, low, high })
    ]
  ]
}

/** @param {Blame | undefined} blame @returns {string[][]} */
function blameRows(blame) {
  if (!blame) return []
  const rounds = formatCounted(blame.rounds, 'round')
  return [['all threads', `${slicesWords.separate}, ${rounds}, under ${blame.profiler}`, ...costCells(blame.total)]]
}

/** @param {NonNullable<Blame['unprofiledTotal']>} cost */
function costCells(cost) {
  const difference = differenceText(cost, { unit: 'micros', total: cost })
  return [formatMicros(cost.baseline), formatMicros(cost.candidate), difference]
}
