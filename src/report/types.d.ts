import type { Blame, BlameRow } from '../blame/types.js'
import type { SavedProblem } from '../errors/types.js'
import type { Load } from '../load/types.js'
import type { ProfilerName } from '../profile/types.js'
import type { LabMetricName, LabPlan, ListedLabVerdict, ListedVerdict, Machine, RunStatus } from '../runs/types.js'
import type { Change } from '../stats/types.js'
import type { MetricName, Verdict } from '../verdict/types.js'

/** A run as `list --json` prints it: values and codes, as run.json and analysis.json have them. */
export interface RunValues {
  /** Name of the run folder. */
  folder: string
  /** null where run.json cannot be read. */
  startedAt: string | null
  hasPage: boolean
  /** Why run.json or analysis.json cannot be read: the message of an error. */
  problem: string | null
  /** null where one of them cannot be read. */
  run: (WorkOfRun & AboutRun) | null
  /** One per verdict. */
  answers: AnswerValues[]
}

export interface AboutRun {
  experiment: string
  question: string
  status: RunStatus
  /** Why the run did not complete. */
  problem: SavedProblem | null
  rounds: number
  isQuick: boolean
  /** Whatever has one: node, V8, packages. */
  versions: Record<string, string>
  machine: Machine
  gitCommit: string | null
}

/** What a run asked of the servers. A lab has a plan in place of a load. */
export interface WorkOfRun {
  /** The deciding one. */
  load: Load | null
  requests: { method: string; path: string }[]
  sliceMs: number | null
  profilers: ProfilerName[]
  plan: LabPlan | null
}

/** A verdict and the rows of its blame, both as analysis.json has them. */
export type AnswerValues = (ListedVerdict | ListedLabVerdict) & {
  blamed: (BlameRow & { unit: Blame['unit']; isHeadline: boolean })[]
}

/** A function that costs more or less. */
export interface Blamed {
  /** Per request. */
  unit: Blame['unit']
  /** Whether the summary of the run names it. */
  isHeadline: boolean
  name: string
  /** The file it is in. */
  where: string
  line: number | null
  difference: number
  /** 95% interval; null with a single round. */
  low: number | null
  high: number | null
  /** The difference with its interval, in words. */
  words: string
  /** In words. */
  evidence: string
}

/** One verdict of a run, as the index of all runs has it, also in the browser. Long texts are cut. */
export interface RunAnswer
  extends Pick<Verdict, 'candidate' | 'baseline' | 'verdict' | 'marginRatio'>,
    Pick<RunValues, 'folder' | 'hasPage'>,
    Omit<AboutRun, 'problem' | 'machine'> {
  metric: MetricName | LabMetricName
  change: Omit<Change, 'bound' | 'pValue'> | null
  /** Which slices the change comes from; null of a lab. */
  slices: Verdict['slices'] | null
  /** Why there is no verdict. */
  reason: string | null
  /** The metric in words. */
  what: string
  startedAt: string
  /** Why the run did not complete. */
  problem: string | null
  machine: Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'release'>
  /** The deciding load, in words. */
  load: string
  /** The request, or those of a mix, in words; null of a lab. */
  requests: string | null
  /** Whether it is of a lab, which has repeats in place of rounds, and no slices. */
  isLab: boolean
  /** Whether its servers were not warm. */
  isCold: boolean
  /** null of a lab. */
  sliceMs: number | null
  profilers: string[]
  commands: { baseline: string; candidate: string }
  /** What the report of the run begins with: the number of its first sentence; empty without one. */
  figure: string
  /** Latency or requests/s in words, where those are slower or faster beside a verdict on CPU; empty elsewhere. */
  beside: string
  /** The first source line that its card names, and what that costs. */
  line: { where: string; cost: string } | null
  /** Largest first. */
  blamed: Blamed[]
}

/** What a line costs, as text, and as a share of the whole difference. */
export interface Priced {
  /** The amount with the marks. */
  cost: string
  amount: string
  /** That the line brings in a package, and what the range of git revisions did to it. */
  marks: string[]
  share: number
  isLess: boolean
}

/** A source line of a summary card, and what it costs: the costliest of its lines, with what the range of git revisions did to it. */
export interface CardLine extends Priced {
  /** From its package or the folder of the servers; empty where the cost has no source line. */
  file: string
  /** The whole path, as the server has it. */
  path: string
  /** The first of `blamed`. */
  line: number | null
  /** Of the rows of blame. */
  name: string
  /** Their indexes. */
  rows: number[]
  /** The lines that carry the cost, or the first one of the function; in the order of the file, `text` is empty where it is not known. */
  blamed: (Priced & { number: number; text: string })[]
  /** What these leave of the cost of the function, where that is not nothing. */
  otherLines?: { text: string; micros: number } | null
  /** These and the lines around them; empty without a text. `cost` is empty of a line around. */
  source: (Priced & { number: number; text: string; isBlamed: boolean; isAfterGap: boolean })[]
  /**
   * Of the garbage collector the functions that allocate what it collects, below a row without a cost that says so; of a package that
   * several lines of the app bring in these.
   */
  split?: { place: string; cost: string }[]
}
