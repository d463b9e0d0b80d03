import { tFactor } from '../analyse/t-distribution.js'
import { changeInWords, formatPercent } from './format.js'
import { metricWords } from './words.js'

const MOST_ROUNDS = 200

/**
 * @typedef {import('../types.js').Verdict} Verdict
 */

/**
 * The verdict as a sentence or two.
 * @param {Verdict} verdict
 * @param {boolean} [isQuick] of a quick run
 * @returns {string}
 */
export function verdictInWords(verdict, isQuick = false) {
  const { change, second, metric } = verdict
  if (!change) return `${opening(verdict)}: ${verdict.reason}.`
  const primary = changeInWords(change, metricWords[metric])
  const other = second ? `, ${changeInWords(second.change, metricWords[second.metric], '')}` : ''
  return `${opening(verdict)}: ${primary}${other}.${leanInWords(verdict, isQuick)}${disagreement(verdict)}`
}

/** @param {Verdict} verdict */
function opening({ verdict, candidate, baseline, marginRatio }) {
  if (verdict === 'cannot tell') return `Cannot tell whether ${candidate} is slower or faster than ${baseline}`
  if (verdict === 'no difference')
    return `No difference beyond ${formatPercent(marginRatio)} between ${candidate} and ${baseline}`
  return `${candidate} is ${verdict} than ${baseline}`
}

/**
 * @param {Verdict} verdict
 * @param {boolean} isQuick
 */
function leanInWords({ verdict, lean, marginRatio, change }, isQuick) {
  if (verdict === 'no difference') {
    return lean ? ` There is a real change to the ${lean} side, smaller than the margin that matters.` : ''
  }
  if (verdict !== 'cannot tell' || !change) return ''
  const leaning = lean
    ? ` It leans to ${lean}, but may be smaller than the margin of ${formatPercent(marginRatio)}.`
    : ` The interval is too wide for the margin of ${formatPercent(marginRatio)}.`
  return `${leaning} ${adviceOn(change, marginRatio, isQuick)}`
}

/**
 * How many rounds would bring the half-width below the margin, if rounds go on to differ as they did.
 * @param {import('../types.js').Change} change
 * @param {number} marginRatio
 * @param {boolean} isQuick
 */
function adviceOn({ pairs, low, high }, marginRatio, isQuick) {
  const halfWidth = Math.log((1 + high) / (1 + low)) / 2
  const spread = (halfWidth * Math.sqrt(pairs)) / tFactor(0.95, pairs - 1)
  let rounds = pairs + 1
  while (rounds <= MOST_ROUNDS && (tFactor(0.95, rounds - 1) * spread) / Math.sqrt(rounds) > marginRatio) rounds++
  if (rounds > MOST_ROUNDS) return 'Rounds differ too much for more of them to help: try on a quieter machine.'
  return `About ${rounds} rounds like these would be as narrow as the margin: try --rounds ${rounds}${isQuick ? ', without --quick' : ''}.`
}

/** @param {Verdict} verdict */
function disagreement({ verdict, second }) {
  if (!second || second.verdict === verdict) return ''
  if (second.verdict === 'cannot tell' || verdict === 'cannot tell') return ''
  return (
    ` The two disagree: by ${metricWords[second.metric].label} it is "${second.verdict}". CPU counts work, on other threads` +
    ' too where all are counted; requests/s follow the main thread and whatever it waits for.'
  )
}
