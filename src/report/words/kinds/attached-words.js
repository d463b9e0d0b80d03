import { formatChangePoint, formatCount, formatInterval, formatMoment, formatPercent } from '../format.js'

/** @import { Analysis } from '../../../types.js' */
/** @import { AttachedChange } from '../../../verdict/types.js' */

/** @type {Record<'slower' | 'faster' | 'no difference' | 'cannot tell', string>} */
const openings = {
  slower: 'slower than',
  faster: 'faster than',
  'no difference': 'no difference from',
  'cannot tell': 'cannot tell whether it differs from'
}

/**
 * Returns what an attached run has beside its profile as sentences: the change from other processes, and the cost of the profiler.
 * @param {Pick<NonNullable<Analysis['profile']>, 'variant' | 'attached'>} profile @returns {string[]} none of another run
 */
export function attachedLines({ variant, attached }) {
  if (!attached) return []
  const { against, uncompared, overhead, processes, nodeVersion } = attached
  const lines = against ? againstLines(variant, against) : []
  if (uncompared)
    lines.push(`${variant} is not compared with ${uncompared}: one of them has fewer than two windows with requests.`)
  if (against?.nodeVersion && nodeVersion && against.nodeVersion !== nodeVersion)
    lines.push(`Node.js differs: ${nodeVersion} of ${variant}, ${against.nodeVersion} of ${against.variant}.`)
  if (processes > 1) lines.push(`Requests/s are those of a process, the mean of ${formatCount(processes)}.`)
  if (overhead)
    lines.push(`While it was profiled: ${costs(overhead)} (95% interval over windows ${formatInterval(overhead)}).`)
  return lines
}

/** @param {string} variant @param {AttachedChange} change @returns {string[]} */
function againstLines(variant, change) {
  const { before, now } = change.processes
  const when = change.isAtOnce ? 'at the same time' : `of ${formatMoment(change.startedAt)} UTC`
  const interval = formatInterval(change)
  if (change.over === 'processes') {
    const basis = `95% CI over processes ${interval}, ${formatCount(before)} and ${formatCount(now)} processes`
    return [`${variant}: ${openings[change.verdict]} ${change.variant}, ${when}: ${costs(change)} (${basis}).`]
  }
  const differ = `Two launches of equal code differ by up to ${formatPercent(change.launchesDifferRatio)} here`
  const source = change.isCalibrated ? '' : ' (not calibrated)'
  const larger = change.isLarger === null ? 'not shown to be larger' : `${change.isLarger ? '' : 'not '}larger`
  return [
    `${variant} compared with ${change.variant}, ${when}: ${costs(change)} (95% interval over windows ${interval}, of one launch each).`,
    `${differ}${source}: this change is ${larger} than launches differ.`
  ]
}

/** @param {{ relative: number }} change such as CPU per request +7.6% */
function costs(change) {
  return `CPU per request ${formatChangePoint(change)}`
}

/**
 * Returns what parts of a run are called, which differ where its processes ran already.
 * @param {{ profile?: { attached?: object } }} analysis
 * @returns {{ slice: string, round: [one: string, several: string], launch: [one: string, several: string] }}
 */
export function unitsOf({ profile }) {
  if (!profile?.attached) return { slice: 'slice', round: ['round', 'rounds'], launch: ['launch', 'launches'] }
  return { slice: 'window', round: ['process', 'processes'], launch: ['process', 'processes'] }
}
