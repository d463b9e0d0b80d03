import { isCount } from '../../errors/type-guards.js'
import { noTicks } from './stack-reader.js'

/** @import { TickCounts, TickSummary, VmState } from '../types.js' */

/**
 * Reads the `[Summary]` table of V8's tick processor, as `node --prof-process <log>` prints it:
 *
 *     [Summary]:
 *       ticks  total  nonlib   name
 *        1421   52.2%   52.5%  JavaScript
 *         ...
 *         267    9.8%          Unaccounted
 *
 * Written by printStatistics in V8's tools/tickprocessor.mjs. The first line of the same file has the number of all
 * ticks: "Statistical profiling result from <log>, (2722 ticks, 267 unaccounted, 0 excluded)."
 */

/** @type {[keyof TickCounts, string][]} */
const rowNames = [
  ['javascript', 'JavaScript'],
  ['cpp', 'C++'],
  ['gc', 'GC'],
  ['sharedLibraries', 'Shared libraries'],
  ['unaccounted', 'Unaccounted']
]
/** The name of a section, such as ` [Bottom up (heavy) profile]:`. */
const SECTION = /^ \[.+\]:$/

/**
 * Returns the counts of ticks in a summary.
 * @param {string} text
 * @returns {TickSummary | null} null when the text has no summary, or its counts are not whole numbers that are exact
 */
export function readTickSummary(text) {
  const total = /^Statistical profiling result from .*\((\d+) ticks, \d+ unaccounted/m.exec(text)?.[1]
  const table = /^ \[Summary\]:\n((?:.+\n)+)/m.exec(text)?.[1]
  const isEmpty = total === '0'
  if (!isCount(Number(total)) || (table === undefined && !isEmpty)) return null
  const summary = { javascript: 0, cpp: 0, gc: 0, sharedLibraries: 0, unaccounted: 0, total: Number(total) }
  for (const line of (table ?? '').split('\n')) {
    const [, ticks, label] = /^\s*(\d+)\s.*\s{2}(\S.*)$/.exec(line) ?? []
    const row = rowNames.find(([, name]) => name === label)
    if (!row) continue
    if (!isCount(Number(ticks))) return null
    summary[row[0]] = Number(ticks)
  }
  return summary
}

/** Returns the sum of several summaries. @param {TickSummary[]} summaries @returns {TickSummary} */
export function addTickSummaries(summaries) {
  const sum = { javascript: 0, cpp: 0, gc: 0, sharedLibraries: 0, unaccounted: 0, total: 0 }
  for (const summary of summaries) {
    for (const [field] of rowNames) sum[field] += summary[field]
    sum.total += summary.total
  }
  const states = addStates(summaries.flatMap(each => each.states ?? []))
  return states ? { ...sum, states } : sum
}

/** Returns the ticks of several threads by state; undefined without any. @param {Record<VmState, number>[]} all */
export function addStates(all) {
  if (all.length === 0) return undefined
  const sum = noTicks()
  for (const counts of all)
    for (const [name, ticks] of Object.entries(counts)) sum[/** @type {VmState} */ (name)] += ticks
  return sum
}

/**
 * Returns the text of --prof-process in its sections, each with its first lines only. What is before the first section is one
 * too, and so is the line that names the next launch, where the texts of several launches follow each other.
 * @param {string} text
 * @param {number} most lines of a section, its name included
 * @returns {{ lines: string[], left: number }[]} `left`: how many lines are cut off
 */
export function cutTickText(text, most) {
  /** @type {string[][]} */
  const sections = [[]]
  for (const line of text.trimEnd().split('\n')) {
    if (SECTION.test(line) || line.startsWith('==== launch ')) sections.push([])
    sections.at(-1)?.push(line)
  }
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => ({ lines: lines.slice(0, most), left: Math.max(0, lines.length - most) }))
}
