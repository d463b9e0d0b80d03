/** @import { LaunchRecord } from '../runs/types.js' */

/**
 * What makes a run doubtful beside its slices, as sentences.
 * @param {LaunchRecord[]} launches
 * @returns {string[]}
 */
export function warningsOf(launches) {
  const warnings = []
  const killed = launches.filter(({ exit }) => exit.escalated)
  if (killed.length > 0) {
    warnings.push(
      `${killed.map(({ id }) => id).join(', ')} had to be killed: not ended by SIGTERM, a profile lacks its last part.`
    )
  }
  const failed = launches.filter(({ exit }) => !exit.escalated && exit.code !== 0 && exit.signal === null)
  if (failed.length > 0) {
    warnings.push(
      `${failed.map(({ id, exit }) => `${id} (exit code ${exit.code})`).join(', ')} failed while stopping: see stderr.log.`
    )
  }
  return warnings
}
