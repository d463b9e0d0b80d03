import { barOf, decidingReach } from './charts/interval-bar.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { Change } from '../stats/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns the table of each load, the first one open. Its axis of changes is scaled to the primary metric.
 * @param {Pick<Analysis, 'loads' | 'verdicts'>} analysis
 * @param {Section[]} sections one per load that was played
 * @returns {Part[]}
 */
export function loadParts({ loads, verdicts: [first] }, sections) {
  const played = loads.filter(({ rounds }) => rounds > 0)
  return sections.map(function partOf(section, index) {
    const primary = played[index]?.rows.find(({ metric }) => metric === first?.metric)
    return { template: index === 0 ? 'section' : 'folded', section, reach: reachOfChanges(primary?.changes) }
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
    const changes = latencies[index]?.rows.map(row => row.changes).find(hasChange)
    return { template: 'section', section, chart: charts[index] ?? '', reach: reachOfChanges(changes) }
  })
}

/** @param {Record<string, Change | null>} changes */
function hasChange(changes) {
  return Object.values(changes).some(change => change !== null)
}

/** @param {Record<string, Change | null>} [changes] @returns {number | undefined} undefined where there is no change */
function reachOfChanges(changes = {}) {
  const known = Object.values(changes).filter(change => change !== null)
  return known.length === 0 ? undefined : decidingReach(known.map(barOf))
}
