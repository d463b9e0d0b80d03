import type { ProfilerName } from '../profile/types.js'

/**
 * What a profile counts. `time` and `bytes`: its format does not say which. `live`: bytes of objects that were there when it was written.
 */
export type ImportedKind = 'cpu' | 'wall' | 'time' | 'allocated' | 'live' | 'bytes' | 'samples'

/** A file that another tool wrote. */
export interface ImportedFile {
  variant: string
  /** Without its folder. */
  name: string
  /** What it is, by its content. */
  words: string
  /** Of a log that another major version of Node.js wrote, where that is not on this machine: the one that read it. */
  readBy?: string
  /** null of a result of a load generator. */
  profile: ImportedProfile | null
  /** Of a load generator; null of a profile. */
  load: ImportedLoad | null
}

export interface ImportedProfile {
  launch: string
  /** Its place among the profiles of its variant, from 0. */
  round: number
  profiler: ProfilerName
  counts: ImportedKind
  /** Of the result beside it; null without one. */
  requests: number | null
  /** Of all samples that are not idle; of stacks without a unit their sum. */
  cpuMicros: number
  samples: number
}

export interface ImportedLoad {
  requests: number
  durationMs: number
  p50Micros: number
  p99Micros: number
  /** Without a response, or with a status of another kind than 2xx. */
  failed: number
}
