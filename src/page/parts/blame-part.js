import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { annotatedFunctions } from '../../report/sections/annotated-functions.js'
import { blameTable, differenceText, whereInWords } from '../../report/sections/blame-sections.js'
import { callInWords } from '../../report/words/blame-words.js'
import { formatCost } from '../../report/words/format.js'
import { shown } from '../../report/words/text.js'
import { evenAxis, valueReach } from '../charts/interval-bar.js'
import { toneOf } from './tones.js'

/** @import { Blame } from '../../blame/types.js' */
/** @import { BlameLine } from '../../report/sections/blame-sections.js' */
/** @import { Section, Table } from '../../report/sections/sections.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Part } from '../render-page.js' */
/** @import { Sortable } from './drawn-table.js' */

/** The column of the figures that the table is sorted by at first, that of the difference. */
const SORTED_FIGURE = 2

/**
 * Returns the blame of each candidate as a table of all rows, which can be sorted and lead to the flame graph. All else is as in the
 * report.
 * @param {Analysis} analysis
 * @param {Section[]} sections two per blame, in the order of `analysis.blames`
 * @returns {Part[]}
 */
export function blameParts(analysis, sections) {
  return analysis.blames.flatMap(function partsOf(blame, index) {
    const [section, groups] = sections.slice(2 * index)
    if (!section?.table || !groups) return []
    return [
      { template: 'section', section: { ...section, table: sortableBlame(blame, analysis, section.table) } },
      ...annotatedFunctions(blame, analysis).map(each => ({ template: 'annotated', ...each })),
      { template: 'folded', section: groups }
    ]
  })
}

/** @param {Blame} blame @param {Analysis} analysis @param {Table} table of the costliest rows */
function sortableBlame(blame, analysis, { header, textColumns }) {
  const { parts, sums } = blameTable(blame, analysis)
  const lines = [...parts, ...sums]
  const rows = lines.map(line => [line.name, whereInWords(line), ...line.figures, line.evidence])
  const reach = valueReach(parts.map(({ cost }) => ({ value: cost.difference, ...cost })))
  /** @type {Sortable} */
  const sortable = {
    column: textColumns + SORTED_FIGURE,
    axis: evenAxis(reach),
    ends: [`-${formatCost(reach, blame.unit)}`, `+${formatCost(reach, blame.unit)}`],
    rows: lines.map(rowOf)
  }
  return { header, rows, textColumns, sortable }

  /** @param {BlameLine} line @param {number} index */
  function rowOf(line, index) {
    const { baseline, candidate, difference, low, high } = line.cost
    const size = Math.abs(difference)
    return {
      frames: framesText(line, blame, analysis),
      values: [baseline, candidate, size, size],
      tone: toneOf(low, high),
      bar: index < parts.length ? { value: difference, low, high } : null
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
