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
  const { against, uncompared, overhead, processes } = attached
  const each = processes > 1 ? [`Requests/s are those of a process, the mean of ${formatCount(processes)}.`] : []
  const looking = overhead
    ? [`While it was profiled: ${costs(overhead)} (95% interval over windows ${formatInterval(overhead)}).`]
    : []
  const missing = uncompared
    ? [`${variant} is not compared with ${uncompared}: one of them has fewer than two windows with requests.`]
    : []
  return [...(against ? againstLines(variant, against) : missing), ...each, ...looking]
}

/** @param {string} variant @param {AttachedChange} change @returns {string[]} */
function againstLines(variant, change) {
  const { processes, nodeVersions } = change
  const { before, now } = processes
  const versions = nodeVersions
    ? [
        `They run different versions of Node.js: ${variant} ${nodeVersions.now}, ${change.variant} ${nodeVersions.before}.`
      ]
    : []
  const when = change.isAtOnce ? 'at the same time' : `of ${formatMoment(change.startedAt)} UTC`
  const interval = formatInterval(change)
  if (change.over === 'processes') {
    const basis = `95% CI over processes ${interval}, ${formatCount(before)} and ${formatCount(now)} processes`
    return [
      `${variant}: ${openings[change.verdict]} ${change.variant}, ${when}: ${costs(change)} (${basis}).`,
      ...versions
    ]
  }
  const differ = `Two launches of equal code differ by up to ${formatPercent(change.launchesDifferRatio)} here`
  const source = change.isCalibrated ? '' : ' (not calibrated)'
  return [
    `${variant} compared with ${change.variant}, ${when}: ${costs(change)} (95% interval over windows ${interval}, of one launch each).`,
    `${differ}${source}: this change is ${larger(change)} than launches differ.`,
    ...versions
  ]
}

/** @param {{ relative: number }} change such as CPU per request +7.6% */
function costs(change) {
  return `CPU per request ${formatChangePoint(change)}`
}

/** @param {{ isLarger: boolean | null }} change null where its interval allows both */
function larger({ isLarger }) {
  if (isLarger === null) return 'not shown to be larger'
  return isLarger ? 'larger' : 'not larger'
}
