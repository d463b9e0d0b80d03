import { moreIs } from '../verdict/judge.js'
import { formatChange } from './format.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { MetricRow } from '../verdict/types.js'
 * @import { Drawn } from './sections.js'
 */

/**
 * The header of a table with a column a variant and one a change.
 * @param {string[]} variants the baseline first
 */
export function comparisonHeader([baseline = '', ...candidates]) {
  const changes = candidates.map(name => (candidates.length === 1 ? 'change (95 % CI)' : `${name} (95 % CI)`))
  return ['', baseline, ...candidates, ...changes]
}

/**
 * @param {string[]} candidates
 * @param {Record<string, Change | null>} changes
 */
export function changeCells(candidates, changes) {
  return candidates.map(name => (changes[name] ? formatChange(changes[name]) : '-'))
}

/**
 * @param {string[]} candidates
 * @param {Record<string, Change | null>} changes
 * @param {MetricRow['metric']} [metric] a cost when left out
 * @returns {Drawn}
 */
export function drawnChanges(candidates, changes, metric) {
  return {
    changes: candidates.map(name => changes[name] ?? null),
    moreIs: metric ? moreIs(metric) : 'worse'
  }
}
