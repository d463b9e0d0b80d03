import type { Variant } from '../../experiments/types.js'
import type { ClaimRow, ConclusionRow, LabOf, SavedLab } from '../skeleton/types.js'
import type { Mean } from '../../stats/types.js'
import type { AnalysisOf, LabLength, LabManifest, OfPlay } from '../../runs/lab-types.js'

export interface CopyTypes {
  question: CopyLab
  manifest: CopyManifest
  records: { cells: CellRecord[]; otherRequests: OtherRequestsRecord[] }
  cell: PlannedCell
  analysis: CopyLabAnalysis
}

export type SavedCopyLab = SavedLab<CopyTypes>

/** Every cell is a copy of a file of one size with one strategy. */
export interface CopyLab extends LabOf<'copy', CopyVariant> {
  /** The module under study, relative to the folder of the workshop. */
  module: string
  /** What the strategies do to other requests of a server, which this command starts. */
  server: { command: string[]; strategies: string[]; sizeBytes: Record<LabLength, number>; repeats: number }
}

export interface CopyVariant extends Variant {
  /** What the module calls it. */
  strategy: string
  /** Sizes of its cells in bytes, ascending. */
  sizes: Record<LabLength, number[]>
  /** Roughly, on a usual machine, verification included: for the estimate of the duration. */
  msPerMiB: number
  /** Bytes per read and per write, where the strategy decides that; null where the runtime or the system does. */
  chunkBytes: number | null
}

export interface CopyManifest extends LabManifest {
  lab: CopyLab
  /** The core that the process under study is kept to; null where it uses any. */
  core: number | null
  /** What the sample files and their copies are on, such as ext4; null where it is not known. */
  fileSystem: string | null
}

export interface PlannedCell {
  variant: string
  sizeBytes: number
  /** From 0. */
  repeat: number
}

/** One line of cells.jsonl. */
export interface CellRecord extends PlannedCell, Copied, OfPlay {}

/** One line of other-requests.jsonl: a copy on a server, and the small requests that were sent beside it, one after the other. */
export interface OtherRequestsRecord extends PlannedCell {
  copyMs: number
  /** Median of small requests before the copy. */
  idlePingMs: number
  longestPingMs: number
  /** Small requests while the server copied. */
  pings: number
}

export interface CopyLabAnalysis extends AnalysisOf<CopyAnalysis> {}

export interface CopyAnalysis {
  name: 'copy'
  length: LabLength
  /** Repeats of every cell, the first ones that count in no figure, and copies that differ from their source. */
  repeats: number
  dropped: number
  corrupted: number
  copies: number
  core: number | null
  fileSystem: string | null
  variants: string[]
  cells: CopyCell[]
  /** One per strategy with two sizes or more. */
  growths: CopyGrowth[]
  speedUp: SpeedUp
  /** What a copy on a server does to other requests; one per strategy that was measured. */
  otherRequests: OtherRequests[]
  claims: ClaimRow[]
  conclusions: ConclusionRow[]
}

/** The copies of one size with one strategy. */
export interface CopyCell {
  variant: string
  sizeBytes: number
  /** How many copies count: those of the first repeats do not, nor those that differ from their source. */
  copies: number
  ms: Mean
  /** Per copy: the median and the extremes; null where the system does not count calls. */
  reads: CallCount | null
  writes: CallCount | null
  /** What the size of the buffer gives: one call per buffer, and a last read that finds the end; null without such a buffer. */
  expected: { reads: number; writes: number } | null
  /** By the medians; null where the system does not count calls. */
  perMiB: { reads: number; writes: number } | null
}

export interface CallCount {
  median: number
  least: number
  most: number
}

/** How the time of a strategy grows with the size: a line per repeat, and the means of both parameters. */
export interface CopyGrowth {
  variant: string
  msPerMiB: Mean
  /** What a copy costs whatever its size. */
  fixedMs: Mean
  /** The exponent p of time = a · size^p: 1 is linear. */
  exponent: Mean
  /** The line at the sizes that were measured, and beyond them at those of the paper. */
  trend: { sizeBytes: number; ms: Mean; isExtrapolated: boolean }[]
}

/** The time without a buffer divided by the time with one. */
export interface SpeedUp {
  slow: string
  fast: string
  rows: { sizeBytes: number; ratio: Mean }[]
  /** The arithmetic mean of the ratios of all sizes, as in the paper; null without a size that both have. */
  overall: Mean | null
  /** null without a time or a line at each of them. */
  atPaperSizes: PaperSpeedUp | null
  /** The ratio of the two times per megabyte: that of large files, whose fixed costs do not matter. */
  ofLargeFiles: Mean | null
  /** How much longer a copy takes per call that it makes more: the price of a read or a write; null where calls are not counted. */
  microsPerCall: Mean | null
}

/** The speed-up at the sizes of the paper, measured or by the lines through the times of other sizes. */
export interface PaperSpeedUp {
  /** The arithmetic mean over the sizes. */
  overall: Mean
  /** One per size; the intervals of all of them together contain the true ratios in 95% of runs (Bonferroni). */
  rows: { sizeBytes: number; ratio: Mean; isMeasured: boolean }[]
}

/** The requests beside the copies of one strategy on a server. */
export interface OtherRequests {
  variant: string
  sizeBytes: number
  copies: number
  copyMs: Mean
  /** A small request before the copy, and the longest one while the server copied. */
  idleMs: Mean
  longestMs: Mean
  /** Small requests that were answered during a copy, on average. */
  answered: number
}

/** What the process that copies is sent. */
export interface CopyOrder {
  /** Exports `copyFile(strategy, source, target)`. */
  module: string
  /** Where the targets are. */
  folder: string
  /** `strategy` is what the module calls it, `sha256` the hash of the source. */
  copies: { strategy: string; source: string; sizeBytes: number; sha256: string }[]
}

/** One copy as it was measured. */
export interface Copied {
  durationMs: number
  /** Read and write calls of the whole process during the copy; null where the system does not count them. */
  calls: { reads: number; writes: number } | null
  /** Whether the copy has the bytes of its source. */
  isVerified: boolean
}

/** What it sends back. */
export type CopyMessage =
  | { type: 'ready' }
  | ({ type: 'copied' } & Copied)
  | { type: 'failed'; index: number; code: string; problem: string }
  | { type: 'end' }
