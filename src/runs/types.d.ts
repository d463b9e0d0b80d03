import type { Blame, SourcePlace, SummaryAnswer } from '../blame/types.js'
import type { SavedProblem } from '../errors/types.js'
import type { Experiment } from '../experiments/types.js'
import type { GeneratorName, Load, LoadResult } from '../load/types.js'
import type { AgentReading, Design, PlannedLaunch } from '../measure/types.js'
import type { ProfilerName, TickSummary } from '../profile/types.js'
import type { LabVerdict } from './lab-types.js'
import type { Machine, MergedShards } from './machine-types.js'
import type { Analysis } from '../types.js'
import type { AttachedTo, Baseline, Calibration, Verdict } from '../verdict/types.js'

export type * from './imported-types.js'
export type * from './lab-types.js'
export type * from './tree-types.js'
export type * from './machine-types.js'

/** All server processes of a launch together: costs are summed, utilisation and delays are the worst of them. */
export interface ServerReading extends Omit<AgentReading, 'uptimeMs' | 'monotonicMicros'> {
  cpuMicros: number
  /** CPU of every thread but the listening one (thread pool, garbage collector, compiler); null where unknown. */
  cpuOtherThreadsMicros: number | null
  threads: ThreadWindow[]
  /** Of a separate slice, as the server counts it: how long the tasks of all its requests waited before they began. */
  waitedMicros?: number
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
  /** Of several machines: the number of its shard. */
  machine?: number
  /** Position among the slices of its launch, from 0. */
  index: number
  profiler: ProfilerName
  load: Load
  /** The name of the only request that was sent; absent: the request or the mix of the experiment. */
  request?: string
  /** The end of a warm-up, which is in no figure. */
  isWarmUp?: boolean
  /** Launches that were loaded at the same time, on the same core. */
  beside: string[]
  achievedRatePerSecond: number
  server: ServerReading
  /** CPU of the machine's processes that are not part of the run; null where it is not reported. */
  otherProcessesMicros: number | null
  /** Of a separate slice: the CPU of each companion, with its descendants. */
  companions?: CompanionCpu[]
  toolResult: unknown
}

export interface CompanionCpu {
  name: string
  cpuMicros: number
}

/** One line of launches.jsonl. */
export interface LaunchRecord extends PlannedLaunch {
  /** Of several machines: the number of its shard. */
  machine?: number
  command: string[]
  /** The node binary of the server, where it is not the program of the command. */
  nodePath?: string
  env: Record<string, string>
  pid: number
  port: number
  /** The fixed port of a server that was given a free one. */
  wantedPort?: number
  startedAt: string
  readyMs: number
  /** What its login took, before the warm-up; absent without one. */
  login?: { requests: number; durationMs: number }
  /** null of a run whose launches were warmed up for a time. */
  warmUp: WarmUp | null
  stdoutBytes: number
  /** Of a launch with a memory limit: the highest resident memory of its processes; null where the system does not report it. */
  peakBytes?: number | null
  /** The heap after two forced garbage collections after the last slice, and the requests between them; null where it was not read. */
  kept: { startBytes: number; endBytes: number; requests: number } | null
  exit: { code: number | null; signal: string | null; escalated: boolean }
}

/** The requests that a launch served before its first slice, in stretches. */
export interface WarmUp {
  requests: number
  durationMs: number
  curve: WarmUpStretch[]
}

export interface WarmUpStretch {
  requests: number
  durationMs: number
  cpuMicros: number
  cpuMainThreadMicros: number | null
  cpuHelpersMicros: number | null
}

/** What was not read of a run folder, since it is damaged: the first lines or values of one file with one reason. */
export interface Unread {
  /** Relative to the run folder. */
  file: string
  reason: UnreadReason
  /** How many lines, and the number of the first one, from 1; null of a whole file. */
  lines: { count: number; first: number } | null
  /** The first wrong value, as a JSON pointer; null where another reason says it. */
  place: string | null
}

/**
 * `contradiction`: figures that cannot all be true. `cut-off`: the last line, which has no end. `duplicate`: a record that is there
 * already. `other-launch`: it contradicts the record of its launch. `unknown-variant`: the run has no such variant. `bad-name`: a name that
 * leads out of the folder. `bad-tree`: nodes that form no call tree. `missing`: a file that was saved. `not-plain`: a link or a
 * special file, for which no profile is read. `foreign-library`: lines of a log with libraries that are no files of this machine.
 * `bad-table`: the table of a load generator with damaged results. `other-lines`: each fits its checksum, but the file does not.
 */
export type UnreadReason =
  | 'not-json'
  | 'wrong-value'
  | 'contradiction'
  | 'cut-off'
  | 'duplicate'
  | 'other-launch'
  | 'unknown-variant'
  | 'bad-name'
  | 'bad-tree'
  | 'missing'
  | 'outside'
  | 'not-a-file'
  | 'not-plain'
  | 'foreign-library'
  | 'bad-table'
  | 'too-large'
  | 'unreadable'
  | 'checksum'
  | 'other-lines'
  | 'no-checksums'

/** One line of problems.jsonl: a failure of a profiler that did not end the run. */
export type LaunchProblem = PlannedLaunch & SavedProblem

/**
 * The source text around one place that blame can name: sources.json has those of a run. Read when the run ended, and left out
 * where the text may be another than the one that ran.
 */
export interface SourceExcerpt {
  file: string
  line: number
  /** null where `omitted` says why. */
  text: {
    firstLine: number
    /** As they are in the file, each shortened. */
    lines: string[]
  } | null
  omitted: 'changed' | 'unreadable' | 'outside' | 'no-script' | 'elsewhere' | null
}

/** A line of the app that brings in a package: a call on what the app imports of it, or else the import. */
export interface PackageLine extends SourcePlace {
  packageName: string
}

/** sources.json. */
export interface SavedSources {
  schemaVersion: 6 | 7 | 8
  excerpts: SourceExcerpt[]
  /** Absent of a run that was saved without. */
  packageLines?: PackageLine[]
}

/** The output of a profiler of one launch: launches/<id>/profile.json. Paths are relative to the run folder. */
export interface ProfileRecord {
  launch: string
  variant: string
  profiler: ProfilerName
  /** By generator. */
  ticks: Partial<Record<GeneratorName, TickSummary>>
  artifacts: { kind: ArtifactKind; path: string; generator?: GeneratorName }[]
  /** Threads in call-trees.json, which is not there without any; absent of a run that was saved without. */
  threads?: number
}

export type ArtifactKind = 'ticks' | 'flame' | 'table' | 'cpuprofile' | 'heapprofile' | 'clinic'

/** An output of a tool itself, in its own format. */
export interface Artifact {
  kind: ArtifactKind
  variant: string
  /** null for the generators' own tables. */
  profiler: ProfilerName | null
  generator: GeneratorName | null
  /** Relative to the run folder. */
  path: string
}

/** What lists of runs have of analysis.json, of an experiment and of a lab. Older runs have no summary. */
export interface ListedAnalysis extends ListedWith<ListedVerdict> {
  /** Of a run of one variant. */
  profile?: Pick<NonNullable<Analysis['profile']>, 'variant' | 'cpu'>
  summary?: Pick<SummaryAnswer, 'candidate' | 'size' | 'lines'>[]
}

export interface ListedLabAnalysis extends ListedWith<ListedLabVerdict> {}

interface ListedWith<OneVerdict>
  extends Pick<Analysis, 'experiment' | 'question' | 'folder' | 'status' | 'problem' | 'rounds' | 'quick'> {
  verdicts: OneVerdict[]
  blames: ListedBlame[]
}

type OfVerdict = 'candidate' | 'baseline' | 'metric' | 'verdict' | 'change' | 'slices' | 'marginRatio' | 'refusal'

/** Older runs may lack what decides beside the metric of the verdict. */
export interface ListedVerdict extends Pick<Verdict, OfVerdict | 'isCold'>, Partial<Pick<Verdict, 'secondary'>> {}

export interface ListedLabVerdict extends Pick<LabVerdict, OfVerdict> {}

export interface ListedBlame extends Pick<Blame, 'candidate' | 'unit' | 'rows' | 'headline' | 'total'> {}

/** `unknown`: it began in another container, on another machine or before a restart, and may still be running there. */
export type RunStatus = 'running' | 'complete' | 'interrupted' | 'failed' | 'unknown'

/** Where the numbers of processes are those that a process sees, as Linux reports it. */
export interface ProcessPlace {
  /** Of the system since its start. */
  boot: string | null
  /** In a container the numbers are others. */
  namespace: string | null
}

/** What run.json has of any run. */
export interface RunOrigin {
  schemaVersion: 8
  /** Of all else that run.json has; absent of an older run. */
  checksum?: string
  /** Of the other files that reports are made from, by name, once the run has ended. */
  checksums?: Record<string, string>
  status: RunStatus
  startedAt: string
  /** The process that measures. */
  pid: number
  /** When that process started, in ticks of the system; null where it is not reported. */
  pidStart?: number | null
  /** Where that number is one: elsewhere it is that of another process. Absent of a run that was saved without. */
  pidPlace?: ProcessPlace
  /** The number of the run folder in its file system, as text: a copy has another one. Absent of a run that was saved without. */
  inode?: string
  endedAt: string | null
  /** Set when the run failed or was interrupted. */
  problem: SavedProblem | null
  reproduce: string
  /** Where the servers were started: paths of functions are relative to it. */
  folder: string
  versions: Record<string, string>
  machine: Machine
  gitCommit: string | null
  /** What may make the run less accurate, found before it began. */
  preflight: Finding[]
}

/** run.json of an experiment. */
export interface RunManifest extends RunOrigin {
  experiment: Experiment
  design: Design
  /** The newest of this machine and Node.js version when the run started. */
  calibration: Calibration | null
  timing: RunTiming
  /** Of an experiment that has resources, once they are measured. */
  resources?: ResourceSize[]
  /** Of an experiment on the servers of a user. */
  answers?: Answers[]
  /** The saved baseline that the run is compared with. */
  against?: Baseline
  /** Of processes that ran already: those that they are compared with. */
  attachedTo?: AttachedTo
  /** Of variants that are git revisions. */
  changes?: RangeChanges
  /** Of a run of files that other tools wrote: nothing was measured. */
  imported?: import('./imported-types.js').ImportedFile[]
  /** When the first of these was written: a source file that was written after it may not be what ran. */
  recordedAt?: string
  /** The rounds of the verdict, where these ended because every verdict was clear. */
  clearAfter?: number
  /** Of several machines: the runs that it is made of. */
  merged?: MergedShards
}

/** What a server of one variant responded to a request before the run. */
export interface Answers {
  variant: string
  /** The name of the request, where there are several. */
  request?: string
  /** The fixed port that was replaced by a free one; 0 for none. */
  wantedPort: number
  /** The other ports that it listened on, as its code has them, 0 for any; absent where the one to load was named. */
  otherPorts?: number[]
  /** Of the process that listens. */
  nodeVersion?: string
  answers: Answer[]
}

export interface Answer {
  statusCode: number
  /** Without parameters; empty where the header is absent. */
  contentType: string
  contentEncoding: string
  /** Of the body, as it was received. */
  bytes: number
  /** Where a redirect leads to. */
  location: string | null
}

/** The bytes of one response, headers included. */
export interface ResourceSize {
  variant: string
  name: string
  path: string
  bytes: number
  contentEncoding: string
}

/** What differs between the revisions of the baseline and of the last candidate. */
export interface RangeChanges {
  files: ChangedFile[]
  /** Why git did not compare them. */
  problem: string | null
}

/** The new lines of a script, of a removed one all, in runs: the first line of each, and how many. */
export interface ChangedFile {
  /** From the top of the repository. */
  file: string
  start: number[]
  count: number[]
}

/** A condition of the machine that makes a run less accurate. */
export type Finding =
  | { code: 'no-proc' | 'no-nm' | 'one-core' | 'no-pinning' }
  /** The share of all cores in use before the run; null in runs that did not save it. */
  | { code: 'busy'; busyShare: number | null }
  | { code: 'governor'; governor: string }

/** Where the time of a run went; what is in none of the others is the rest of `wallMs`. */
export interface RunTiming {
  loadMs: number
  warmupMs: number
  /** Of servers and generators. */
  startMs: number
  stopMs: number
  /** To measure what the heap keeps. */
  keptMs: number
  /** To read the profiles. */
  collectMs: number
  wallMs: number
}
