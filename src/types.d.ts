/** Shapes shared across folders. Every number carries its unit in its name; ratios and shares are plain fractions. */

export type GeneratorName = 'autocannon' | 'artillery' | 'paced'

/**
 * `closed`: n connections, each as fast as it goes, for a time. `batch`: a fixed number of requests, n users at once.
 * `open`: requests at set times whether or not earlier ones are answered, at a share of what the slower variant can serve.
 */
export type Load =
  | { generator: 'autocannon'; mode: 'closed'; connections: number }
  | { generator: 'artillery'; mode: 'batch'; users: number; requestsPerUser: number }
  | { generator: 'paced'; mode: 'open'; arrivals: 'constant' | 'poisson'; capacityShare: number }

/** What a generator process is asked to play. */
export type LoadRequest = Load & {
  url: string
  headers: Record<string, string>
  /** Of a closed or an open loop; a batch takes as long as it takes. */
  durationMs: number
  /** Of an open loop: how many requests a second are meant, and what decides when a Poisson stream has them. */
  pace?: { ratePerSecond: number; seed: number }
}

/** What a generator process answers, the same for every generator. */
export interface LoadResult {
  startedAt: string
  /** From the first request to the last answer. */
  durationMs: number
  sent: number
  completed: number
  non2xx: number
  /** Requests without an answer: sent - completed. */
  errors: number
  timeouts: number
  bytesRead: number
  /** Answers by `content-encoding`; `identity` where the header is absent. */
  contentEncodings: Record<string, number>
  /**
   * HdrHistogram (V2, compressed, base64) of latencies in microseconds, up to the last byte; of an open loop from the
   * moment the request was meant to be sent.
   */
  latencyMicros: string
  /** Of an open loop. */
  pace: Pace | null
  /** How much more the wall clock went on than the monotonic clock during the load: a clock that was set. */
  clockStepMs: number
  /** The error messages seen, with how often; at most ten different ones. */
  errorMessages: Record<string, number>
  generatorProcess: {
    cpuUserMicros: number
    cpuSystemMicros: number
    eventLoopUtilization: number
    eventLoopDelayP99Micros: number
    eventLoopDelayMaxMicros: number
  }
  /** The tool's own result, kept so that its own table can be printed later. */
  toolResult: unknown
}

/** How an open loop kept to its times. */
export interface Pace {
  intendedRatePerSecond: number
  /** Histogram, likewise, from the moment the request was written to a connection: without the time it waited for one. */
  serviceMicros: string
  /** How late the generator itself was: from the intended moment until it handed the request on. */
  sendDelayP99Micros: number
  /** The server did not keep up: requests came in faster than they were answered. */
  isSaturated: boolean
}

export interface Variant {
  name: string
  /** Without the profiler's flags; `node` as the first word means the node binary that runs the workshop. */
  command: string[]
  env: Record<string, string>
  /** The `content-encoding` every answer must carry; anything else voids the slice. */
  contentEncoding: string
}

/**
 * CPU is that of all threads, but for `cpuMainThread`, which leaves out the thread pool and the helpers of V8 (compiler,
 * garbage collector): the sharper figure for work that runs on the main thread.
 */
export type MetricName =
  | 'cpuPerRequest'
  | 'cpuMainThread'
  | 'requestsPerSecond'
  | 'latencyP50'
  | 'latencyP95'
  | 'latencyP99'

export interface Experiment {
  name: string
  question: string
  /** The first is the baseline, the others are candidates. */
  variants: [Variant, Variant, ...Variant[]]
  request: { path: string; headers: Record<string, string> }
  loads: Load[]
  /** Decides the verdict. Where the platform does not tell CPU by thread, `cpuMainThread` falls back to `cpuPerRequest`. */
  primaryMetric: MetricName
  /** A relative change smaller than this does not matter to anyone. */
  marginRatio: number
}

/** What one server process says at the end of a slice (`uptimeMs` also at its start). CPU and counts are of the slice. */
export interface AgentReading {
  /** Milliseconds since V8 began in the process: the time base of its V8 log. */
  uptimeMs: number
  /** The monotonic clock of the system: the time base of profiles taken over the inspector. */
  monotonicMicros: number
  cpuUserMicros: number
  cpuSystemMicros: number
  /** CPU of the thread that listens; null where the platform does not tell it by thread. */
  cpuMainThreadMicros: number | null
  /** CPU of libuv's thread pool (zlib, fs, dns, crypto) and of worker threads; null where threads cannot be told apart. */
  cpuPoolMicros: number | null
  /** CPU of V8's helper threads: the concurrent parts of its compilers and of its garbage collector; likewise. */
  cpuHelpersMicros: number | null
  rssBytes: number
  heapUsedBytes: number
  eventLoopUtilization: number
  eventLoopDelayP99Micros: number
  eventLoopDelayMaxMicros: number
  gcCount: number
  gcPauseMicros: number
  voluntarySwitches: number
  involuntarySwitches: number
  /** CPU of the whole machine that its host gave to other machines; null where nobody tells. */
  stolenMicros: number | null
}

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

/** `none`, or a key of the table in src/profilers/index.js. */
export type ProfilerName = string

export interface PlannedLaunch {
  id: string
  round: number
  variant: string
  profiler: ProfilerName
}
export interface PlannedSlice {
  /** One, or all of a block: then they are loaded at the same time and share one core. */
  launches: string[]
  load: Load
  durationMs: number
}
/** Launches that are up at the same time, warmed up in order, then loaded in turn. */
export interface Block {
  launches: PlannedLaunch[]
  slices: PlannedSlice[]
}
export interface Round {
  index: number
  blocks: Block[]
}

export interface WatchedBy {
  name: ProfilerName
  batches: boolean
  /** Where it watches fewer rounds than the design's `profiledRounds`. */
  rounds?: number
}

/** Everything that decides a plan; the same design gives the same plan. */
export interface Design {
  seed: number
  rounds: number
  /** How many of the rounds, from the first on, have profiled launches; and how many play batches that do not decide. */
  profiledRounds: number
  batchRounds: number
  warmupMs: number
  sliceMs: number
  /** Closed-loop slices of each launch: together with the other variants, in turn with them, and alone under a profiler. */
  slices: { together: number; bare: number; profiled: number }
  /** Of two variants; longer where more share the core. */
  togetherMs: number
  /** The open-loop slice of each bare launch. */
  openMs: number
  /** Goes on, beyond `rounds`, until the 95 % half-width of the deciding change is this narrow; null: `rounds` as they are. */
  untilHalfWidth: number | null
  /** After this long no other round is begun; null: none is left out. */
  maxMs: number | null
  /** The first decides. */
  loads: [Load, ...Load[]]
  /** What servers are warmed up with: a closed loop, where the experiment has one, even when it is not among the loads. */
  warmupLoad: Load
  /** Each watches a launch of its own of every variant; `batches` are played only where they are told apart. */
  profilers: WatchedBy[]
  quick: boolean
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
export interface LaunchProblem extends PlannedLaunch {
  code: string
  message: string
}

export interface TickSummary {
  javascript: number
  cpp: number
  gc: number
  sharedLibraries: number
  unaccounted: number
  /** All ticks of the window; the rows above can add up to more, since GC ticks are counted in other rows too. */
  total: number
}

/** What a profiler left of one launch: launches/<id>/profile.json. Paths are relative to the run folder. */
export interface ProfileRecord {
  launch: string
  variant: string
  profiler: ProfilerName
  /** By generator. */
  ticks: Partial<Record<GeneratorName, TickSummary>>
  artifacts: { kind: ArtifactKind; path: string; generator?: GeneratorName }[]
}

/** Call trees of a launch under the deciding load, one a thread: launches/<id>/call-trees.json. */
export interface LaunchTrees {
  launch: string
  variant: string
  profiler: ProfilerName
  trees: ThreadTree[]
}
export interface ThreadTree {
  pid: number
  threadId: number
  /** Samples that were not idle. */
  sampleCount: number
  /** With samples where they have times (unit `micros`), from the first one on; else those are in the tool's own file. */
  profile: Profile
}

export type ArtifactKind = 'ticks' | 'flame' | 'table' | 'cpuprofile' | 'heapprofile' | 'clinic'

/**
 * A function as a profiler names it. Lines and columns count from 1 and say where the function begins; two frames with the
 * same name, file, line and column are the same function.
 */
export interface Frame {
  /** `(anonymous)` where it has none. */
  name: string
  /** An absolute path, `node:fs` and the like, or '' for code without a source. Never a file:// URL. */
  file: string
  line: number | null
  column: number | null
  /** `native`: compiled code of node, V8 and the system. `program`: what V8 could not name. */
  kind: 'javascript' | 'native' | 'gc' | 'program'
}
/** Which of V8's compilers made the code that ran: `~`, `^`, `+` and `*` in its logs. */
export type Tier = 'ignition' | 'sparkplug' | 'maglev' | 'turbofan'

export interface CallNode {
  /** Index into `frames`. */
  frame: number
  /** Index into `nodes`, smaller than its own; -1 for the outermost frame of a stack. */
  parent: number
  /** Weight of the samples in which this frame was on top. */
  self: number
  /** null where the tool does not tell. A function that ran in two tiers under one parent has two nodes. */
  tier: Tier | null
}

/** A call tree with weights, whatever tool it came from, of one thread. */
export interface Profile {
  unit: 'micros' | 'samples' | 'bytes'
  /** Of the thread: `main`, `worker 2`, `process 1234`, ... */
  label: string
  frames: Frame[]
  nodes: CallNode[]
  /** Weight of the samples with nothing to do; it is in no node. */
  idle: number
  /**
   * The samples in the order they were taken: the node on top (-1: idle) and when, in microseconds on the tool's own
   * clock. null where a tool keeps sums only.
   */
  samples: { nodes: number[]; atMicros: number[] } | null
}

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

/** What verdicts and blame are worth on one machine under one Node: calibrations/<machine>-<node>.json. */
export interface Calibration {
  schemaVersion: 1
  at: string
  node: string
  machine: Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'pinnableCores'>
  quick: boolean
  rounds: number
  /** Between servers that are the same: standard deviation of the rounds' log-ratio. */
  spreads: Partial<Record<MetricName, number>>
  /** By the first of these metrics, as by all others of a calibration. */
  identical: {
    change: Change
    verdict: VerdictName
    /** How often the interval leaves zero out when the rounds' signs are dealt anew; nominally 5 %. */
    falseAlarmShare: number
  }
  planted: PlantedFinding[]
}
/** What one planted server measured of itself; null where it cannot. */
export interface Truth {
  variant: string
  profiler: ProfilerName
  /** Of a request. */
  micros: number | null
  bytes: number | null
}
/** How a cost that was planted on purpose was found. */
export interface PlantedFinding {
  variant: string
  /** What the server measured of itself; null where it cannot. */
  truth: { micros: number; relative: number } | null
  change: Change | null
  /** Whether the interval holds the truth. */
  isCovered: boolean | null
  /** Of the planted function's row of the blame: its cost and whether two profilers agree; null where it has none. */
  blamed: { micros: number; isConfirmed: boolean; isFirst: boolean } | null
}

/** run.json */
export interface RunManifest {
  schemaVersion: 4
  status: RunStatus
  startedAt: string
  /** Of the workshop that runs it. */
  pid: number
  endedAt: string | null
  /** Set when the run failed or was interrupted. */
  problem: { code: string; message: string } | null
  experiment: Experiment
  design: Design
  reproduce: string
  /** Where the servers were started: what paths of functions are told from. */
  folder: string
  versions: Record<string, string>
  machine: Machine
  gitCommit: string | null
  /** What may spoil the run, found before it began. */
  preflight: Finding[]
  /** The one of this machine and Node that was newest when the run began. */
  calibration: Calibration | null
  /** What each generator's figures are not, as sentences. */
  generatorNotes: Partial<Record<GeneratorName, string[]>>
  timing: RunTiming
}
export interface Finding {
  code: 'no-nm' | 'one-core' | 'no-pinning' | 'busy' | 'governor'
  message: string
}
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

/** A relative change (candidate / baseline - 1) of a metric's value and its 95 % interval. */
export interface Change {
  relative: number
  low: number
  high: number
  /** Rounds with both variants. */
  pairs: number
  /** Standard deviation of the rounds' log-ratios. */
  spread: number
  /** Exact, two-sided, by sign-flip: how often rounds this far to one side come of variants that are the same. */
  pValue: number
}
export interface Estimate {
  value: number
  /** null with a single launch. */
  low: number | null
  high: number | null
  launches: number
}
export type VerdictName = 'slower' | 'faster' | 'no difference' | 'cannot tell'
export interface Verdict {
  candidate: string
  baseline: string
  metric: MetricName
  generator: GeneratorName
  verdict: VerdictName
  /** Set on `cannot tell` when zero lies outside the interval, and on a real change smaller than the margin. */
  lean: 'slower' | 'faster' | null
  change: Change | null
  marginRatio: number
  /** Why no verdict could be given, when `change` is null. */
  reason: string | null
  /** The smallest change that 80 of 100 runs like this would call slower or faster; null without an interval. */
  detectableRatio: number | null
  /** How many rounds in all would settle a `cannot tell`, if the change stays as it is; null where none would. */
  roundsToSettle: number | null
  /** The same rule applied to the other of CPU per request and requests/s, to be told when the two disagree. */
  second: { metric: MetricName; verdict: VerdictName; change: Change } | null
  /** Why requests/s, which would be that other one, are not told under a closed loop or a batch. */
  withheld: string | null
}
export interface MetricRow {
  metric: MetricName | 'cpuOtherThreads' | 'cpuPool' | 'cpuHelpers' | 'gcCount' | 'gcPause'
  estimates: Record<string, Estimate | null>
  changes: Record<string, Change | null>
}
export interface GeneratorAnalysis {
  load: Load
  notes: string[]
  /** In which this load was played on bare launches. */
  rounds: number
  rows: MetricRow[]
  /** Whether the rows of CPU are of slices in which the variants were loaded together, on one core. */
  isCostTogether: boolean
  /** CPU per request where each variant was alone, as profiled launches are. */
  costAlone: Omit<MetricRow, 'metric'>
  /** By variant, over all valid slices without a profiler in which it was alone. */
  requests: Record<string, number>
  loadMs: Record<string, number>
}
/** How long requests took in an open loop; microseconds up to the last byte. */
export interface LatencyTable {
  load: Load
  /** The same for all variants. */
  intendedRatePerSecond: number | null
  /** By variant. */
  requests: Record<string, number>
  /** In which the latency of some variant could not be used; those of the others are left out as well. */
  roundsLeftOut: number
  rows: LatencyRow[]
}
export interface LatencyRow {
  /** 1 is the longest of all. */
  quantile: number
  /** By variant, all its launches together; from the moment a request was meant to be sent. null: too few. */
  responseMicros: Record<string, number | null>
  /** From the moment it was sent. */
  serviceMicros: Record<string, number | null>
  /** By candidate, one value a launch. */
  changes: Record<string, Change | null>
}
export interface TickRow {
  name: keyof TickSummary
  ticks: number
  share: number
  /** Share of the ticks outside shared libraries; null for that row itself and for Unaccounted, as V8 prints it. */
  nonlibShare: number | null
  ticksPer1000Requests: number
}
export interface TickTable {
  profiler: ProfilerName
  generator: GeneratorName
  mode: Load['mode']
  variants: Record<string, { launches: number; requests: number; rows: TickRow[] }>
  /** By candidate: the change of each row's ticks per 1,000 requests against the baseline, over rounds. */
  changes: Record<string, Record<TickRow['name'], Change | null>>
}
/** Costs a request, microseconds of CPU or bytes, as means over the rounds in which both variants were profiled. */
export interface CostDifference {
  baseline: number
  candidate: number
  difference: number
  /** 95 % interval of the difference; null with a single round. */
  low: number | null
  high: number | null
  /** Two-sided, not corrected for the number of functions; 1 with a single round. */
  pValue: number
}
export interface FunctionName {
  name: string
  file: string
  line: number | null
}
export type BlameGroup = 'app' | 'package' | 'core' | 'native' | 'gc' | 'other threads'
/** One part of the difference, in no other row. */
export interface BlameRow {
  group: BlameGroup
  packageName: string | null
  /** The function of the app or of a package that has the difference, or the node, V8 or thread it is in. */
  owner: FunctionName
  /** Below the owner, the calls it comes from. Empty where it is the owner's own. */
  path: FunctionName[]
  /** Over everything the owner calls, too thinly to be sure of any one place. */
  isSpread: boolean
  /** The function of the app that called it; null for one of the app, or when none did. */
  caller: FunctionName | null
  cost: CostDifference
  /** Whether a second profiler that samples in another way found the same. */
  isConfirmed: boolean
}
/** What a function costs, whether or not it differs. */
export interface FunctionCost {
  group: BlameGroup
  packageName: string | null
  owner: FunctionName
  caller: FunctionName | null
  /** With node's own work below it, without other functions of the app and other packages: these add up. */
  own: CostDifference
  /** With all it calls; null for what no function of the app or a package called. */
  total: CostDifference | null
}
/** All own costs of the app, of one package, ...: these add up to the whole. */
export interface GroupCost {
  group: BlameGroup
  /** Of a package its name, of other threads which they are. */
  name: string | null
  cost: CostDifference
}
/** What carries the difference between two variants, in one unit. */
export interface Blame {
  candidate: string
  baseline: string
  unit: 'micros' | 'bytes'
  /** Whose figures these are, and who confirms. */
  profiler: ProfilerName
  secondProfiler: ProfilerName | null
  rounds: number
  /** Samples that were not idle, of the launch with the fewest. */
  fewestSamples: number
  /** Whether any sample was in the app's own code or a package. */
  hasAppFrames: boolean
  groups: GroupCost[]
  /** Of everything that costs at least half a per cent of a request, dearest first. */
  functions: FunctionCost[]
  /** Sure differences, corrected for the number of functions, largest first. */
  rows: BlameRow[]
  /** System calls that moved without a second profiler seeing it, as one: not blame. */
  moved: { names: string[]; cost: CostDifference } | null
  /** Of `total`: what all of these leave. */
  notExplained: CostDifference
  /** Of all threads in the profiled launches. */
  total: CostDifference
  /** Wall time of the samples against the CPU they were brought to; null for bytes. */
  sampledPerCpu: number | null
}

/** The functions of a variant by their own weight, launches together. */
export interface HeavyTable {
  profiler: ProfilerName
  variant: string
  unit: Profile['unit']
  launches: number
  /** Weight that was not idle: what shares are of. */
  busy: number
  idle: number
  rows: { frame: Frame; self: number; total: number }[]
}

/** What one profiler costs: `variant` null is all of them together; `changes` in the order of `metrics`, profiled against bare. */
export interface ObserverEffect {
  profiler: ProfilerName
  generator: GeneratorName
  metrics: MetricName[]
  changes: { variant: string | null; changes: (Change | null)[] }[]
  /** The comparison itself under this profiler: what a person sees who measures while profiling. */
  compared: MetricRow[]
}
/** What looks odd in a tick table and has a reason. */
export type TickOddity = 'counted-twice' | 'unaccounted' | 'shared-libraries' | 'no-nm'
/** What is wrong with a slice, and whether that spoils all its figures or only requests/s and latency. */
export interface Flaw {
  spoils: 'everything' | 'pace'
  text: string
}
/** What the slices' figures depend on: shares are of one core. */
export interface TruthRow {
  name:
    | 'generatorShare'
    | 'generatorDelayMicros'
    | 'serverShare'
    | 'failedRequests'
    | 'clockStepMs'
    | 'stolenShare'
    | 'sizeDeviation'
  /** The median of the slices, and the slice that comes off worst. */
  typical: number
  worst: number
  limit: number
  /** Whether the limit is the least there may be, not the most. */
  isFloor: boolean
  /** How many slices, of how many, are beyond it. */
  beyond: number
  slices: number
}
export interface Analysis {
  schemaVersion: 4
  experiment: string
  question: string
  /** Where the servers were started. */
  folder: string
  status: RunStatus
  /** Why the run did not go to its end. */
  problem: string | null
  rounds: number
  /** What was asked of it: so many rounds, or as many as it takes to this half-width, in no more than so much time. */
  asked: Pick<Design, 'rounds' | 'untilHalfWidth' | 'maxMs'>
  quick: boolean
  baseline: string
  candidates: string[]
  verdicts: Verdict[]
  loads: GeneratorAnalysis[]
  latencies: LatencyTable[]
  ticks: TickTable[]
  tickOddities: TickOddity[]
  observerEffects: ObserverEffect[]
  /** One a candidate and unit of cost (CPU, bytes allocated). */
  blames: Blame[]
  heavyTables: HeavyTable[]
  /** What a profiler that may fail did not manage. */
  toolProblems: { profiler: ProfilerName; variant: string; message: string }[]
  checks: {
    slices: number
    flawed: { launch: string; index: number; generator: GeneratorName; flaws: Flaw[] }[]
    panel: TruthRow[]
    warnings: string[]
  }
  artifacts: Artifact[]
  calibration: Calibration | null
  timing: RunTiming
}
