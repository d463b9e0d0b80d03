import { lineCases, plantedLines } from '../../../test/fixtures/servers/zoo/lines/catalog.js'
import { columns, scoreLine } from './score-line.js'
import { sharesTables } from './shares-tables.js'
import { header, row } from './tables.js'

/** @import { LineRow } from './line-plan.js' */
/** @import { ScoredLine } from './score-line.js' */

/** The Markdown tables of the proof with planted lines. */

const MOST_LINES = 3

/**
 * Returns a table of shares by half, one by version of Node.js and of the full comparisons, and one row per run.
 * @param {LineRow[]} rows
 * @returns {string[]} lines
 */
export function lineTables(rows) {
  const scored = rows.flatMap(function scoreKnown(each) {
    const lineCase = lineCases.find(({ name }) => name === each.name)
    return lineCase ? [scoreLine(each, lineCase)] : []
  })
  const shares = scored.map(({ row: run, lineCase: { half }, hits }) => ({ run, half, hits }))
  return [...sharesTables(shares, columns), '', ...runsTable(scored)]
}

/** @param {ScoredLine[]} scored */
function runsTable(scored) {
  return [
    ...header(['case', 'kind', 'half', 'run', 'planted: share', 'µs', 'named: µs', 'misses'], 5),
    ...scored.map(function runRow({ row: each, lineCase, hits }) {
      const { findings, major, isFull, problem } = each
      const lines = plantedLines(lineCase).map(({ line, share }) => `${line}: ${share}`)
      return row(
        each.name,
        lineCase.kind,
        lineCase.half,
        `${major}${isFull ? ', full' : ''}`,
        lines.join(', ') || '-',
        findings?.truthMicros?.toFixed(1) ?? '-',
        problem ?? (findings?.named.map(named => namedCell(named, lineCase)).join('; ') || '-'),
        columns.filter(column => hits[column]?.includes(false)).join(', ') || '-'
      )
    })
  ]
}

/** @type {(named: import('./line-findings.js').NamedFunction, lineCase: ScoredLine['lineCase']) => string} */
function namedCell({ name, micros, line, lines, noLine, calledAt, broughtInAt }, { as = 'line' }) {
  const shown = as === 'line' ? (line === null ? [] : lines) : ((as === 'call' ? calledAt : broughtInAt)?.lines ?? [])
  const cells = shown.slice(0, MOST_LINES).map(each => `${each.line}: ${each.micros.toFixed(1)}`)
  return `${name} ${micros.toFixed(1)} (${cells.join(', ') || noLine || 'no line'})`
}
