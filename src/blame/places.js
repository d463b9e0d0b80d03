import { knownCalls } from './known-calls.js'

/**
 * @import { BlameRow, CostDifference, CostOfRows, SourcePlace } from './types.js'
 */

/**
 * Returns the place in the source that a row names: its function, and the first call below it.
 * @param {Pick<BlameRow, 'owner' | 'path' | 'joined' | 'threads'>} row
 * @returns {SourcePlace | null} null where the row names no function of a file, or several
 */
export function placeOfRow({ owner, path, joined, threads }) {
  if (!owner || owner.line === null || owner.file.startsWith('node:') || owner.file === '' || joined) return null
  const [first] = threads === null ? knownCalls(path) : []
  const call = first && callAsWritten(first)
  return { file: owner.file, line: owner.line, call: call ?? null }
}

/**
 * Returns the rows of the headline by the source line that pays for them: calls of one name in one function are one line.
 * @param {BlameRow[]} rows
 * @param {number[]} headline indexes of rows
 * @param {(rows: number[]) => CostDifference} costOf several rows together
 * @returns {CostOfRows[]} the largest first
 */
export function pricePlaces(rows, headline, costOf) {
  /** @type {Map<string | number, number[]>} */
  const groups = new Map()
  for (const index of headline) {
    const key = keyOf(rows[index]) ?? index
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  const priced = [...groups.values()].map(group => ({ rows: group, cost: costOf(group) }))
  return priced.sort((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
}

/** @param {BlameRow} [row] @returns {string | null} null for a row that stays alone */
function keyOf(row) {
  const place = row && placeOfRow(row)
  return place && row.threads === null ? JSON.stringify([place.file, place.line, row.owner?.name, place.call]) : null
}

/**
 * Returns a call as the source writes it, where that is known: the methods of the console are functions of one file, and V8
 * names its own methods such as `Builtin: ArrayPrototypeToSorted`.
 * @param {{ name: string, file: string }} call
 */
function callAsWritten({ name, file }) {
  if (file === 'node:internal/console/constructor') return `console.${name}`
  const [, first, rest] = /^Builtin: [A-Z]\w*?Prototype([A-Z])(\w*)$/.exec(name) ?? []
  if (first) return first.toLowerCase() + rest
  return /^[\w$.]+$/.test(name) ? name.split('.').at(-1) : undefined
}
