/**
 * @import { LaunchProblem, LaunchRecord, ProfileRecord } from '../runs/types.js'
 * @import { LaunchWarning } from './types.js'
 */

/**
 * Returns what makes a run doubtful apart from its slices: how its launches ended, and what was not read of them.
 * @param {{ launches: LaunchRecord[], profiles: ProfileRecord[], problems: LaunchProblem[] }} measured
 * @returns {LaunchWarning[]}
 */
export function launchWarnings({ launches, profiles, problems }) {
  const killed = launches.filter(({ exit }) => exit.escalated).map(({ id }) => id)
  const failed = launches
    .filter(({ exit }) => !exit.escalated && exit.code !== 0 && exit.signal === null)
    .map(({ id, exit }) => ({ id, exitCode: exit.code }))
  const known = new Set([...profiles.map(profile => profile.launch), ...problems.map(problem => problem.id)])
  const unread = launches.filter(({ id, profiler }) => profiler !== 'none' && !known.has(id)).map(({ id }) => id)
  /** @type {LaunchWarning[]} */
  const warnings = []
  if (killed.length > 0) warnings.push({ code: 'killed', launches: killed })
  if (failed.length > 0) warnings.push({ code: 'failed-exit', launches: failed })
  if (unread.length > 0) warnings.push({ code: 'unread-profiles', launches: unread })
  return warnings
}
