import { blameTable } from '../report/blame-sections.js'
import { formatChangePoint, formatCostDifference, formatCounted, formatInterval } from '../report/format.js'
import { openingOf, significanceInWords } from '../report/verdict-words.js'
import { metricInWords, statusWords } from '../report/words.js'
import { framesText } from './blame-part.js'
import { toneOf, toneOfVerdict } from './tones.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Verdict } from '../verdict/types.js'
 */

const MOST_BLAMED = 3

/**
 * Returns what a page shows first, per candidate: the verdict, the change, how certain it is, and the functions that changed.
 * @param {Analysis} analysis
 */
export function summaryOf(analysis) {
  return analysis.verdicts.map(verdict => ({
    verdict: verdict.verdict,
    tone: toneOfVerdict(verdict),
    headline: openingOf(verdict),
    change: verdict.change && changeOf(verdict.change, verdict),
    reason: significanceInWords(verdict),
    status: statusOf(analysis),
    blamed: blamedOf(analysis, verdict.candidate)
  }))
}

/** Returns why the run is shorter than usual, or an empty text. @type {(analysis: Analysis) => string} */
function statusOf({ status, quick, rounds }) {
  const some = formatCounted(rounds, 'round')
  if (status !== 'complete') return `The run ${statusWords[status]}; it has ${some}.`
  return quick ? `A quick run of ${some}: short warm-up, wide intervals.` : ''
}

/** @param {Change} change @param {Verdict} verdict */
function changeOf(change, { metric }) {
  return { size: formatChangePoint(change), what: metricInWords(metric), interval: formatInterval(change) }
}

/** @param {Analysis} analysis @param {string} candidate */
function blamedOf(analysis, candidate) {
  return analysis.blames
    .filter(blame => blame.candidate === candidate && blame.unit === 'micros')
    .flatMap(function costliest(blame) {
      const lines = blameTable(blame, analysis).parts.slice(0, MOST_BLAMED)
      return lines.map(function blamedFunction(line) {
        const { name, where, evidence, cost } = line
        const difference = formatCostDifference(cost, blame.unit)
        const tone = toneOf(cost.low, cost.high)
        return { difference, tone, name, where, evidence, frames: framesText(line, blame, analysis) }
      })
    })
}
