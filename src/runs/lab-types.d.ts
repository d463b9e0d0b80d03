import type { SavedProblem } from '../errors/types.js'
import type { Variant } from '../experiments/types.js'
import type { Verdict } from '../verdict/types.js'
import type { RunOrigin, RunStatus, Unread } from './types.js'

/** run.json of a lab, as far as every lab has it. */
export interface LabManifest extends RunOrigin {
  /** What it asks, and all that decides how it is measured. */
  lab: { name: string; question: string; variants: Variant[] }
  plan: LabPlan
  /** Each time that a repeat failed; absent where none did. */
  failedRepeats?: FailedRepeat[]
}

/** A repeat that was played again, or left out after three plays or for want of time. */
export interface FailedRepeat {
  /** From 0. */
  repeat: number
  /** The variant, where each variant of a repeat is played by itself. */
  variant?: string
  problem: SavedProblem
  isLeftOut: boolean
  /** Their records count in no figure. */
  discardedPlays: number[]
}

/** A record of what was measured in a repeat. */
export interface OfPlay {
  /** One of all plays of all repeats of the run, in their order, from 0; absent outside of them. */
  play?: number
}

/** The labs by name. Without them the run of a lab is listed with what every lab has. */
export type KnownLabs = ReadonlyMap<string, KnownLab>

/** What the core reads and lists the runs of a lab with: the command line hands down one per lab. */
export interface KnownLab<Manifest extends LabManifest = LabManifest> {
  /** The types of its run.json and analysis.json, in the schemas. */
  types: { manifest: string; analysis: string }
  /** Its files of JSON Lines by what they hold: the type of the records is in the schema of the run folder. */
  records: Record<string, { file: string; type: string }>
  /** Names that its records have besides those of its variants. */
  otherNames?(manifest: Manifest): string[]
  inLists: LabInLists<Manifest>
}

/** What lists say of the runs of a lab. */
export interface LabInLists<Manifest extends LabManifest = LabManifest> {
  /** What its cells are. */
  cells(manifest: Manifest): string
  /** What is measured apart from the variants: runs with the same values can be compared. */
  workload(manifest: Manifest): unknown
  /** What a complete run has in place of a verdict; absent: nothing. */
  instead?: string
  /** What its verdicts are on, where no experiment has it: a time, in words. */
  metrics?: Record<string, string>
  /** What a strategy did that has no time, by outcome. */
  losses?: Record<string, string>
}

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

/** What the verdicts of a lab are on: a metric of experiments, or a time that the lab names. */
export type LabMetricName = string

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
  | { code: 'no-time'; strategy: string; outcome: string }

/** The names that experiments have too have the same meaning. */
export interface AnalysisOf<OwnAnalysis> {
  schemaVersion: 8
  experiment: string
  question: string
  folder: string
  status: RunStatus
  problem: SavedProblem | null
  quick: boolean
  /** Each time that a repeat failed; absent where none did. */
  failedRepeats?: FailedRepeat[]
  /** Complete repeats that count. */
  rounds: number
  /** One per candidate. */
  verdicts: LabVerdict[]
  blames: []
  /** What is damaged in the run folder, and in no figure; absent of a sound one. */
  unread?: Unread[]
  lab: OwnAnalysis
}

export type LabAnalysis = AnalysisOf<object>
