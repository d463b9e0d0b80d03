import { namesLine, waitCases } from '../../../test/fixtures/servers/zoo/waits/catalog.js'
import { columns, scoreWait } from './score-wait.js'
import { sharesTables } from './shares-tables.js'
import { header, percent, row } from './tables.js'

/** @import { ChangedLine } from './wait-findings.js' */
/** @import { ScoredWait } from './score-wait.js' */
/** @import { WaitRow } from './waits-plan.js' */

/** The Markdown tables of the proof with planted waits. */

/** Returns the table of all cases and their truth, which no run changes. */
export function truthTable() {
  return [
    ...header(['case', 'half', 'server', 'wait', 'for', 'line', 'extra wait, ms', 'concurrent'], 5),
    ...waitCases.map(function truthRow(waitCase) {
      const { name, half, server, kind, waitsFor, isConcurrent = false } = waitCase
      const { planted } = scoreWait(null, waitCase)
      const truth = namesLine(waitCase) ? planted : []
      return row(
        name,
        half,
        server,
        kind,
        waitsFor,
        truth.map(({ line }) => line).join(', ') || 'none',
        truth.map(({ extraMs }) => formatMs(extraMs)).join(', ') || '0',
        isConcurrent ? 'yes' : 'no'
      )
    })
  ]
}

/**
 * Returns tables of shares, and one row per run.
 * @param {WaitRow[]} rows
 * @returns {string[]} lines
 */
export function waitsTables(rows) {
  const scored = rows.flatMap(function scoreKnown(each) {
    const waitCase = waitCases.find(({ name }) => name === each.name)
    return waitCase ? [scoreWait(each, waitCase)] : []
  })
  const shares = scored.flatMap(({ row: run, waitCase: { half }, hits }) => (run ? [{ run, half, hits }] : []))
  return [...sharesTables(shares, columns), '', ...casesTable(scored)]
}

/** @param {ScoredWait[]} scored */
function casesTable(scored) {
  const names = [
    'case',
    'half',
    'run',
    'expected line',
    'named line',
    'expected, ms',
    'found, ms',
    'waits for',
    'as named'
  ]
  return [
    ...header([...names, 'line right', 'size right', 'unattributed'], 5),
    ...scored.map(function caseRow({ row: played, waitCase, planted, first, found, hits }) {
      const { source, name, half, waitsFor } = waitCase
      const [truth] = namesLine(waitCase) ? planted : []
      return row(
        name,
        half,
        played ? `${played.major}${played.isFull ? ', full' : ''}` : '-',
        truth ? `${source}:${truth.line}` : 'none',
        played?.problem ?? (first ? `${first.file}:${first.line}` : 'none'),
        truth ? formatMs(truth.extraMs) : '0',
        changeCell(truth ? found : first),
        waitsFor,
        (truth ? found : first)?.resource ?? '-',
        yesOrNo([...(hits['line right'] ?? []), ...(hits['nobody named'] ?? [])]),
        yesOrNo(hits['size within 10% or 1 ms'] ?? []),
        played?.findings ? percent(played.findings.unattributedShare, 0) : '-'
      )
    })
  ]
}

/** @param {ChangedLine | null} change */
function changeCell(change) {
  if (!change) return '-'
  const { value, low, high } = change.changeMs
  return `${formatMs(value)} ± ${formatMs((high - low) / 2)}`
}

/** @param {number} ms */
function formatMs(ms) {
  return ms.toFixed(1)
}

/** @param {boolean[]} hits */
function yesOrNo(hits) {
  if (hits.length === 0) return '-'
  return hits.every(Boolean) ? 'yes' : 'no'
}
