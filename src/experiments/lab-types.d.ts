import type { Variant } from './types.js'

/** A question about cells, strategy by size, that is measured without load on a server. */
export interface Lab {
  name: string
  question: string
  /** One per strategy. The first is the baseline; the command repeats one cell of it by hand. */
  variants: [LabVariant, LabVariant, ...LabVariant[]]
  /** The module under study, relative to the folder of the workshop. */
  module: string
  /** Repeats of every cell; the first `dropped` of them count in no figure. */
  repeats: Record<LabLength, { all: number; dropped: number }>
  /** What the strategies do to other requests of a server, which this command starts. */
  server: { command: string[]; strategies: string[]; sizeBytes: Record<LabLength, number>; repeats: number }
  /** A relative change smaller than this does not matter. */
  marginRatio: number
  claims: CopyClaims
}

export interface LabVariant extends Variant {
  /** What the module calls it. */
  strategy: string
  /** Sizes of its cells in bytes, ascending. */
  sizes: Record<LabLength, number[]>
  /** Roughly, on a usual machine, verification included: for the estimate of the duration. */
  msPerMiB: number
  /** Bytes per read and per write, where the strategy decides that; null where the runtime or the system does. */
  chunkBytes: number | null
}

/** `quick`: a trial of every part; `full`: all that the paper measured. */
export type LabLength = 'quick' | 'usual' | 'full'

/** What the paper claims. Its megabyte has 1,048,576 bytes. */
export interface CopyClaims {
  sizesMiB: number[]
  bufferBytes: number
  /** Mean time per megabyte without and with a buffer. */
  byteMsPerMiB: number
  bufferMsPerMiB: number
  /** Arithmetic mean over the sizes of (mean time without buffer / mean time with buffer). */
  speedUp: number
  totalMiB: number
  /** System calls without a buffer for all sizes together: reads, and reads with writes. */
  byteReads: number
  byteCalls: number
  /** Its formula of calls per megabyte with a buffer, and the total that it calculates from it. */
  bufferCallsPerMiB: number
  bufferCalls: number
  /** "129 times faster in external calls". */
  callRatio: number
  /** "8192 less calls per megabyte". */
  fewerCallsPerMiB: number
  /** What its section 3.3 says of the same: calls per megabyte without and with a buffer. */
  otherByteCallsPerMiB: number
  otherBufferCallsPerMiB: number
  /** Cores of its processor, an Intel Core i7-7700HQ, and how many that has. */
  cores: { claimed: number; physical: number; threads: number }
}
