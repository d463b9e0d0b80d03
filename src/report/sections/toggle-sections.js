import { formatCostDifference, formatCounted, formatTooFew } from '../words/format.js'
import { shortName } from '../words/shorten.js'
import { isTooWideCost } from '../words/too-few-samples.js'
import { metricInWords } from '../words/words.js'

/**
 * @import { Card } from '../../blame/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { Comparison, Interaction, MicrosDifference } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const INTERACTION_NOTE =
  'The interval is wide: a difference of two differences varies twice as much as their mean, which is the size above. Where it includes zero, no interaction was found.'

/**
 * Returns which changes a verdict or a size is the mean of, where there are several.
 * @param {Pick<Analysis, 'comparisons'>} analysis
 * @param {string} candidate
 * @returns {string[]} one sentence or none
 */
export function levelsInWords(analysis, candidate) {
  const pairs = pairsOf(analysis, candidate)
  return pairs.length < 2 ? [] : [`The change is the mean of ${pairs.length}: ${pairsInWords(pairs)}.`]
}

/**
 * Returns the same, and which of the changes blame explains.
 * @param {Pick<Analysis, 'comparisons' | 'blames'>} analysis
 * @param {string} candidate
 */
export function levelsOfAnswer(analysis, candidate) {
  const isBlamed = analysis.blames.some(blame => blame.candidate === candidate)
  return levelsInWords(analysis, candidate).map(words =>
    isBlamed ? `${words} Blame explains the first of them.` : words
  )
}

/**
 * Returns which changes the totals of a card are the mean of, and which of them its steps are of.
 * @param {Pick<Analysis, 'comparisons'>} analysis
 * @param {Pick<Card, 'candidate' | 'total' | 'places'>} card
 * @returns {string[]} one text or none
 */
export function levelsOfCard(analysis, { candidate, total, places }) {
  const pairs = pairsOf(analysis, candidate)
  if (pairs.length < 2) return []
  const steps = total && places.length > 0 ? ' The source lines and their steps are of the first of them.' : ''
  return [
    `The ${total ? 'totals are' : 'verdict is by'} the mean of ${pairs.length} changes: ${pairsInWords(pairs)}.${steps}`
  ]
}

/**
 * Returns the names of both sides of a comparison: of a toggle, whose sides are several variants each, whether it is on.
 * @param {Pick<Analysis, 'comparisons'>} analysis
 * @param {{ candidate: string, baseline: string }} compared
 * @returns {[string, string]} of the baseline and of the candidate
 */
export function sideNames(analysis, { candidate, baseline }) {
  const name = shortName(candidate)
  return pairsOf(analysis, candidate).length < 2 ? [shortName(baseline), name] : [`without ${name}`, `with ${name}`]
}

/**
 * Returns what one toggle costs with and without the other.
 * @param {Pick<Analysis, 'interactions' | 'sizes'>} analysis
 * @returns {Section[]}
 */
export function interactionSections({ interactions, sizes }) {
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

/**
 * Returns the pairs of variants whose changes the change of a candidate is the mean of.
 * @param {Pick<Analysis, 'comparisons'>} analysis
 * @param {string} candidate
 * @returns {Comparison['pairs']} one without toggles
 */
export function pairsOf({ comparisons }, candidate) {
  return comparisons.find(comparison => comparison.candidate === candidate)?.pairs ?? []
}

/** @param {Comparison['pairs']} pairs */
function pairsInWords(pairs) {
  return pairs.map(pairInWords).join(', and ')
}

/** @param {Comparison['pairs'][0]} pair */
function pairInWords({ candidate, baseline }) {
  return `${candidate} compared with ${baseline}`
}

/** @param {MicrosDifference} cost @param {number} wholeMicros */
function microsInWords({ micros, low, high }, wholeMicros) {
  if (isTooWideCost({ low, high }, wholeMicros)) return formatTooFew()
  return formatCostDifference({ difference: micros, low, high }, 'micros')
}
