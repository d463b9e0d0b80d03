import { blameTable } from '../report/blame-sections.js'
import { formatCost, formatCostDifference } from '../report/format.js'
import { reachOf, toneOf } from './charts/interval-bar.js'
import { framesText } from './frame-link.js'

/**
 * @import { Blame } from '../blame/types.js'
 * @import { BlameLine } from '../report/blame-sections.js'
 * @import { Section } from '../report/sections.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * The blame of each candidate as a table whose rows can be sorted and lead into the flame graph. What is told beside it, and
 * the tables by whose code it is, are the sections'.
 * @param {Analysis} analysis
 * @param {Section[]} sections two a blame, in the order of `analysis.blames`
 * @returns {Part[]}
 */
export function blameParts(analysis, sections) {
  return analysis.blames.flatMap(function partsOf(blame, index) {
    const [told, groups] = sections.slice(2 * index)
    if (!told || !groups) return []
    return [
      { template: 'blame', blame: blameView(blame, analysis, told) },
      { template: 'folded', section: groups }
    ]
  })
}

/**
 * @param {Blame} blame
 * @param {Analysis} analysis
 * @param {Section} told
 */
function blameView(blame, analysis, { heading, lines = [], notes = [] }) {
  const { parts, sums } = blameTable(blame, analysis)
  const { unit } = blame
  const text = ['function', 'where']
  const reach = reachOf(parts.map(({ cost }) => ({ value: cost.difference, ...cost })))
  const figures = [blame.baseline, blame.candidate, 'difference (95 % CI)', 'of all']
  return {
    heading,
    lines,
    notes,
    header: [
      ...text.map(name => ({ name, isFigure: false })),
      ...figures.map(name => ({ name, isFigure: true })),
      { name: 'how sure', isFigure: false }
    ],
    sortedBy: text.length + figures.indexOf('difference (95 % CI)'),
    reach,
    axis: [`-${formatCost(reach, unit)}`, '0', `+${formatCost(reach, unit)}`],
    parts: parts.map(drawnLine),
    sums: sums.map(drawnLine)
  }

  /** @param {BlameLine} line */
  function drawnLine(line) {
    const { cost } = line
    const texts = {
      baseline: formatCost(cost.baseline, unit),
      candidate: formatCost(cost.candidate, unit),
      difference: formatCostDifference(cost, unit)
    }
    return {
      ...line,
      frames: framesText(line, texts.difference, blame, analysis),
      texts,
      tone: toneOf(cost.low, cost.high, 'worse')
    }
  }
}
