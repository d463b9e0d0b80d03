import { mergeHistograms } from '../../../stats/micros-histogram.js'

/** @import { RateRecord } from '../types.js' */

/** The longest that a histogram holds: a request that has no answer took at least as long. */
const UNANSWERED_MICROS = 60e6

/**
 * Returns whether so many requests were successful that a percentile of all that were sent is known.
 * @param {Pick<RateRecord, 'sent' | 'accepted'>} record
 * @param {number} share such as 0.99
 */
export function isAnswered({ sent, accepted }, share) {
  return accepted > 0 && share * sent <= accepted
}

/**
 * Returns a percentile of the latency of all requests that were sent. Those that were refused or failed count as the slowest:
 * otherwise a server that refuses would be faster than one that answers.
 * @param {Pick<RateRecord, 'latencyMicros' | 'sent' | 'accepted' | 'failed'>} record
 * @param {number} share such as 0.99
 * @returns {number} microseconds
 */
export function latencyOfSent(record, share) {
  if (!isAnswered(record, share)) return UNANSWERED_MICROS
  const { latencyMicros, sent, accepted, failed } = record
  // The histogram has the failed ones too. They may be the first of it, and count as the last.
  const rank = share * sent + failed
  return mergeHistograms([latencyMicros]).getValueAtPercentile((rank * 100) / (accepted + failed))
}
