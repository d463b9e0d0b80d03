import { blameTable } from '../report/blame-sections.js'
import { formatChangePoint, formatCostDifference, formatInterval } from '../report/format.js'
import { openingOf, significanceInWords } from '../report/verdict-words.js'
import { metricWords, statusWords } from '../report/words.js'
import { toneOf } from './charts/interval-bar.js'
import { framesText } from './frame-link.js'
import { toneOfVerdict } from './tones.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Verdict } from '../verdict/types.js'
 */

const TOLD_AT_ONCE = 3

/**
 * What is seen first, a verdict a candidate: the sentence, the effect, how sure that is, and which functions have it.
 * @param {Analysis} analysis
 */
export function summaryOf(analysis) {
  return analysis.verdicts.map(verdict => ({
    verdict: verdict.verdict,
    tone: toneOfVerdict(verdict),
    headline: openingOf(verdict),
    effect: verdict.change && effectOf(verdict.change, verdict),
    sureness: significanceInWords(verdict),
    ending: endingOf(analysis),
    culprits: culpritsOf(analysis, verdict.candidate)
  }))
}

/**
 * Why the run is less than one would expect, if it is.
 * @param {Analysis} analysis
 */
function endingOf({ status, quick, rounds }) {
  const some = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
  if (status !== 'complete') return `The run ${statusWords[status]}; it has ${some}.`
  return quick ? `A quick run of ${some}, on servers that are hardly warm.` : ''
}

/**
 * @param {Change} change
 * @param {Verdict} verdict
 */
function effectOf(change, { metric }) {
  const { more, less } = metricWords[metric]
  const what = change.relative < 0 ? less : more
  return { size: formatChangePoint(change), what, interval: formatInterval(change) }
}

/**
 * @param {Analysis} analysis
 * @param {string} candidate
 */
function culpritsOf(analysis, candidate) {
  return analysis.blames
    .filter(blame => blame.candidate === candidate && blame.unit === 'micros')
    .flatMap(function dearest(blame) {
      const told = blameTable(blame, analysis).parts.slice(0, TOLD_AT_ONCE)
      return told.map(function culprit(line) {
        const { name, where, evidence, cost } = line
        const difference = formatCostDifference(cost, blame.unit)
        const tone = toneOf(cost.low, cost.high, 'worse')
        return { difference, tone, name, where, evidence, frames: framesText(line, blame, analysis) }
      })
    })
}
