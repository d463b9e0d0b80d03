import { toCpuprofile } from './to-cpuprofile.js'
import { toHeapprofile } from './to-heapprofile.js'

/** @import { Profile } from './types.js' */

/**
 * What Chrome DevTools opens a profile from: bytes are a heap profile, everything else a CPU profile.
 * @param {Profile} profile
 * @returns {{ kind: 'cpuprofile' | 'heapprofile', content: object }}
 */
export function toDevtools(profile) {
  if (profile.unit === 'bytes') return { kind: 'heapprofile', content: toHeapprofile(profile) }
  return { kind: 'cpuprofile', content: toCpuprofile(profile) }
}
