import type { Change } from '../stats/types.js'
import type { VerdictName } from './types.js'

/** What an attached run is compared with: windows without a profiler, by process. */
export interface AttachedTo {
  /** The run folder. */
  run: string
  variant: string
  /** Absent in runs of older versions. */
  nodeVersion?: string
  startedAt: string
  /** Whether both were measured in the same windows. */
  isAtOnce: boolean
  processes: { cpuMicros: number; requests: number }[][]
}

/** What a run of processes that ran already has beside its profile. */
export interface Attached {
  processes: number
  nodeVersion?: string
  /** CPU per request in windows with the profiler, compared with those without; null with too few windows. */
  overhead: UnpairedChange | null
  against: AttachedChange | null
  /** What it was to be compared with, where one of both has too few windows with requests. */
  uncompared?: string
}

type UnpairedChange = Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'bound'>

/** The change of CPU per request from other attached processes; of one process on a side without a verdict, `isLarger`: null where unclear. */
export type AttachedChange = Omit<AttachedTo, 'processes'> &
  UnpairedChange & { processes: { before: number; now: number } } & (
    | { over: 'windows'; launchesDifferRatio: number; isCalibrated: boolean; isLarger: boolean | null }
    | { over: 'processes'; verdict: VerdictName; lean: 'slower' | 'faster' | null }
  )
