import type { Machine, RunStatus } from '../runs/types.js'
import type { Verdict } from '../verdict/types.js'

/** What the page of all runs knows of each, in Node and in the browser. Texts are no longer than anyone reads. */

/** A function that carries a part of the difference. */
export interface Blamed {
  /** Of its cost, a request. */
  unit: 'micros' | 'bytes'
  name: string
  /** The file it is in. */
  where: string
  line: number | null
  difference: number
  /** 95 % interval; null with a single round. */
  low: number | null
  high: number | null
  /** In words. */
  evidence: string
}

/** One answer of a run: of a candidate against the baseline. */
export interface RunAnswer
  extends Pick<Verdict, 'candidate' | 'baseline' | 'metric' | 'verdict' | 'change' | 'marginRatio' | 'reason'> {
  /** The metric in words. */
  what: string
  /** Name of the run folder. */
  folder: string
  hasPage: boolean
  experiment: string
  question: string
  startedAt: string
  status: RunStatus
  /** Why the run did not go to its end. */
  problem: string | null
  /** Whatever has one: node, V8, packages. */
  versions: Record<string, string>
  machine: Pick<Machine, 'cpuModel' | 'cores' | 'memoryBytes' | 'platform' | 'release'>
  gitCommit: string | null
  /** The one that decides, in words. */
  load: string
  /** That were played. */
  rounds: number
  sliceMs: number
  isQuick: boolean
  profilers: string[]
  commands: { baseline: string; candidate: string }
  /** Largest first. */
  blamed: Blamed[]
}
