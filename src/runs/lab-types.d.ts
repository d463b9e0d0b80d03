import type { SavedProblem } from '../errors/types.js'
import type { LostOutcome } from '../labs/upload/types.js'
import type { RunStatus, Unread } from './types.js'
import type { Verdict } from '../verdict/types.js'

/** What decides which cells of a lab are measured, and in which order. */
export interface LabPlan {
  /** What is measured: the `table` of the paper, or another part of the lab. */
  part: string
  length: LabLength
  seed: number
  repeats: number
  /** The first repeats, which count in no figure. */
  dropped: number
}

/** `quick`: a trial of every part; `full`: all that the paper measured. */
export type LabLength = 'quick' | 'usual' | 'full'

/**
 * What the verdicts of labs are on: the time of one copy, or of one file of an upload, as the geometric mean over the sizes that
 * both strategies have; or the p99 latency, as the geometric mean over the rates at which
 * neither strategy is saturated or refuses more than 1%.
 */
export type LabMetricName = 'copyTime' | 'uploadTime' | 'latencyP99'

/** A verdict has no slices where a lab has no load. */
export interface LabVerdict
  extends Pick<Verdict, 'candidate' | 'baseline' | 'verdict' | 'lean' | 'change' | 'marginRatio'> {
  metric: LabMetricName
  slices: null
  refusal: LabRefusal | null
}

/** Why a candidate has no verdict: repeats of both strategies that count, or the strategy that has no time, and why. */
export type LabRefusal =
  | { code: 'too-few-repeats'; repeats: number }
  | { code: 'no-time'; strategy: string; outcome: LostOutcome }

/** The names that experiments have too have the same meaning. */
export interface AnalysisOf<OwnAnalysis> {
  schemaVersion: 8
  experiment: string
  question: string
  folder: string
  status: RunStatus
  problem: SavedProblem | null
  quick: boolean
  /** Complete repeats that count. */
  rounds: number
  /** One per candidate. */
  verdicts: LabVerdict[]
  blames: []
  /** What is damaged in the run folder, and in no figure; absent of a sound one. */
  unread?: Unread[]
  lab: OwnAnalysis
}
