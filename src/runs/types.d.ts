import type { SavedProblem } from '../errors.js'
import type { Experiment } from '../experiments/types.js'
import type { GeneratorName, Load, LoadResult } from '../load/types.js'
import type { AgentReading, Design, PlannedLaunch } from '../measure/types.js'
import type { TickSummary } from '../profile/types.js'
import type { Calibration } from '../verdict/types.js'

/** All server processes of a launch together: costs are summed, utilisation and delays are the worst of them. */
export interface ServerReading extends Omit<AgentReading, 'uptimeMs' | 'monotonicMicros'> {
  cpuMicros: number
  /** CPU of every thread but the listening one (thread pool, garbage collector, compiler); null where not told. */
  cpuOtherThreadsMicros: number | null
  threads: ThreadWindow[]
}

/** One thread of a launch that runs JavaScript, during a slice, on both clocks. */
export interface ThreadWindow {
  pid: number
  /** 0 for the main thread. */
  threadId: number
  startUptimeMs: number
  endUptimeMs: number
  startMicros: number
  endMicros: number
  cpuMicros: number | null
}

/** One line of slices.jsonl. */
export interface SliceRecord extends Omit<LoadResult, 'toolResult'> {
  variant: string
  launch: string
  round: number
  /** Position among the slices of its launch, from 0. */
  index: number
  profiler: ProfilerName
  load: Load
  /** Launches that were loaded at the same time, on the same core. */
  beside: string[]
  achievedRatePerSecond: number
  server: ServerReading
  toolResult: unknown
}

/** One line of launches.jsonl. */
export interface LaunchRecord extends PlannedLaunch {
  command: string[]
  env: Record<string, string>
  pid: number
  port: number
  startedAt: string
  readyMs: number
  warmupMs: number
  stdoutBytes: number
  exit: { code: number | null; signal: string | null; escalated: boolean }
}

/** One line of problems.jsonl: a launch, or what a profiler left of it, that could not be used although the run went on. */
export type LaunchProblem = PlannedLaunch & SavedProblem

/** What a profiler left of one launch: launches/<id>/profile.json. Paths are relative to the run folder. */
export interface ProfileRecord {
  launch: string
  variant: string
  profiler: ProfilerName
  /** By generator. */
  ticks: Partial<Record<GeneratorName, TickSummary>>
  artifacts: { kind: ArtifactKind; path: string; generator?: GeneratorName }[]
}

export type ArtifactKind = 'ticks' | 'flame' | 'table' | 'cpuprofile' | 'heapprofile' | 'clinic'

/** A text or page of a tool's own, as its users know it. */
export interface Artifact {
  kind: ArtifactKind
  variant: string
  /** null for the generators' own tables. */
  profiler: ProfilerName | null
  generator: GeneratorName | null
  /** Relative to the run folder. */
  path: string
}

export type RunStatus = 'running' | 'complete' | 'interrupted' | 'failed'

/** run.json */
export interface RunManifest {
  schemaVersion: 5
  status: RunStatus
  startedAt: string
  /** Of the workshop that runs it. */
  pid: number
  endedAt: string | null
  /** Set when the run failed or was interrupted. */
  problem: SavedProblem | null
  experiment: Experiment
  design: Design
  reproduce: string
  /** Where the servers were started: what paths of functions are told from. */
  folder: string
  versions: Record<string, string>
  machine: Machine
  gitCommit: string | null
  /** What may make the run less accurate, found before it began. */
  preflight: Finding[]
  /** The one of this machine and Node that was newest when the run began. */
  calibration: Calibration | null
  timing: RunTiming
}

/** A condition of the machine that makes a run less accurate. */
export type Finding =
  | { code: 'no-nm' | 'one-core' | 'no-pinning' }
  /** The share of all cores in use before the run; null in runs that did not save it. */
  | { code: 'busy'; busyShare: number | null }
  | { code: 'governor'; governor: string }

export interface RunTiming {
  loadMs: number
  warmupMs: number
  wallMs: number
}

export interface Machine {
  cpuModel: string
  cores: number
  memoryBytes: number
  platform: string
  release: string
  governor: string | null
  /** Cores that a process can be kept to; none where the system or its tools do not allow that. */
  pinnableCores: number[]
}
