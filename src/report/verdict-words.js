import { ALPHA } from '../stats/levels.js'
import { reasonInWords } from './check-words.js'
import {
  formatChangeInText,
  formatCount,
  formatDuration,
  formatExactPercent,
  formatPercent,
  formatPValue
} from './format.js'
import { metricInWords } from './words.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { Refusal, Verdict } from '../verdict/types.js'
 */

/**
 * Returns a verdict as sentences: the changes, the power of the run and, where it cannot tell, what would decide it.
 * @param {Verdict} verdict
 * @param {{ isQuick?: boolean }} [run]
 * @returns {string[]}
 */
export function verdictWords(verdict, { isQuick = false } = {}) {
  const { change, secondary, metric, refusal, leastPValue } = verdict
  if (!change) return [`${openingOf(verdict)}${refusal ? `: ${refusalInWords(refusal)}` : ''}.`]
  const least =
    leastPValue === null ? '' : ` (with ${change.pairs} rounds the smallest possible is ${formatPValue(leastPValue)})`
  const primary = `${metricInWords(metric)} ${formatChangeInText(change)}, ${formatPValue(change.pValue)}${least}`
  const other = secondary
    ? `; ${metricInWords(secondary.metric)} ${formatChangeInText(secondary.change)}${significance(secondary.change)}`
    : ''
  return [
    `${openingOf(verdict)}: ${primary}${other}.${leanInWords(verdict)}${disagreement(verdict)}`,
    ...withheldInWords(verdict),
    ...adviceOn(verdict, isQuick),
    ...powerInWords(verdict)
  ]
}

/**
 * Returns the verdict as the start of a sentence.
 * @param {Verdict} verdict
 */
export function openingOf({ verdict, candidate, baseline, marginRatio }) {
  if (verdict === 'cannot tell') return `Cannot tell whether ${candidate} is slower or faster than ${baseline}`
  if (verdict === 'no difference')
    return `No difference beyond ${formatExactPercent(marginRatio)} between ${candidate} and ${baseline}`
  return `${candidate} is ${verdict} than ${baseline}`
}

/**
 * Returns why there is no verdict, as a part of a sentence.
 * @param {Refusal} refusal
 * @returns {string}
 */
export function refusalInWords(refusal) {
  switch (refusal.code) {
    case 'too-few-rounds':
      return 'fewer than two rounds were measured'
    case 'too-few-valid-rounds':
      return 'fewer than two rounds have valid slices of both variants'
    case 'too-many-discarded': {
      const { discarded, slices, reason } = refusal
      const example = reason ? `, for example: ${reasonInWords(reason)}` : ''
      return `${formatCount(discarded)} of ${formatCount(slices)} slices are discarded${example}`
    }
  }
}

/**
 * Returns how significant a verdict is, for a reader who sees an interval for the first time.
 * @param {Verdict} verdict
 * @returns {string}
 */
export function significanceInWords({ verdict, change, refusal, marginRatio, leastPValue }) {
  if (!change) return refusal ? sentence(refusalInWords(refusal)) : ''
  const margin = `the margin of ${formatExactPercent(marginRatio)}`
  if (verdict === 'cannot tell') return `Not decided: the 95% interval crosses ${margin}.`
  const position = `the whole 95% interval is ${verdict === 'no difference' ? 'within' : 'beyond'} ${margin}`
  if (leastPValue !== null)
    return `${sentence(position).slice(0, -1)}, but ${change.pairs} rounds are too few for a p-value below ${ALPHA}: use at least six.`
  return verdict === 'no difference' ? sentence(position) : `${sentence(position)} ${chanceInWords(change)}`
}

/** @param {Change} change */
function chanceInWords({ pValue }) {
  const runs = pValue < 0.001 ? 'fewer than 1' : `about ${Math.round(pValue * 1000)}`
  return `${formatPValue(pValue)}: a difference this consistent arises by chance in ${runs} of 1,000 runs of identical variants.`
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** @param {Change} change */
function significance({ low, high }) {
  return low < 0 && high > 0 ? ', not significant' : ''
}

/** @param {Verdict} verdict */
function leanInWords({ verdict, lean, marginRatio }) {
  if (verdict === 'no difference') return lean ? ` There is a significant change (${lean}) within the margin.` : ''
  if (verdict !== 'cannot tell') return ''
  return lean
    ? ` The change is significant (${lean}), but may be within the margin of ${formatExactPercent(marginRatio)}.`
    : ` The interval is too wide for the margin of ${formatExactPercent(marginRatio)}.`
}

/** @type {(verdict: Verdict, isQuick: boolean) => string[]} */
function adviceOn({ verdict, change, toSettle, marginRatio }, isQuick) {
  if (verdict !== 'cannot tell' || !change) return []
  if (isQuick) return ['A quick run is seldom precise enough: leave out --quick.']
  if (toSettle === null) {
    return [
      'More rounds hardly help: the change is about as large as the margin, or rounds differ too much.' +
        ` Use an idle machine, or --until ${formatExactPercent(marginRatio / 2)} for a narrower interval.`
    ]
  }
  const { rounds, moreMs } = toSettle
  const time = moreMs ? `, ${formatDuration(moreMs)} more than this run` : ''
  return [`About ${rounds} rounds would decide it${time}: --rounds ${rounds}.`]
}

/** @param {Verdict} verdict */
function withheldInWords({ withheld }) {
  if (withheld === null) return []
  return [
    `Requests/s are not reported: ${reasonInWords(withheld)}. A server below saturation uses more CPU per request, which` +
      ' may explain a difference in CPU: compare the latency too.'
  ]
}

/** @param {Verdict} verdict */
function powerInWords({ detectableRatio }) {
  if (detectableRatio === null) return []
  return [`This run has 80% power to detect a change of ${formatPercent(detectableRatio)}.`]
}

/** @param {Verdict} verdict */
function disagreement({ verdict, secondary }) {
  if (!secondary || secondary.verdict === verdict) return ''
  if (secondary.verdict === 'cannot tell' || verdict === 'cannot tell') return ''
  return (
    ` The two metrics disagree: by ${metricInWords(secondary.metric)} the verdict is "${secondary.verdict}". CPU counts work;` +
    ' requests/s depend on the main thread and on what it waits for.'
  )
}
