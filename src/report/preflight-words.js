import { detectableEffect } from '../stats/detectable-effect.js'
import { formatDuration, formatExactPercent, formatPercent } from './format.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Design } from '../measure/types.js'
 * @import { Finding } from '../runs/types.js'
 * @import { Calibration } from '../verdict/types.js'
 */

/**
 * What is to be expected of a run before it begins.
 * @param {{ findings: Finding[], calibration: Calibration | null }} known
 * @param {Experiment} experiment
 * @param {Design} design
 */
export function preflightWords({ findings, calibration }, experiment, design) {
  const told = findings.map(finding => finding.message)
  if (told.length === 0) told.push('nothing on this machine speaks against a run')
  return [...told, expectation(calibration, experiment, design)].join('; ')
}

/**
 * @param {Calibration | null} calibration
 * @param {Experiment} experiment
 * @param {Design} design
 */
function expectation(
  calibration,
  { primaryMetric, marginRatio },
  { loads: [load], rounds, untilHalfWidth, maxMs, quick }
) {
  const spread = calibration?.spreads[primaryMetric]
  if (!calibration || spread === undefined)
    return 'not calibrated (npm run calibrate), so what it can tell is not known yet'
  if (untilHalfWidth !== null) return `goes on until the interval is ±${formatExactPercent(untilHalfWidth)}`
  if (maxMs !== null) return `begins no round that would end after ${formatDuration(maxMs)}`
  if (quick) return 'a quick run is for a first look'
  if (load.mode !== 'closed') return 'calibrated for closed loops only'
  if (rounds < 2) return 'a single round cannot tell'
  const effect = formatPercent(detectableEffect({ spread, rounds, marginRatio }))
  return `by the calibration of ${calibration.at.slice(0, 10)} ${rounds} rounds call a change of ${effect} or more slower or faster in four cases of five`
}
