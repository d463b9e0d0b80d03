import { shortName } from '../words/text.js'

/** @import { Card } from '../../blame/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Comparison } from '../../verdict/types.js' */

/**
 * Returns which changes a verdict or a size is the mean of, where there are several.
 * @param {Pick<Analysis, 'comparisons'>} analysis @param {string} candidate
 * @returns {string[]} one sentence or none
 */
export function levelsInWords(analysis, candidate) {
  const pairs = pairsOf(analysis, candidate).map(pairInWords)
  return pairs.length < 2 ? [] : [`The change is the mean of ${pairs.length}: ${pairs.join(', and ')}.`]
}

/**
 * Returns the same, and which of the changes blame explains.
 * @param {Pick<Analysis, 'comparisons' | 'blames'>} analysis @param {string} candidate
 */
export function levelsOfAnswer(analysis, candidate) {
  const isBlamed = analysis.blames.some(blame => blame.candidate === candidate)
  return levelsInWords(analysis, candidate).map(words =>
    isBlamed ? `${words} Blame explains the first of them.` : words
  )
}

/**
 * Returns which changes the totals of a card are the mean of, and which of them its steps are of.
 * @param {Pick<Analysis, 'comparisons'>} analysis @param {Pick<Card, 'candidate' | 'total' | 'places'>} card
 * @returns {string[]} one text or none
 */
export function levelsOfCard(analysis, { candidate, total, places }) {
  const pairs = pairsOf(analysis, candidate).map(pairInWords)
  if (pairs.length < 2) return []
  const steps = total && places.length > 0 ? ' The source lines and their steps are of the first of them.' : ''
  return [
    `The ${total ? 'totals are' : 'verdict is by'} the mean of ${pairs.length} changes: ${pairs.join(', and ')}.${steps}`
  ]
}

/**
 * Returns which change the lines of a card are of, where its total is the mean of several.
 * @param {Pick<Analysis, 'comparisons'>} analysis @param {{ candidate: string }} compared
 * @returns {string[]} one sentence or none
 */
export function pricedPairInWords(analysis, { candidate }) {
  const [first, ...others] = pairsOf(analysis, candidate)
  return first && others.length > 0 ? [`The lines are of ${pairInWords(first)} alone.`] : []
}

/**
 * Returns the names of both sides of a comparison: of a toggle, whose sides are several variants each, whether it is on.
 * @param {Pick<Analysis, 'comparisons'>} analysis @param {{ candidate: string, baseline: string }} compared
 * @returns {[string, string]} of the baseline and of the candidate
 */
export function sideNames(analysis, { candidate, baseline }) {
  const name = shortName(candidate)
  return pairsOf(analysis, candidate).length < 2 ? [shortName(baseline), name] : [`without ${name}`, `with ${name}`]
}

/**
 * Returns the pairs of variants whose changes the change of a candidate is the mean of.
 * @param {Pick<Analysis, 'comparisons'>} analysis @param {string} candidate
 * @returns {Comparison['pairs']} one without toggles
 */
export function pairsOf({ comparisons }, candidate) {
  return comparisons.find(comparison => comparison.candidate === candidate)?.pairs ?? []
}

/** @param {Comparison['pairs'][0]} pair */
export function pairInWords({ candidate, baseline }) {
  return `${candidate} compared with ${baseline}`
}
