/** @import { BlameRow, PartOfDifference } from '../../src/blame/types.js' */

/**
 * Returns a cost per request of 100 µs in the baseline, with an interval of 4 µs on both sides of the difference.
 * @param {number} difference
 * @param {number | null} [share] of the total difference
 * @returns {PartOfDifference}
 */
export function costOf(difference, share = null) {
  return {
    baseline: 100,
    candidate: 100 + difference,
    difference,
    low: difference - 4,
    high: difference + 4,
    pValue: 0.001,
    share
  }
}

/**
 * Returns the row of a function of the app.
 * @param {Partial<BlameRow>} row
 * @returns {BlameRow}
 */
export function blameRowOf(row) {
  return {
    group: 'app',
    packageName: null,
    threads: null,
    poolUser: null,
    owner: { name: 'burn', file: '/srv/app/server.js', line: 14 },
    path: [],
    isSpread: false,
    joined: null,
    caller: null,
    cost: costOf(30),
    evidence: 'confirmed',
    ...row
  }
}
