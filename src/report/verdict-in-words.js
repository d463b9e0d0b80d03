import { changeInWords, formatPercent } from './format.js'
import { metricWords } from './words.js'

/**
 * @typedef {import('../types.js').Verdict} Verdict
 */

/**
 * The verdict as a sentence or two.
 * @param {Verdict} verdict
 * @returns {string}
 */
export function verdictInWords(verdict) {
  const { change, second, metric } = verdict
  if (!change) return `${opening(verdict)}: ${verdict.reason}.`
  const primary = changeInWords(change, metricWords[metric])
  const other = second ? `, ${changeInWords(second.change, metricWords[second.metric], '')}` : ''
  return `${opening(verdict)}: ${primary}${other}.${leanInWords(verdict)}${disagreement(verdict)}`
}

/** @param {Verdict} verdict */
function opening({ verdict, candidate, baseline, marginRatio }) {
  if (verdict === 'cannot tell') return `Cannot tell whether ${candidate} is slower or faster than ${baseline}`
  if (verdict === 'no difference')
    return `No difference beyond ${formatPercent(marginRatio)} between ${candidate} and ${baseline}`
  return `${candidate} is ${verdict} than ${baseline}`
}

/** @param {Verdict} verdict */
function leanInWords({ verdict, lean, marginRatio, change }) {
  if (verdict === 'no difference') {
    return lean ? ` There is a real change to the ${lean} side, smaller than the margin that matters.` : ''
  }
  if (verdict !== 'cannot tell' || !change) return ''
  const leaning = lean
    ? ` It leans to ${lean}, but may be smaller than the margin of ${formatPercent(marginRatio)}.`
    : ` The interval is too wide for the margin of ${formatPercent(marginRatio)}.`
  return `${leaning} Four times the rounds halve it: try --rounds ${change.pairs * 4}.`
}

/** @param {Verdict} verdict */
function disagreement({ verdict, second, metric }) {
  if (!second || second.verdict === verdict) return ''
  if (second.verdict === 'cannot tell' || verdict === 'cannot tell') return ''
  const [cpu, rate] = metric === 'requestsPerSecond' ? [second.verdict, verdict] : [verdict, second.verdict]
  return (
    ` By CPU per request it is "${cpu}", by requests/s "${rate}": CPU is counted on all threads, while requests/s follow` +
    ' the main thread and whatever it waits for.'
  )
}
