/**
 * A profile of samples as it is kept: their number, and not each of them.
 * @param {{ pid: number, threadId: number }} thread
 * @param {import('../types.js').Profile} profile
 * @returns {import('../types.js').ThreadTree}
 */
export function threadTree({ pid, threadId }, profile) {
  const sampleCount = profile.samples?.nodes.filter(node => node !== -1).length ?? 0
  return { pid, threadId, sampleCount, profile: { ...profile, samples: null } }
}
