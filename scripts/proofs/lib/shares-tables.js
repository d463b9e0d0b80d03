import { MAIN_MAJOR } from './drawn-runs.js'
import { header, row, shareCell } from './tables.js'

/** @import { DrawnRun } from './drawn-runs.js' */

/**
 * Returns a table of shares by half, and one by version of Node.js and of the full comparisons.
 * @template {{ run: DrawnRun, half: string, hits: Record<string, boolean[]> }} Scored
 * @param {Scored[]} scored @param {readonly string[]} columns
 * @returns {string[]} lines
 */
export function sharesTables(scored, columns) {
  const usual = scored.filter(({ run: { major, isFull } }) => major === MAIN_MAJOR && !isFull)
  const others = [...new Set(scored.map(({ run }) => run.major))].filter(major => major !== MAIN_MAJOR).sort()
  return [
    ...sharesTable(`Node ${MAIN_MAJOR}: share (95% interval)`, {
      tuning: usual.filter(({ half }) => half === 'tuning'),
      'held-out': usual.filter(({ half }) => half === 'held-out'),
      all: usual
    }),
    '',
    ...sharesTable('other runs: share (95% interval)', {
      ...Object.fromEntries(others.map(major => [`Node ${major}`, scored.filter(({ run }) => run.major === major)])),
      'full comparisons': scored.filter(({ run }) => run.isFull)
    })
  ]

  /** @type {(title: string, groups: Record<string, Scored[]>) => string[]} */
  function sharesTable(title, groups) {
    return [
      ...header([title, ...Object.keys(groups)]),
      ...columns.map(column =>
        row(column, ...Object.values(groups).map(group => shareCell(group.flatMap(({ hits }) => hits[column] ?? []))))
      )
    ]
  }
}
