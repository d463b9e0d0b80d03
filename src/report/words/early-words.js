import { formatChange, formatCounted } from './format.js'
import { isTooWide } from './too-few-samples.js'
import { refusalInWords } from './verdict-words.js'
import { metricInWords, slicesWords } from './words.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { Verdict } from '../../verdict/types.js' */

/** @typedef {Pick<Verdict, 'candidate' | 'change'> & Partial<Pick<Verdict, 'verdict' | 'metric' | 'slices'>>} EarlyEstimate of a run that still measures */

/** Returns what a run has found so far, for one line. @param {EarlyEstimate[]} estimates */
export function estimatesInWords(estimates) {
  const known = estimates.flatMap(({ candidate, change, verdict }) =>
    change && !isTooWide(change) ? [{ candidate, text: [verdict, formatChange(change)].filter(Boolean).join(' ') }] : []
  )
  return known.map(({ candidate, text }) => (estimates.length > 1 ? `${candidate} ${text}` : text)).join(', ')
}

/**
 * Returns why the final estimate of a candidate is another one than that which was shown before: one of them is outside of the interval
 * of the other.
 * @param {EarlyEstimate[]} early @param {Verdict[]} verdicts
 * @returns {string[]} a sentence per candidate of which that is true
 */
export function revisionsInWords(early, verdicts) {
  return verdicts.flatMap(function revise(verdict) {
    const { candidate, change } = verdict
    const before = early.find(each => each.candidate === candidate)
    if (!before?.change || isTooWide(before.change)) return []
    if (change && holds(change, before.change) && holds(before.change, change)) return []
    const now = change ? `the final one is ${formatChange(change)}` : 'there is no final one'
    return [
      `${candidate}: the early estimate was ${formatChange(before.change)}, ${now}: ${reasonOf(before, verdict)}.`
    ]
  })
}

/** @param {Change} interval @param {Change} other */
function holds({ low, high }, { relative }) {
  return low <= relative && relative <= high
}

/** @param {EarlyEstimate} early @param {Verdict} verdict */
function reasonOf({ change: before, metric, slices }, verdict) {
  const { change, refusal } = verdict
  if (!change) return refusal ? refusalInWords(refusal) : 'it was not measured'
  if (metric !== undefined && metric !== verdict.metric) return `the early one was of ${metricInWords(metric)}`
  if (slices !== undefined && slices !== verdict.slices) return `the early one was of ${slicesWords[slices]}`
  const more = change.pairs - (before?.pairs ?? 0)
  if (more > 0) return `it has ${formatCounted(more, 'more round')}`
  if (more < 0) return `${-more} of the early ${more === -1 ? 'round is' : 'rounds are'} not used in it`
  return 'slices that counted then are discarded in it'
}
