import { formatChangeInText, formatMicros, formatPercent } from './format.js'

/** @import { Calibration, PlantedFinding } from '../verdict/types.js' */

/**
 * What is known of how far verdicts and blame can be trusted here, as sentences.
 * @param {Calibration | null} calibration
 * @returns {string[]}
 */
export function calibrationLines(calibration) {
  if (!calibration) {
    return [
      'Not calibrated: how often verdicts and blame are right on this machine with this Node is not known. npm run calibrate finds out.'
    ]
  }
  const { at, node, quick, rounds, identical, planted } = calibration
  const { change } = identical
  const holds =
    change.low <= 0 && change.high >= 0
      ? 'no difference is in the interval, as it should be'
      : 'the interval leaves no difference out: expect false alarms here'
  return [
    `Calibrated ${at.slice(0, 10)} on this machine with Node ${node}, ${rounds} ${quick ? 'short ' : ''}rounds. Two servers that are the same: ` +
      `${formatChangeInText(change)}; ${holds}.`,
    ...planted.map(findingInWords)
  ]
}

/** @param {PlantedFinding} finding */
function findingInWords({ variant, truth, change, isCovered, blamed }) {
  const found = change ? formatChangeInText(change) : 'nothing'
  const judged = isCovered === null ? '' : isCovered ? ', which holds it' : ', which misses it'
  const effect = truth
    ? `${variant}, which costs ${formatMicros(truth.micros)} or ${formatPercent(truth.relative)}, came out as ${found}${judged}`
    : `${variant} came out as ${found}`
  return `Planted on purpose: ${effect}; ${blameInWords(blamed, truth)}.`
}

/**
 * @param {PlantedFinding['blamed']} blamed
 * @param {PlantedFinding['truth']} truth
 */
function blameInWords(blamed, truth) {
  if (!blamed) return 'the planted function was not blamed'
  const place = blamed.isFirst ? 'blamed first' : 'blamed, but not first'
  const sure = blamed.isConfirmed ? 'both profilers agreeing' : 'by one profiler only'
  const error = truth ? `, ${formatPercent(Math.abs(blamed.micros / truth.micros - 1))} off its cost` : ''
  return `the planted function was ${place}, ${sure}, with ${formatMicros(blamed.micros)}${error}`
}
