/** A copy to be made: `strategy` is what the module calls it, `sha256` the hash of the source. */
export interface OrderedCopy {
  strategy: string
  source: string
  sizeBytes: number
  sha256: string
}

/** What the process that copies is sent. */
export interface CopyOrder {
  /** Exports `copyFile(strategy, source, target)`. */
  module: string
  /** Where the targets are. */
  folder: string
  copies: OrderedCopy[]
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
