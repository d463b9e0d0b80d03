import { formatCostDifference, formatCounted } from './format.js'
import { shortName } from './text.js'
import { metricInWords } from './words.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { Comparison, Interaction, MicrosDifference } from '../verdict/types.js'
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
export function levelsInWords({ comparisons }, candidate) {
  const { pairs = [] } = comparisons.find(comparison => comparison.candidate === candidate) ?? {}
  return pairs.length < 2
    ? []
    : [`The change is the mean of ${pairs.length}: ${pairs.map(pairInWords).join(', and ')}.`]
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
 * Returns the headers of the columns of both sides of a comparison: of a toggle, all variants that a column is the mean of.
 * @param {Pick<Analysis, 'comparisons'>} analysis
 * @param {{ candidate: string, baseline: string }} compared
 * @returns {[string, string]} of the baseline and of the candidate
 */
export function sideHeaders({ comparisons }, { candidate, baseline }) {
  const { pairs = [{ candidate, baseline }] } = comparisons.find(comparison => comparison.candidate === candidate) ?? {}
  return [sideOf('baseline'), sideOf('candidate')]

  /** @param {'baseline' | 'candidate'} side */
  function sideOf(side) {
    return pairs.map(pair => shortName(pair[side])).join(', ')
  }
}

/**
 * Returns what one toggle costs with and without the other.
 * @param {Pick<Analysis, 'interactions'>} analysis
 * @returns {Section[]}
 */
export function interactionSections({ interactions }) {
  return interactions.map(interactionSection)
}

/** @param {Interaction} interaction @returns {Section} */
function interactionSection({ candidate, metric, without, with: second, difference, rounds }) {
  return {
    heading: `Interaction: ${metricInWords(metric)} of ${candidate} without and with ${second.baseline} (separate slices, ${formatCounted(rounds, 'round')})`,
    table: {
      header: ['', pairInWords(without), pairInWords(second), 'difference (95% CI)'],
      rows: [['interaction', ...[without, second, difference].map(microsInWords)]],
      textColumns: 1
    },
    notes: [INTERACTION_NOTE]
  }
}

/** @param {Comparison['pairs'][0]} pair */
function pairInWords({ candidate, baseline }) {
  return `${candidate} compared with ${baseline}`
}

/** @param {MicrosDifference} cost */
function microsInWords({ micros, low, high }) {
  return formatCostDifference({ difference: micros, low, high }, 'micros')
}
