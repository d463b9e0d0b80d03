import { fileInFolder } from '../../profile/tree/file-in-folder.js'
import { whereInWords } from '../../report/sections/blame-sections.js'
import { annotatedCosts, costLines, costWords, profileLines } from '../../report/sections/profile-sections.js'
import { runLines } from '../../report/sections/sections.js'
import { evidenceWords } from '../../report/words/blame-words.js'
import { formatCost } from '../../report/words/format.js'
import { shown } from '../../report/words/text.js'
import { valueReach } from '../charts/interval-bar.js'

/** @import { FunctionCosts } from '../../blame/types.js' */
/** @import { CostLine } from '../../report/sections/profile-sections.js' */
/** @import { Section, Table } from '../../report/sections/sections.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Part } from '../render-page.js' */

/** On the first screen. */
const MOST_ROWS = 8

/** Returns what the page of a single variant shows first: what a request costs, and the costliest functions. @param {Analysis} analysis */
export function profileTop(analysis) {
  const costliest = (analysis.profile?.costs ?? []).map(costs => ({
    heading: costWords[costs.unit].where,
    rows: costLines(costs, analysis)
      .slice(0, MOST_ROWS)
      .map(line => ({ ...line, where: whereInWords(line), frames: framesOf(line, costs, analysis) }))
  }))
  return { figures: profileLines(analysis), lines: runLines(analysis), costliest }
}

/**
 * Returns the cost of each function as a table that can be sorted and leads to the flame graph, with its lines, and that of each package.
 * @param {Analysis} analysis @param {Section[]} sections two per unit of cost
 * @returns {Part[]}
 */
export function costParts(analysis, sections) {
  return (analysis.profile?.costs ?? []).flatMap(function partsOf(costs, index) {
    const [section, packages] = sections.slice(2 * index)
    if (!section?.table || !packages) return []
    const lines = costLines(costs, analysis)
    const annotated = lines.flatMap(line => annotatedCosts(line, costs, analysis))
    return [
      { template: 'section', section: { ...section, table: sortableCosts(lines, costs, analysis, section.table) } },
      ...annotated.map(each => ({ template: 'annotated', ...each })),
      { template: 'section', section: packages }
    ]
  })
}

/** @type {(lines: CostLine[], costs: FunctionCosts, analysis: Analysis, table: Table) => Table} */
function sortableCosts(lines, costs, analysis, table) {
  const reach = valueReach(costs.rows.map(({ cost }) => cost))
  const rows = lines.map(line => [
    line.name,
    whereInWords(line),
    line.cost,
    line.share,
    line.evidence ? evidenceWords[line.evidence] : ''
  ])
  const sortable = {
    column: table.textColumns,
    axis: { low: 0, high: reach },
    ends: ['0', formatCost(reach, costs.unit)],
    rows: lines.map(line => ({
      frames: framesOf(line, costs, analysis),
      values: line.row ? [line.row.cost.value, line.row.cost.value] : [],
      tone: '',
      bar: line.row?.cost ?? null
    }))
  }
  return { ...table, rows, ...{ sortable } }
}

/** Returns which frame of the flame graph a row leads to, as JSON; empty without one. @type {(line: CostLine, costs: FunctionCosts, analysis: Analysis) => string} */
function framesOf({ name, cost, row }, { profiler }, { folder }) {
  if (!row?.owner) return ''
  const { owner } = row
  const frames = [{ name: shown(owner.name), file: shown(fileInFolder(owner.file, folder)), line: owner.line }]
  return JSON.stringify({ profiler, candidate: 0, row: -1, frames, words: `${shown(name)} ${cost}` })
}
