/**
 * @import { LaunchRecord, RunManifest } from '../../runs/types.js'
 * @import { ServerFacts } from '../../types.js'
 */

/**
 * Returns how the servers of a user were started, and how much memory they needed.
 * @param {RunManifest} manifest
 * @param {LaunchRecord[]} launches
 * @returns {ServerFacts[]} empty of the app of the workshop
 */
export function serverFacts({ experiment: { folder, variants }, answers = [] }, launches) {
  if (folder === undefined) return []
  return variants.map(function factsOf({ name, command, env, commit = null, memoryMB }) {
    const nodeVersion = answers.find(({ variant }) => variant === name)?.nodeVersion ?? null
    const memory = memoryMB === undefined ? null : { limitMB: memoryMB, ...peakOf(name, launches) }
    return { variant: name, command, env, commit, nodeVersion, memory }
  })
}

/** @param {string} name of a variant @param {LaunchRecord[]} launches */
function peakOf(name, launches) {
  const watched = launches.filter(({ variant, peakBytes }) => variant === name && peakBytes !== undefined)
  const peaks = watched.flatMap(({ peakBytes }) => peakBytes ?? [])
  return { peakBytes: peaks.length === 0 ? null : Math.max(...peaks), launches: watched.length }
}
