import {
  formatChange,
  formatConfidence,
  formatCostDifference,
  formatCounted,
  formatMicros,
  formatTooFew
} from '../words/format.js'
import { isTooWide, isTooWideCost } from '../words/too-few-samples.js'
import { metricInWords } from '../words/words.js'
import { levelsInWords, pairInWords, sideNames } from './toggle-sections.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Interaction, MicrosDifference, Size, SizeOfThreads } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const SIZE_NOTE =
  'One server is loaded at a time. The size is of all rounds; the totals of blame are of the rounds with profilers.'
const SHARED_CORE_NOTE =
  'The verdict is by shared-core slices, where a request costs more and the change is a smaller or larger share of that cost.'
const INTERACTION_NOTE =
  'The interval is wide: a difference of two differences varies twice as much as their mean, which is the size above. Where it includes zero, no interaction was found.'

/**
 * Returns what the change costs per request, by separate slices, and what one toggle costs with and without the other.
 * @param {Pick<Analysis, 'sizes' | 'interactions' | 'baseline' | 'verdicts' | 'comparisons'>} analysis
 * @returns {Section[]}
 */
export function sizeSections(analysis) {
  const { sizes, baseline, verdicts } = analysis
  const own = sizes.flatMap(function bySize(size) {
    const verdict = verdicts.find(({ candidate }) => candidate === size.candidate)
    const note = verdict?.slices === 'shared-core' ? `${SIZE_NOTE} ${SHARED_CORE_NOTE}` : SIZE_NOTE
    const sides = sideNames(analysis, { candidate: size.candidate, baseline })
    return sectionOf(size, { baseline, sides }, [note, ...levelsInWords(analysis, size.candidate)])
  })
  return [...own, ...interactionSections(analysis)]
}

/** @type {(size: Size, of: { baseline: string, sides: string[] }, notes: string[]) => Section[]} */
function sectionOf({ candidate, generator, main, all }, { baseline, sides }, notes) {
  const rows = [rowOf('main thread', main), rowOf('all threads', all)].flat()
  if (rows.length === 0) return []
  const { rounds: count = 0, relative = {} } = main ?? all ?? {}
  const rounds = formatCounted(count, 'round')
  return [
    {
      heading: `Size: CPU per request, ${candidate} compared with ${baseline} (separate slices, ${generator}, ${rounds})`,
      table: {
        header: ['', ...sides, 'difference', `change (${formatConfidence(relative)} CI)`],
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
  const { micros, low, high } = size.difference
  const difference = isTooWide(size.relative)
    ? formatTooFew()
    : formatCostDifference({ difference: micros, low, high }, 'micros')
  return [
    [
      label,
      formatMicros(size.baselineMicros),
      formatMicros(size.candidateMicros),
      difference,
      formatChange(size.relative, { hasAllRounds: true })
    ]
  ]
}

/** @param {Pick<Analysis, 'interactions' | 'sizes'>} analysis @returns {Section[]} */
function interactionSections({ interactions, sizes }) {
  return interactions.map(function sectionOf(interaction) {
    const size = sizes.find(({ candidate }) => candidate === interaction.candidate)
    const { baselineMicros = 0, candidateMicros = 0 } = size?.main ?? size?.all ?? {}
    return interactionSection(interaction, Math.max(baselineMicros, candidateMicros))
  })
}

/** @param {Interaction} interaction @param {number} wholeMicros @returns {Section} */
function interactionSection({ candidate, metric, without, with: second, difference, rounds }, wholeMicros) {
  return {
    heading: `Interaction: ${metricInWords(metric)} of ${candidate} without and with ${second.baseline} (separate slices, ${formatCounted(rounds, 'round')})`,
    table: {
      header: ['', pairInWords(without), pairInWords(second), 'difference (95% CI)'],
      rows: [['interaction', ...[without, second, difference].map(cost => microsInWords(cost, wholeMicros))]],
      textColumns: 1
    },
    notes: [INTERACTION_NOTE]
  }
}

/** @param {MicrosDifference} cost @param {number} wholeMicros */
function microsInWords({ micros, low, high }, wholeMicros) {
  if (isTooWideCost({ low, high }, wholeMicros)) return formatTooFew()
  return formatCostDifference({ difference: micros, low, high }, 'micros')
}
