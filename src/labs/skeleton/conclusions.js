import { formatCount, formatCounted } from '../../report/words/format.js'

/**
 * @import { Conclusion } from '../copy/types.js'
 * @import { StoreConclusion } from '../store/types.js'
 * @import { UploadConclusion } from '../upload/types.js'
 */

/** @typedef {{ outcome: (Conclusion | StoreConclusion | UploadConclusion)['outcome'] }} Checked a conclusion of a paper, checked with a run */

/** The columns of a table of claims that have figures. */
export const CLAIM_FIGURES = ['its figure', 'by its own data', 'measured here']

/** @type {Record<Checked['outcome'], string>} */
const outcomeWords = { holds: 'Holds here', 'does not hold': 'Does not hold here', 'cannot tell': 'Cannot tell' }

/**
 * Returns functions that return what a run says about a conclusion of a paper: `inWords` with what the paper says, `withEvidence`
 * beside a text that quotes it.
 * @template {Checked} OwnConclusion
 * @param {(conclusion: OwnConclusion) => string} quoteOf what the paper says
 * @param {(conclusion: OwnConclusion) => string} evidenceOf what was measured, as sentences
 */
export function conclusionWords(quoteOf, evidenceOf) {
  return { inWords, withEvidence }

  /** @param {OwnConclusion} conclusion */
  function inWords(conclusion) {
    return `${outcomeWords[conclusion.outcome]}: ${quoteOf(conclusion)}. ${evidenceOf(conclusion)}`
  }

  /** @param {OwnConclusion} conclusion */
  function withEvidence(conclusion) {
    return `${outcomeWords[conclusion.outcome]}. ${evidenceOf(conclusion)}`
  }
}

/** Returns how many conclusions of the paper hold, as one sentence. @param {Checked[]} conclusions @returns {string[]} none without one */
export function outcomesInWords(conclusions) {
  if (conclusions.length === 0) return []
  const count = (/** @type {Checked['outcome']} */ outcome) =>
    conclusions.filter(conclusion => conclusion.outcome === outcome).length
  const [holds, not, open] = [count('holds'), count('does not hold'), count('cannot tell')]
  if (open === conclusions.length) {
    return [
      `This run cannot tell whether ${formatCounted(open, 'conclusion')} of the paper ${open === 1 ? 'holds' : 'hold'}.`
    ]
  }
  const undecided = open === 0 ? '' : `; this run cannot tell about ${formatCount(open)}`
  return [
    `Of ${formatCounted(conclusions.length, 'conclusion')} of the paper, ${formatCount(holds)} ${holds === 1 ? 'holds' : 'hold'} here and ${formatCount(not)} ${not === 1 ? 'does' : 'do'} not${undecided}.`
  ]
}
