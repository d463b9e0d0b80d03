import { toCpuprofile } from './to-cpuprofile.js'
import { toHeapprofile } from './to-heapprofile.js'

/** @import { Profile } from '../types.js' */

/**
 * Returns the content of a file that Chrome DevTools opens: bytes become a heap profile, all other units a CPU profile.
 * @param {Profile} profile
 * @returns {{ kind: 'cpuprofile' | 'heapprofile', content: object }}
 */
export function toDevtools(profile) {
  if (profile.unit === 'bytes') return { kind: 'heapprofile', content: toHeapprofile(profile) }
  return { kind: 'cpuprofile', content: toCpuprofile(profile) }
}
