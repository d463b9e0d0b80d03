import type { Experiment, Variant } from '../../experiments/types.js'
import type { Section } from '../../report/sections/sections.js'
import type { AnalysisOf, KnownLab, LabLength, LabManifest, LabPlan } from '../../runs/lab-types.js'
import type { LabRunWriter } from '../../runs/create-run.js'
import type { RunOrigin } from '../../runs/types.js'
import type { Mean } from '../../stats/types.js'
import type { LabEvent } from './measure-lab.js'

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
  /** What the run answers, as sentences, the most important one first. */
  answer(analysis: Types['analysis']): string[]
  /** What is unusual about the run, as sentences. */
  ending(analysis: Types['analysis']): string[]
  /** The sections of the report by subject, in its order, which come after the answer. */
  chapters(analysis: Types['analysis']): Record<string, Section | Section[]>
  /** For a terminal, what comes before the answer. */
  short(analysis: Types['analysis']): Section[]
  /** Every cell. */
  toCsv(saved: SavedLab<Types>): string
  page(saved: SavedLab<Types>, analysis: Types['analysis'], files: LabFiles<Types>): LabPage
}

export interface LabPage {
  /** One without parts was not measured, and is left out. A part is what one template of a page is filled with. */
  chapters: { id: string; title: string; parts: { template: string; [name: string]: unknown }[] }[]
  /** In the run folder, besides those of every lab. */
  files: { path: string; words: string }[]
  /** Those that were measured; all of the lab when left out. */
  variants?: Variant[]
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
  /** How long the run is planned to take. */
  plannedMs: number
  signal: AbortSignal
  notify(event: LabEvent): void
}

/** Why a strategy has no time of a repeat: it passed its limit, or it failed. */
export type LostOutcome = 'over limit' | 'failed'

/** A figure of a paper: one row of `paper.js` of a lab. */
export interface Claim<Measured> {
  id: string
  /** What the figure is, as short as it fits in a table. */
  quote: string
  /** The section of the paper. */
  section: string
  /** The figure of the paper and its unit; null for what follows from other figures of the paper. */
  claimed: [value: number | null, unit: string]
  /** What the data of the paper give; absent or null for a measurement. */
  right?: number | null
  /** Returns what was measured here, or a code where that is no figure; absent or null for what no run measures. */
  measured?: ((measured: Measured) => Mean | number | string | null | undefined) | null
  /** Why the figure is right or wrong, or what is to be known about it. */
  why: string
}

/** A conclusion of a paper: one row of `paper.js` of a lab. */
export interface Conclusion<Measured, Found extends Checked> {
  id: string
  /** What the paper says, translated. */
  quote: string
  /** Returns what a run says about it, as values and codes; null without figures. */
  check: (measured: Measured) => Found | null
  /** Returns what was found, as sentences. */
  words: (found: Found) => string
}

export interface Checked {
  outcome: Outcome
}

/** `differs`: of several runs, which do not agree. */
export type Outcome = 'holds' | 'does not hold' | 'cannot tell' | 'differs'

/** A figure of the paper in analysis.json, beside what its own data give, and what was measured here. */
export interface ClaimRow {
  /** The row of `paper.js` that has the words. */
  id: string
  unit: string
  /** null for what follows from other figures of the paper. */
  claimed: number | null
  /** null for a measurement. */
  right: number | null
  measured: Mean | null
  /** What was measured where that is no figure; absent otherwise. */
  code?: string
}

/** A conclusion of the paper in analysis.json, checked with the figures of the run. */
export interface ConclusionRow {
  /** The row of `paper.js` that has the words. */
  id: string
  outcome: Outcome
  /** Those of several runs, in their order, where they differ; absent otherwise. */
  outcomes?: Outcome[]
  /** What was found: each conclusion has its own names. */
  values: Record<string, unknown>
}
