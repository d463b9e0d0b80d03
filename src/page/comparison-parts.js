import { isTooWide } from '../report/too-few-samples.js'
import { barOf, decidingReach } from './charts/interval-bar.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns the table of each load, the first one open. Its axis of changes is scaled to the primary metrics.
 * @param {Pick<Analysis, 'loads' | 'verdicts'>} analysis
 * @param {Section[]} sections one per load that was played
 * @returns {Part[]}
 */
export function loadParts({ loads, verdicts }, sections) {
  const played = loads.filter(({ rounds }) => rounds > 0)
  return sections.map(function partOf(section, index) {
    const primary = verdicts.map(
      verdict => played[index]?.rows.find(({ metric }) => metric === verdict.metric)?.changes[verdict.candidate] ?? null
    )
    return { template: index === 0 ? 'section' : 'folded', section, reach: reachOfChanges(primary) }
  })
}

/**
 * Returns the tables of latency below the charts of the same latencies. Their axes of changes are scaled to the first percentile
 * that has a change: the highest ones have the fewest samples.
 * @param {Analysis['latencies']} latencies
 * @param {Section[]} sections one per latency table
 * @param {string[]} charts one per latency table, as HTML; empty where there is none
 * @returns {Part[]}
 */
export function latencyParts(latencies, sections, charts) {
  return sections.map(function partOf(section, index) {
    const changes = latencies[index]?.rows.map(row => Object.values(row.changes)).find(hasFigure)
    return { template: 'section', section, chart: charts[index] ?? '', reach: reachOfChanges(changes) }
  })
}

/** @param {(Change | null)[]} changes */
function hasFigure(changes) {
  return changes.some(isFigure)
}

/** @param {(Change | null)[]} [changes] @returns {number | undefined} undefined where none has enough samples */
function reachOfChanges(changes = []) {
  const known = changes.filter(isFigure)
  return known.length === 0 ? undefined : decidingReach(known.map(barOf))
}

/** @param {Change | null} change @returns {change is Change} */
function isFigure(change) {
  return change !== null && !isTooWide(change)
}
