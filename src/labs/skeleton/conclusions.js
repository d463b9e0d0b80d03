/** @import { Checked } from './paper-types.js' */

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
