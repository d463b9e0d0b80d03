import { formatPercent } from '../report/format.js'
import { metricInWords, metricWords } from '../report/words.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { Verdict } from '../verdict/types.js'
 */

/**
 * Returns the rounds of a verdict as a table.
 * @param {Verdict} verdict
 * @returns {Section}
 */
export function roundsSection({ baseline, candidate, metric, rounds }) {
  const { format } = metricWords[metric]
  const rows = rounds.map(({ round, baseline: one, candidate: other, relative }) => [
    String(round + 1),
    format(one),
    format(other),
    `${relative > 0 ? '+' : ''}${formatPercent(relative)}`
  ])
  return {
    heading: `${metricInWords(metric)} by round: ${candidate} compared with ${baseline}`,
    table: { header: ['round', baseline, candidate, 'change'], rows, textColumns: 1 },
    notes: ['The estimate is the mean log-ratio over rounds. The interval comes from the variation between rounds.']
  }
}
