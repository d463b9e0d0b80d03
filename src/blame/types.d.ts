import type { GeneratorName, Load } from '../load/types.js'
import type { Frame, OtherThreads, ProfilerName, TickCounts, VmState, WaitPart, WorkName } from '../profile/types.js'
import type { Change, Mean } from '../stats/types.js'
import type { CounterName, MetricName, SizeOfThreads, Transfer, VerdictName } from '../verdict/types.js'
import type { Tie } from './unprofiled-cpu.js'

export interface TickRow {
  name: keyof TickCounts
  ticks: number
  share: number
  /** Share of the ticks outside shared libraries; null for that row itself and for Unaccounted, as V8 prints it. */
  nonlibShare: number | null
  ticksPer1000Requests: number
}

export interface StateRow extends Pick<TickRow, 'ticks' | 'share' | 'ticksPer1000Requests'> {
  state: VmState
}

export interface TickTable {
  profiler: ProfilerName
  generator: GeneratorName
  mode: Load['mode']
  /** `states`: of the deciding load, the same ticks by what V8 was doing; absent of older runs. */
  variants: Record<string, { launches: number; requests: number; rows: TickRow[]; states?: StateRow[] }>
  /** By candidate: the change of each row's ticks per 1,000 requests against the baseline, over rounds. */
  changes: Record<string, Record<TickRow['name'], Change | null>>
}

/** Costs per request, microseconds of CPU or bytes, as means over the rounds in which both variants were profiled. */
export interface CostDifference {
  baseline: number
  candidate: number
  difference: number
  /** 95% confidence interval of the difference; null with a single round. */
  low: number | null
  high: number | null
  /** Two-sided, not corrected for the number of functions; 1 with a single round. */
  pValue: number
}

/** A part of the total difference. */
export interface PartOfDifference extends CostDifference {
  /** The part divided by the total difference; null where the total does not differ significantly from zero. */
  share: number | null
}

export interface FunctionName {
  name: string
  file: string
  line: number | null
  /** The name that this function has in the baseline, where that is another one. */
  replaces?: string
}

export type BlameGroup = 'app' | 'package' | 'core' | 'native' | 'gc' | 'other-threads'

/** Threads whose CPU the system measures and no call tree holds. `workers`: worker threads that were not profiled. */
export type OtherThreadsName = OtherThreads | 'workers'

/** Modules of Node.js that give work to libuv's thread pool. */
export type PoolUser = 'zlib' | 'crypto' | 'dns' | 'fs'

/** `measured-directly`: from the system's count of CPU per thread, not from samples. */
export type EvidenceCode = 'confirmed' | 'one-profiler' | 'measured-directly'

/** A source line of a function, with its part of what the function differs by. */
export interface BlamedLine {
  line: number
  cost: Omit<CostDifference, 'pValue'>
  /** `confirmed`: both profilers see the difference at this line; `one-profiler`: the other one cannot see it. */
  evidence: 'confirmed' | 'one-profiler'
  /** Of a comparison of git revisions: the line differs between them, or one that calls its function does, or neither. */
  inRange?: 'changed' | 'called' | 'unchanged'
}

/**
 * Why no line is named: no profiler recorded lines of the function, none is certain, or both profilers see lines and differ.
 */
export type NoLine = 'not-recorded' | 'uncertain' | 'profilers-differ'

/** What a source line costs per request, with the ends of the difference; null where they are not known. */
export interface LineCost {
  line: number
  baseline: number
  candidate: number
  low: number | null
  high: number | null
}

/** The lines of a function that carry a difference. */
export interface NamedLines {
  /** The costliest of `lines`; null where none is named. */
  line: number | null
  /** The largest first. */
  lines: BlamedLine[]
  /** Absent where a line is named. */
  noLine?: NoLine
}

/** One part of the difference. Rows do not overlap. */
export interface BlameRow extends Partial<NamedLines> {
  group: BlameGroup
  packageName: string | null
  /** Of other threads which they are; null for every other group. */
  threads: OtherThreadsName | null
  /** The module whose work the thread pool does; null where it is unknown. */
  poolUser: PoolUser | null
  /**
   * The function of the app or of a package that has the difference, or code of Node.js or V8 without such a caller. Of the
   * thread pool the function that queues the work; null where that is unknown.
   */
  owner: FunctionName | null
  /** The calls below the owner in which the difference is. Empty where it is the owner's own. */
  path: FunctionName[]
  /** The difference is spread over the functions that the owner calls; no single one differs significantly. */
  isSpread: boolean
  /**
   * Where the row stands for several differences, the largest of which names it: `event-loop` for node's own work without an
   * owner, `package` for those of one package, or of node. null for most rows.
   */
  joined: { kind: 'event-loop' | 'package'; count: number } | null
  /** The function of the app that calls the owner; null for a function of the app, or where there is none. */
  caller: FunctionName | null
  /** The costliest lines of the function in either variant, in their order, whether they differ or not. */
  annotated?: LineCost[]
  /** The lines of `caller` that call the owner, with their parts of the cost, the largest first; none where none is certain. */
  calledAt?: BlamedLine[]
  /** The lines of the app that bring the package in, where no function of the app is above it; absent where none is known. */
  broughtInAt?: SourcePlace[]
  cost: PartOfDifference
  evidence: EvidenceCode
}

/** System calls and bytes per request that differ, and the row whose calls make them. */
export interface CountedCalls {
  /** Index of the row. */
  row: number
  counted: { counter: CounterName; difference: number }[]
}

/** All own costs of the app, of one package, ...: the groups add up to the total. */
export interface GroupCost {
  group: BlameGroup
  packageName: string | null
  /** Of other threads which they are. `rest`: the profiler's own threads, and what the clocks do not attribute. */
  threads: OtherThreadsName | 'rest' | null
  cost: CostDifference
}

/** Which functions carry the difference between two variants, in one unit. */
export interface Blame {
  candidate: string
  baseline: string
  /** `samples`: of stacks that other tools wrote without a unit. */
  unit: 'micros' | 'bytes' | 'latency' | 'samples'
  /** The profiler that measured all costs. */
  profiler: ProfilerName
  /** The profiler that confirms rows. */
  secondProfiler: ProfilerName | null
  rounds: number
  /** Samples that were not idle, in the launch with the fewest. */
  fewestSamples: number
  /** Whether any sample was in the code of the app or of a package. */
  hasAppFrames: boolean
  groups: GroupCost[]
  /** Significant differences, corrected for the number of functions, largest first. */
  rows: BlameRow[]
  /** Indexes of the rows that the summary of a run names, the largest first. */
  headline: number[]
  countedCalls: CountedCalls[]
  /** The rows of `headline` by function, the largest first: those that were sampled, and all. */
  headlinePlaces: { sampled: PlaceOfRows[]; all: PlaceOfRows[] }
  /** The same rows together; null without one. */
  headlineSums: { sampled: CostOfRows['cost'] | null; all: CostOfRows['cost'] | null }
  /** The rows that are not of the headline, together; null without such a row. */
  otherRows: { sampled: CostOfRows | null; all: CostOfRows | null }
  /** System calls whose time moved from one to another, as one net difference that is attributed to no function. */
  displaced: { names: string[]; cost: PartOfDifference } | null
  /** What the rows and the displaced time leave of `total`. */
  unattributed: Omit<PartOfDifference, 'pValue'>
  /** Of all threads, in the microseconds of the rows: with those of unprofiled launches, and without the threads of the profiler. */
  total: Omit<PartOfDifference, 'pValue'>
  /** Of the unprofiled launches, in separate slices, at the confidence of the verdict; null for bytes and where there are none. */
  unprofiledTotal: Omit<CostDifference, 'pValue'> | null
  /** Wall time of the samples per CPU time they were scaled to; null of other units than CPU. */
  sampledPerCpu: number | null
  /** By what all sampled costs of a variant are multiplied, in the mean of its launches; absent where they are not. */
  scaledBy?: { baseline: number; candidate: number }
  /** Where each launch costs what its variant costs without a profiler: errors that the total and all rows share. */
  tie?: Tie
  /** Of latency: CPU per request while requests were followed, and between; absent of other units, and without requests in either. */
  hookMicros?: { on: number; off: number }
  /** Where requests queue notably longer for the event loop: that row, and the line whose queueing grew most; null where none is certain. */
  queueing?: { row: number; at: (SourcePlace & { cost: CostDifference }) | null }
  /**
   * The share by which the intervals of the sampled rows are wider, because `sampledPerCpu` of a variant is not within 0.93 to
   * 1.05; 0 where it is.
   */
  samplingBias: number
}

/** A part of what a request costs. */
export interface FunctionCost
  extends Pick<BlameRow, 'group' | 'packageName' | 'owner' | 'caller' | 'evidence' | 'broughtInAt'>,
    Partial<Pick<NamedLines, 'line' | 'noLine'>> {
  threads: GroupCost['threads']
  /** 1 with an owner; else how many functions it stands for that are too small for a row, 0 of what has no owner. */
  functions: number
  /** Per request, over the profiled launches. */
  cost: Mean
  /** Lines that have most of the cost, the costliest first. */
  lines?: (Pick<BlamedLine, 'line' | 'evidence'> & { cost: Mean })[]
  /** The costliest lines, in their order, whether they are certain or not. */
  annotated?: { line: number; value: number }[]
}

/** What a request of a variant costs, by function, in one unit: the rows add up to the total, and so do the groups. */
export interface FunctionCosts
  extends Pick<
    Blame,
    'unit' | 'profiler' | 'secondProfiler' | 'fewestSamples' | 'hasAppFrames' | 'sampledPerCpu' | 'samplingBias'
  > {
  variant: string
  /** Of this profiler, without those that have a discarded slice. */
  launches: number
  /** Of all threads in these launches. */
  total: Mean
  /** The costliest first. */
  rows: FunctionCost[]
  groups: (Pick<GroupCost, 'group' | 'packageName' | 'threads'> & { cost: Mean })[]
}

/** Where an average request of a variant waits, in launches that follow requests. */
export interface VariantWaits {
  variant: string
  launches: number
  /** That were followed. */
  requests: number
  latencyMicros: number
  /** In their order, per request, with where they begin in the average one. */
  parts: WaitPart[]
}

/** Several rows of a blame, by index, with their cost together. */
export interface CostOfRows {
  rows: number[]
  cost: Omit<CostDifference, 'pValue'>
}

/** Rows of one function. */
export interface PlaceOfRows extends CostOfRows, Partial<NamedLines> {
  /** As a row has them, of all rows together. */
  calledAt?: BlamedLine[]
}

/** A line in the source, such as the first one of a function. */
export interface SourcePlace {
  /** An absolute path. */
  file: string
  line: number
}

/** Per request, with a 95% interval; null where it is not known. */
export interface CardCost {
  micros: number
  low: number | null
  high: number | null
}

/** A function and what it costs, the sum of its steps. `row` is an index of the rows of the candidate's blame of CPU. */
export interface CardPlace extends Partial<NamedLines> {
  /** The first line of the function. */
  place: SourcePlace | null
  cost: CardCost
  steps: { row: number; micros: number }[]
  /** As a row has them, of all steps together. */
  calledAt?: BlamedLine[]
  /** Of the garbage collector: rows of the candidate's blame of bytes, the largest first. */
  allocating?: number[]
  /** Of a comparison of git revisions: the lines that call the function and differ between them, with their parts of its cost. */
  changedCalls?: (SourcePlace & Pick<BlamedLine, 'cost'>)[]
  /** Of a package: as its rows have them. */
  broughtInAt?: (SourcePlace & Pick<BlamedLine, 'inRange'>)[]
}

export interface OtherRows {
  micros: number
  count: number
}

/** The summary of a candidate: baseline + steps of all places and of other rows + unattributed = candidate. */
export interface Card {
  candidate: string
  baseline: string
  verdict: VerdictName
  /** What all costs of the card are of. `all` where the verdict is on all threads, or worker threads run code of the app. */
  threads: 'main' | 'all'
  /** CPU per request in separate slices of unprofiled launches; of a toggle the mean over the levels of the other one. */
  total: SizeOfThreads | null
  /** The same of the two variants that blame compares. */
  pairTotal: SizeOfThreads | null
  /** Why there is no total: the verdict is on requests/s or latency, or the size was not measured. */
  noTotal: 'rates' | 'not-measured' | null
  /** The largest first; none unless the verdict is slower or faster. */
  places: CardPlace[]
  /** Other rows of the blame that go with the verdict, together; null where they are small, and part of what is unattributed. */
  others: OtherRows | null
  /** The same of rows that go against the verdict: work that the candidate no longer does. */
  removed?: OtherRows | null
  /** The same of all other rows that go against the verdict. */
  offset?: OtherRows | null
  /** The displaced system-call time, where it is large. */
  displaced?: Pick<OtherRows, 'micros'> | null
  /** The difference of the totals minus all steps; null without a place. */
  unattributed: CardCost | null
  /** Why the lines have no `inRange`, though the variants are git revisions: what git printed. */
  noRange?: string
  /** Rows of the headline that are on other threads than the total. */
  apart: number[]
  transfer: Transfer | null
  /** The same of the latency of requests that were followed; absent where no line waits longer or shorter for certain. */
  waiting?: PricedSum
}

/** A total of two variants and the steps between them: rows are those of the blame in the same unit. */
export interface PricedSum
  extends Pick<Card, 'places' | 'others' | 'removed' | 'offset' | 'displaced' | 'unattributed'> {
  total: Omit<SizeOfThreads, 'relative'> & {
    relative: Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'pairs'>
  }
}

/** The functions of a variant by their own weight, all launches together. */
export interface HeavyTable {
  profiler: ProfilerName
  unit: 'micros' | 'bytes' | 'latency'
  /** Those that were profiled, the baseline first. `requests` were completed while the samples were taken. */
  variants: { name: string; launches: number; requests: number; busy: number; idle: number }[]
  frames: Frame[]
  /** `frame` is an index into `frames`; weights are by variant. */
  rows: { frame: number; self: number[]; total: number[] }[]
}

/** One of the most important metrics of two variants, or of one; without a candidate it is of one. */
export interface SummaryMetric {
  name: MetricName | CounterName
  /** Of a toggle the geometric mean over the levels of the other ones. */
  baseline: number | null
  candidate: number | null
  /** null of a counter, or where no interval is known. */
  change: Change | null
  /** Of a counter. */
  difference: Pick<CostDifference, 'difference' | 'low' | 'high'> | null
  /** Whether a counter that repeats exactly does not differ. */
  isSame: boolean
  /** Of a latency at a fixed rate. */
  ratePerSecond: number | null
}

/** What every surface shows of a verdict first; all of it is elsewhere in the analysis too. */
export interface SummaryAnswer {
  candidate: string
  baseline: string
  verdict: VerdictName
  metric: MetricName
  /** Of how many pairs of variants the figures are means. */
  pairs: number
  change: Change | null
  size: SizeOfThreads | null
  /** The lines that the card names, and what they cost. */
  lines: { file: string; line: number; micros: number; low: number | null; high: number | null }[]
  metrics: SummaryMetric[]
}

/** The CPU per request of threads that run no JavaScript, by native function. */
export interface ThreadWork {
  candidate: string
  baseline: string
  profiler: ProfilerName
  rounds: number
  /** Of such threads, in the launch with the fewest. */
  fewestSamples: number
  rows: ThreadWorkRow[]
}

export interface ThreadWorkRow {
  threads: OtherThreads
  /** `rest`: functions of less than 2% of the total, and launches without samples of these threads. */
  work: WorkName | 'rest' | 'total'
  /** The native function; '' where the work is spread over small ones. */
  name: string
  cost: CostDifference
}

/** What needs an explanation in a tick table. */
export type TickOddity = 'counted-twice' | 'unaccounted' | 'shared-libraries' | 'no-nm'
