import type { Experiment, Variant } from '../../experiments/types.js'
import type { Section } from '../../report/sections/sections.js'
import type { AnalysisOf, KnownLab, LabLength, LabManifest, LabPlan } from '../../runs/lab-types.js'
import type { LabRunWriter } from '../../runs/create-run.js'
import type { RunOrigin } from '../../runs/types.js'
import type { LabEvent } from './run-lab.js'

/** What every lab asks: a question about strategies, which is measured in cells. It is saved with each run. */
export interface LabOf<Name extends string, OwnVariant extends Variant> {
  name: Name
  question: string
  /** One per strategy. The first is the baseline; the command is one that repeats its work by hand, or starts its server. */
  variants: [OwnVariant, OwnVariant, ...OwnVariant[]]
  /** Repeats of every cell; the first `dropped` of them count in no figure. */
  repeats: LabRepeats
  /** Of the parts that have any. */
  partRepeats?: Record<string, LabRepeats>
  /** A relative change smaller than this does not matter. */
  marginRatio: number
}

export type LabRepeats = Record<LabLength, { all: number; dropped: number }>

/** The types of one lab. */
export interface LabTypes {
  question: LabOf<string, Variant>
  /** run.json. */
  manifest: LabManifest
  /** What it saves while it measures: one file of JSON Lines per property. */
  records: object
  cell: { variant: string; repeat: number }
  /** analysis.json. */
  analysis: AnalysisOf<object>
}

/** All that the core and the command need of a lab: what every other lab has too is in this folder. */
export interface Lab<Types extends LabTypes = LabTypes> extends KnownLab<Types['manifest']> {
  question: Types['question']
  /** Whether it needs the packages of the labs. */
  needsPackages: boolean
  help: LabHelp
  /** The experiment that has its servers as variants, what those are, and the profilers that show what they differ in. */
  profiled?: { experiment: Experiment; about: string; profilers: string }
  records: { [Kind in keyof Types['records']]: { file: string; type: string } }
  /** In the order in which they are measured. */
  plannedCells(question: Types['question'], plan: LabPlan): Types['cell'][]
  estimateMs(question: Types['question'], cells: Types['cell'][], plan: LabPlan): number
  /** What one measurement of a cell is called, and several. */
  nouns: [string, string]
  /** Without its strategy. */
  cellInWords(cell: Types['cell'], question: Types['question'], plan: LabPlan): string
  /** What it does besides its cells, by the names of events. */
  stages: Record<string, string>
  /** What it measures, analyses and reports with: modules that take long to load. */
  work(): Promise<LabWork<Types>>
}

/** What the help says of a lab. */
export interface LabHelp {
  /** What it does, and how long it takes. */
  about: string
  /** The parts that can be measured instead of the table of the paper. */
  parts?: Record<string, string>
  profiles?: string
  /** What is special about its lengths. */
  full: string
  quick: string
}

export interface LabWork<Types extends LabTypes = LabTypes> {
  /** Adds what run.json of this lab has of its own. */
  manifestOf(origin: LabOrigin<Types>): Types['manifest']
  /** Measures the cells of the plan, and saves each the moment it is measured. */
  measure(session: LabSession<Types>): Promise<void>
  analyse(saved: SavedLab<Types>): Types['analysis']
  /** Of the report, the answer first. */
  sections(analysis: Types['analysis']): Section[]
  /** For a terminal, the answer last. */
  short(analysis: Types['analysis']): Section[]
  /** Every cell. */
  toCsv(saved: SavedLab<Types>): string
  renderPage(saved: SavedLab<Types>, analysis: Types['analysis'], files: LabFiles<Types>): Promise<string>
}

/** Everything that was measured in a lab. */
export type SavedLab<Types extends LabTypes = LabTypes> = { manifest: Types['manifest'] } & Types['records']

/** The names of its files of records. */
export type LabFiles<Types extends LabTypes = LabTypes> = { [Kind in keyof Types['records']]: string }

/** What run.json of every lab has. */
export type LabOrigin<Types extends LabTypes> = RunOrigin & { lab: Types['question']; plan: LabPlan }

/** What a lab needs while it measures. */
export interface LabSession<Types extends LabTypes> {
  run: LabRunWriter<Types['manifest'], Types['records']>
  manifest: Types['manifest']
  signal: AbortSignal
  notify(event: LabEvent): void
}

/** Why a strategy has no time of a repeat: it passed its limit, or it failed. */
export type LostOutcome = 'over limit' | 'failed'
