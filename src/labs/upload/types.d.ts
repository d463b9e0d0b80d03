import type { Variant } from '../../experiments/types.js'
import type { ClaimRow, ConclusionRow, LabOf, LostOutcome, SavedLab } from '../skeleton/types.js'
import type { PlannedUpload } from './plan.js'
import type { Mean } from '../../stats/types.js'
import type { AnalysisOf, LabLength, LabManifest, OfPlay } from '../../runs/lab-types.js'
import type { MemoryPoint } from '../../measure/types.js'

export interface UploadTypes {
  question: UploadLab
  manifest: UploadManifest
  records: { cells: UploadRecord[]; launches: UploadLaunchRecord[]; probes: LimitProbe[] }
  cell: PlannedUpload
  analysis: UploadLabAnalysis
}

export type SavedUploadLab = SavedLab<UploadTypes>

/** Every cell is a number of files of one size that are uploaded at once to a server with one strategy. */
export interface UploadLab extends LabOf<'upload', UploadVariant> {
  /** The module that looks at the store by itself, relative to the folder of the workshop. */
  module: string
  batches: Record<LabLength, UploadBatch[]>
  /** The settings of the server; the first is that of the paper. */
  settings: Record<LabLength, [UploadSetting, ...UploadSetting[]]>
  /** More files than run and wait, sent once to the server of the baseline. */
  admission: UploadBatch
  /** Files that strategies are sent in the first repeats besides, as many and as large as in the paper; absent of older runs. */
  most?: { batch: UploadBatch; strategies: string[]; repeats: Record<LabLength, number> }
  /** No repeat begins that is expected to end later than this; the first one is always played. */
  repeatsWithinMs: Record<LabLength, number>
  limits: UploadLimits
}

export interface UploadVariant extends Variant {
  /** What the server calls it. */
  strategy: string
  /** Bytes that it collects before it passes them on; null where it has no buffer of its own. */
  bufferBytes: number | null
}

/** Files that are uploaded at once. */
export interface UploadBatch {
  sizeBytes: number
  files: number
}

export interface UploadSetting {
  /** Uploads that run at once, and those that wait. */
  running: number
  queued: number
  memoryBytes: number
}

/** Where the search for the limits of a strategy begins and ends; sizes in MiB. */
export interface UploadLimits {
  /** The largest file, with `running` uploads of it at once. */
  size: { leastMiB: number; mostMiB: number; running: number }
  /** The most uploads at once, each of `sizeMiB`. */
  running: { least: number; most: number; sizeMiB: number }
  /** A search ends when the least value that passed the limit is at most so much larger than the largest that was stored. */
  nearRatio: number
}

export interface UploadManifest extends LabManifest {
  lab: UploadLab
  /** What the blobs and the temporary files are on; null where it is not known. */
  fileSystem: string | null
  /** How many of the planned repeats were left out because they would take longer than `lab.repeatsWithinMs`. */
  skippedRepeats: number
}

/** One line of cells.jsonl of the upload lab: files that were sent at once. */
export interface UploadRecord extends UploadSetting, OfPlay {
  variant: string
  /** From 0. */
  repeat: number
  sizeBytes: number
  /** Whether it is the cell of `lab.admission`: more files than run and wait. */
  isAdmission: boolean
  /** In the order in which they were sent. */
  files: UploadedFile[]
  /** From the first request to the last response. */
  totalMs: number
  /** Requests of which the body was being sent at the same time, at most. */
  mostInFlight: number
  /** Of the server during the cell; null where the system does not report it. */
  peakBytes: number | null
  outcome: UploadOutcome
  /** Blobs that the store has afterwards, and files answered with 201 whose blob is missing or has other bytes; null where it was not asked. */
  blobs: { stored: number; lost: number } | null
}

/** `over limit`: the server passed its limit of memory and was ended; `failed`: some files were not stored; `stored`: all were. */
export type UploadOutcome = 'stored' | LostOutcome

export interface UploadedFile {
  /** Of the response; null where the connection ended without one. */
  statusCode: number | null
  /** From the first byte of the request to the end of the response. */
  durationMs: number
  /** What the server says: how long the request waited, and how long the upload itself took; null where it says nothing. */
  waitMs: number | null
  uploadMs: number | null
}

/** One line of launches.jsonl of the upload lab: the memory of a server from its start to its end. */
export interface UploadLaunchRecord extends UploadSetting, OfPlay {
  variant: string
  repeat: number
  /** Resident memory of the server over time, from the moment that it listens; empty where the system does not report it. */
  memory: MemoryPoint[]
  marks: MemoryMark[]
}

export interface MemoryMark {
  atMs: number
  /** `collected`: after a forced garbage collection. */
  kind: 'cell began' | 'cell ended' | 'collected' | 'over limit'
  /** Of the files of the cell. */
  sizeBytes: number
}

/** One line of probes.jsonl of the upload lab: a step of the search for a limit. */
export interface LimitProbe {
  variant: string
  /** What was searched: the largest file, or the most uploads at once. */
  limit: 'size' | 'running'
  sizeMiB: number
  running: number
  outcome: UploadOutcome
  peakBytes: number | null
}

export interface UploadLabAnalysis extends AnalysisOf<UploadAnalysis> {}

export interface UploadAnalysis {
  name: 'upload'
  part: string
  length: LabLength
  /** Those that have every cell. */
  repeats: number
  /** Repeats that were planned, those of them that were left out, and how long all might take at most. */
  skipped: { planned: number; repeats: number; withinMs: number }
  fileSystem: string | null
  /** Whether the system reports the memory of a process: where it does not, no limit was watched. */
  isLimitWatched: boolean
  variants: string[]
  batches: UploadBatch[]
  /** The first is that of the paper, which the conclusions are about. */
  settings: UploadSetting[]
  /** By setting, strategy and size; those without a record are left out. */
  cells: UploadCell[]
  /** Those that stored all files of every batch with the setting of the paper, the fastest first. */
  ranking: UploadRank[]
  /** The memory of one launch per strategy, of the first repeat with the setting of the paper. */
  memory: UploadMemory[]
  /** One per strategy, where the limits were searched, and how many steps all searches have. */
  limits: UploadLimit[]
  steps: number
  /** Where that search begins and ends. */
  searched: UploadLimits
  claims: ClaimRow[]
  conclusions: ConclusionRow[]
}

/** The files of one size that were sent at once to a server with one strategy, over all repeats. */
export interface UploadCell extends UploadSetting, UploadBatch {
  variant: string
  /** How many repeats were measured, and the worst of their outcomes. */
  repeats: number
  outcome: UploadOutcome
  /** Files of all repeats: stored, refused with 503, and all others. */
  stored: number
  refused: number
  failed: number
  /** Stored files whose blob has the bytes that were sent, and those whose blob differs or is missing. */
  verified: number
  lost: number
  /** Of the uploads themselves, without the time in the queue, as in the paper; null where the outcome is not `stored` or the server gives no time. */
  fileMs: { mean: Mean; most: number; least: number } | null
  /** Mean time that a request waited for its turn; null as `fileMs`. */
  waitMs: Mean | null
  /** From the first request to the last response. */
  totalMs: Mean | null
  /** Repeats in which the server passed its limit of memory. */
  overLimit: number
  /** The peak of a repeat, as a mean, and the highest; null where the system does not report it. */
  peak: { mean: Mean; most: number } | null
  /** The least of all repeats. */
  mostInFlight: number
}

export interface UploadRank {
  variant: string
  /**
   * Its time per file divided by that of the fastest, as the geometric mean over the sizes and repeats; null of the fastest itself.
   * The intervals of all strategies are one family (Bonferroni).
   */
  ratio: Mean | null
  /** Whether it is slower than the fastest by the whole interval; true of the fastest itself. */
  isClear: boolean
}

export interface UploadMemory extends UploadSetting {
  variant: string
  points: MemoryPoint[]
  marks: MemoryMark[]
}

/** What a strategy stores within the memory of the paper's setting. */
export interface UploadLimit {
  variant: string
  size: FoundLimit
  running: FoundLimit
}

export interface FoundLimit {
  /** The largest value that was stored within the limit, and the least that passed it; null where there is none. Sizes in MiB. */
  stored: number | null
  over: number | null
  /** Of the launch that stored the largest value. */
  peakBytes: number | null
  /** `failed`: a step did not store all files, for another reason than its memory. */
  ending: 'finished' | 'interrupted' | 'failed'
}

/** Files to be uploaded at once, each as `PUT <origin>/upload/<name>`. */
export interface UploadsOrder {
  origin: string
  files: number
  sizeBytes: number
  /** Of the bytes of the files. */
  seed: number
  /**
   * No body is sent before so many responses have come, so that no upload ends before the last request arrives: a server accepts
   * connections one after the other, and those that it has not accepted are connected all the same. 0 where it refuses none.
   */
  refusals?: number
  /** Uploads that have no response by then are ended. */
  limitMs: number
}

/** A container of a store of blobs. */
export interface ContainerOrder {
  /** Exports `emptyContainer(serviceUrl, container)` and `hashBlobs(serviceUrl, container)`. */
  module: string
  serviceUrl: string
  container: string
}

/** What the process that uploads is sent: one at a time. */
export type UploadsMessage = ({ type: 'send' } & UploadsOrder) | ({ type: 'empty' | 'hash' } & ContainerOrder)

/** What it sends back for each of them, and once it has started; an answer with a problem has no value. */
export interface UploadsAnswer {
  value: unknown
  problem?: string
}

export interface SentUploads {
  /** In the order in which they were sent. */
  files: SentFile[]
  /** From the first request to the last response. */
  totalMs: number
  /** Requests whose headers were sent and whose response had not begun, at the same time, at most. */
  mostInFlight: number
}

export interface SentFile extends UploadedFile {
  name: string
  /** Of the bytes that were to be sent. */
  sha256: string
}
