import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { blameTable, differenceText } from '../../report/sections/blame-sections.js'
import { callInWords } from '../../report/words/blame-words.js'
import { formatCost } from '../../report/words/format.js'
import { shown } from '../../report/words/text.js'
import { evenAxis, valueReach } from '../charts/interval-bar.js'
import { toneOf } from './tones.js'

/**
 * @import { Blame } from '../../blame/types.js'
 * @import { BlameLine } from '../../report/sections/blame-sections.js'
 * @import { Section } from '../../report/sections/sections.js'
 * @import { Analysis } from '../../types.js'
 * @import { Part } from '../render-page.js'
 */

/** The column of the figures that the table is sorted by at first, that of the difference. */
const SORTED_FIGURE = 2

/**
 * Returns the blame of each candidate as a table whose rows can be sorted and lead to the flame graph. The heading, lines and
 * notes of a table, and the costs by code owner, are those of the report.
 * @param {Analysis} analysis
 * @param {Section[]} sections two per blame, in the order of `analysis.blames`
 * @returns {Part[]}
 */
export function blameParts(analysis, sections) {
  return analysis.blames.flatMap(function partsOf(blame, index) {
    const [section, groups] = sections.slice(2 * index)
    if (!section || !groups) return []
    return [
      { template: 'blame', blame: blameView(blame, analysis, section) },
      { template: 'folded', section: groups }
    ]
  })
}

/** @param {Blame} blame @param {Analysis} analysis @param {Section} section */
function blameView(blame, analysis, { heading, lines = [], table, notes = [], details = [] }) {
  const { parts, sums } = blameTable(blame, analysis)
  const reach = valueReach(parts.map(({ cost }) => ({ value: cost.difference, ...cost })))
  const { header = [], textColumns = 0 } = table ?? {}
  return {
    heading,
    lines,
    notes,
    details,
    header: header.map((name, column) => ({ name, isFigure: column >= textColumns && column < header.length - 1 })),
    sortedBy: textColumns + SORTED_FIGURE,
    axis: evenAxis(reach),
    ends: [`-${formatCost(reach, blame.unit)}`, `+${formatCost(reach, blame.unit)}`],
    parts: parts.map(drawnLine),
    sums: sums.map(drawnLine)
  }

  /** @param {BlameLine} line */
  function drawnLine(line) {
    const { baseline, candidate, difference, low, high } = line.cost
    const size = Math.abs(difference)
    const values = [baseline, candidate, size, size]
    return {
      ...line,
      frames: framesText(line, blame, analysis),
      figures: line.figures.map((text, column) => ({
        text,
        value: values[column],
        tone: column === SORTED_FIGURE ? toneOf(low, high) : ''
      }))
    }
  }
}

/**
 * Returns which frames of the flame graph a row of the blame table leads to, as the text of an attribute.
 * @param {Pick<BlameLine, 'name' | 'functions' | 'cost'>} line
 * @param {Pick<Blame, 'profiler' | 'candidate' | 'unit' | 'rows' | 'total' | 'rounds'>} blame
 * @param {Pick<Analysis, 'candidates' | 'folder'>} analysis
 * @returns {string} JSON; empty where the row names no function
 */
export function framesText({ name: row, functions, cost }, blame, { candidates, folder }) {
  const { profiler, candidate, rows } = blame
  if (functions.length === 0) return ''
  const frames = functions.map(({ name, file, line }) => ({
    name: shown(callInWords({ name, file })),
    file: shown(fileInFolder(file, folder)),
    line
  }))
  const words = `${shown(row)} ${differenceText(cost, blame)}`
  const index = rows.findIndex(each => each.cost === cost)
  return JSON.stringify({ profiler, candidate: 1 + candidates.indexOf(candidate), row: index, frames, words })
}
