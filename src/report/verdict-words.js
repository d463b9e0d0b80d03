import { changeInWords, formatDuration, formatExactPercent, formatPercent, formatPValue } from './format.js'
import { metricWords } from './words.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { Verdict } from '../verdict/types.js'
 */

/** With fewer rounds a sign-flip test cannot come below 0.05. */
const FEWEST_FOR_P = 6

/**
 * The verdict as sentences: what was found, how sure that is, what a run like this could have found, and, where it could not
 * tell, what would settle it.
 * @param {Verdict} verdict
 * @param {{ roundMs?: number, isQuick?: boolean }} [run] how long a round of it took; 0 when that is not known
 * @returns {string[]}
 */
export function verdictWords(verdict, { roundMs = 0, isQuick = false } = {}) {
  const { change, second, metric } = verdict
  if (!change) return [`${openingOf(verdict)}: ${verdict.reason}.`]
  const least =
    change.pairs < FEWEST_FOR_P ? ` where ${change.pairs} rounds can have no less than ${2 / 2 ** change.pairs}` : ''
  const chance = `, ${formatPValue(change.pValue)}${least}`
  const primary = changeInWords(change, metricWords[metric], { chance })
  const other = second ? `, ${changeInWords(second.change, metricWords[second.metric], { label: '' })}` : ''
  return [
    `${openingOf(verdict)}: ${primary}${other}.${leanInWords(verdict)}${disagreement(verdict)}`,
    ...withheldInWords(verdict),
    ...adviceOn(verdict, roundMs, isQuick),
    ...powerInWords(verdict)
  ]
}

/** @param {Verdict} verdict */
export function openingOf({ verdict, candidate, baseline, marginRatio }) {
  if (verdict === 'cannot tell') return `Cannot tell whether ${candidate} is slower or faster than ${baseline}`
  if (verdict === 'no difference')
    return `No difference beyond ${formatExactPercent(marginRatio)} between ${candidate} and ${baseline}`
  return `${candidate} is ${verdict} than ${baseline}`
}

/**
 * How sure a verdict is, for someone who meets an interval for the first time.
 * @param {Verdict} verdict
 * @returns {string}
 */
export function surenessInWords({ verdict, change, reason, marginRatio }) {
  if (!change) return sentence(String(reason))
  const margin = formatExactPercent(marginRatio)
  const found = {
    slower: `All of the 95 % interval lies beyond the margin of ${margin}`,
    faster: `All of the 95 % interval lies beyond the margin of ${margin}`,
    'no difference': `All of the 95 % interval lies within the margin of ${margin}`,
    'cannot tell': `The 95 % interval reaches across the edge of the margin of ${margin}`
  }[verdict]
  if (verdict === 'cannot tell') return `Not sure: ${found.replace('The', 'the')}.`
  if (change.pairs < FEWEST_FOR_P)
    return `${found}, but that rests on ${change.pairs} rounds: six are the fewest that can rule out chance.`
  return `Sure: ${found.replace('All', 'all')}.${verdict === 'no difference' ? '' : ` ${oddsInWords(change)}`}`
}

/** @param {Change} change */
function oddsInWords({ pValue, pairs }) {
  const chance = pValue < 0.001 ? 'less than 1' : `about ${Math.round(pValue * 1000)}`
  return `Were the two the same, ${chance} of 1,000 such runs would have their ${pairs} rounds this far to one side.`
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** @param {Verdict} verdict */
function leanInWords({ verdict, lean, marginRatio }) {
  if (verdict === 'no difference')
    return lean ? ` There is a real change to the ${lean} side, smaller than the margin that matters.` : ''
  if (verdict !== 'cannot tell') return ''
  return lean
    ? ` It leans to ${lean}, but may be smaller than the margin of ${formatExactPercent(marginRatio)}.`
    : ` The interval is too wide for the margin of ${formatExactPercent(marginRatio)}.`
}

/**
 * How much longer would settle what could not be told, and what else can be done.
 * @param {Verdict} verdict
 * @param {number} roundMs
 * @param {boolean} isQuick
 */
function adviceOn({ verdict, change, roundsToSettle, marginRatio }, roundMs, isQuick) {
  if (verdict !== 'cannot tell' || !change) return []
  if (isQuick) return ['A quick run seldom settles such a question: leave out --quick.']
  if (roundsToSettle === null) {
    return [
      'More rounds will hardly settle it: what was seen is about as large as the margin, or rounds differ too much.' +
        ` Try a quieter machine, or --until ${formatExactPercent(marginRatio / 2)} for a narrower interval either way.`
    ]
  }
  const more = (roundsToSettle - change.pairs) * roundMs
  const time = more > 0 ? `, ${formatDuration(more)} more than this run` : ''
  return [`About ${roundsToSettle} rounds like these would settle it${time}: try --rounds ${roundsToSettle}.`]
}

/** @param {Verdict} verdict */
function withheldInWords({ withheld }) {
  if (withheld === null) return []
  return [
    `Requests/s are not told: ${withheld}. A server with time to spare pays more CPU for each request, so a difference in` +
      ' CPU may come from there: look at the latency as well.'
  ]
}

/** @param {Verdict} verdict */
function powerInWords({ detectableRatio }) {
  if (detectableRatio === null) return []
  return [
    `A run like this calls a change of ${formatPercent(detectableRatio)} or more slower or faster in four cases of five.`
  ]
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
