/** @import { Profile, ThreadTree } from './types.js' */

/**
 * A profile of samples as it is kept. Where samples have times, each of them, from the first one on and in whole
 * microseconds, as the file is of text; of ticks, which a tree sums up without loss, only their number.
 * @param {{ pid: number, threadId: number }} thread
 * @param {Profile} profile
 * @returns {ThreadTree}
 */
export function threadTree({ pid, threadId }, profile) {
  const sampleCount = profile.samples?.nodes.filter(node => node !== -1).length ?? 0
  const samples = profile.unit === 'micros' ? fromTheFirst(profile.samples) : null
  return { pid, threadId, sampleCount, profile: { ...profile, samples } }
}

/**
 * @param {Profile['samples']} samples
 * @returns {Profile['samples']}
 */
function fromTheFirst(samples) {
  if (!samples) return null
  const [firstMicros = 0] = samples.atMicros
  return { nodes: samples.nodes, atMicros: samples.atMicros.map(at => Math.round(at - firstMicros)) }
}
