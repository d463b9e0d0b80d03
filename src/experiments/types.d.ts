import type { Load } from '../load/types.js'
import type { MetricName } from '../verdict/types.js'

export interface Variant {
  name: string
  /** Without the profiler's flags. `node` as the first word means the node binary that runs the workshop. */
  command: string[]
  env: Record<string, string>
  /** Where the command starts; absent: the folder of the workshop. */
  cwd?: string
  /** The top folder of this copy of the project, where each variant has a copy of its own. */
  root?: string
  /** The git revision of that copy, abbreviated; empty: a working tree. */
  commit?: string
  /** What else differs from the packages of the baseline, where versions of a package are compared; empty for the baseline. */
  changedPackages?: PackageChange[]
  /** The package of npm's registry that its node binary is from; absent of any other binary. */
  node?: { version: string; bytes: number; integrity: string | null }
  /** A launch without profiler whose processes have more resident memory is ended: in 1,000,000 bytes. */
  memoryMB?: number
  /** The port to load, as the server's code has it; absent: the first one that it listens on. */
  port?: number
  /** The `content-encoding` that every response must have; a slice with another one is discarded. null: any. */
  contentEncoding: string | null
}

/** A package by its place in the tree, such as `express > debug`; null: it is not there. */
export interface PackageChange {
  package: string
  before: string | null
  after: string | null
}

/** What a request of an experiment is. */
export interface Request {
  path: string
  headers: Record<string, string>
  /** GET when absent. */
  method?: string
  body?: string
  /** Of a saved request, which has no body. */
  bodyBytes?: number
}

/** A request that is played once per launch, before its warm-up. */
export interface LoginRequest extends Request {
  /** Where its response has each value, by the name that `{{name}}` stands for in later requests, such as `json $.token`. */
  capture: Record<string, string>
}

/** A process that servers need, such as a database. */
export interface Companion {
  /** The command as a person types it. */
  name: string
  /** `node` as the first word means the node binary that runs the workshop. */
  command: string[]
  env: Record<string, string>
  cwd: string
}

/** A process that the run of an experiment starts before the servers, with the environment variable `PORT` set to a free port. */
export interface ServedCompanion {
  /** Shown in the report. `{name}` in a variable of a variant stands for its port. */
  name: string
  /** Relative to the folder of the workshop. `node` as the first word means the node binary that runs the workshop. */
  command: string[]
  env: Record<string, string>
}

/** One of several requests of an experiment. */
export interface WeightedRequest extends Request {
  /** Different from those of the others, such as `GET /items`. */
  name: string
  /** How often it is sent, compared with the others: a whole number. */
  weight: number
}

export interface Experiment {
  name: string
  question: string
  /** The first is the baseline, the others are candidates. One alone is not compared: its run has no verdict. */
  variants: [Variant, ...Variant[]]
  /** The only request, or the first one. */
  request: Request
  /** Two or more, which make up the load together; absent: the one request. */
  requests?: WeightedRequest[]
  loads: Load[]
  /** Decides the verdict. Where CPU by thread is unknown, `cpuPerRequest` replaces `cpuMainThread`. */
  primaryMetric: MetricName
  /** Whether the first warm-up decides which threads the verdicts are on: where a server has its work is unknown. */
  choosesMetric?: boolean
  /** A relative change smaller than this does not matter. */
  marginRatio: number
  /** Two or more settings that one run compares; without them each candidate is compared with the baseline. */
  toggles?: Toggle[]
  /** Whether a round has so many launches that its slices are fewer and shorter, as with toggles. */
  hasManyVariants?: boolean
  /** Where the servers of another project are: paths of functions are relative to it. */
  folder?: string
  /** The path that responds with 2xx once a server is ready; absent: it is ready when it listens. */
  health?: string
  /** Played once per launch before its warm-up; absent: the measured requests need nothing of a response. */
  login?: LoginRequest[]
  /** The names of processes that ran beside the servers. */
  companions?: string[]
  /** What its run starts before the servers; once started they are companions. */
  served?: ServedCompanion[]
  /** Where its servers report as JSON how long their tasks have waited in all; absent: they do not. */
  waits?: { path: string; microsField: string }
  /** Whether its servers need the packages of the labs. */
  needsLabPackages?: boolean
  /** Those of the page whose transferred bytes are measured once per run. */
  resources?: Resource[]
}

export interface Resource {
  name: string
  path: string
  headers: Record<string, string>
}

/** A setting that is off or on, in combination with every level of the others. */
export interface Toggle {
  /** Decides the verdict on this toggle. */
  primaryMetric: MetricName
  /**
   * Variants that differ in this toggle only, off and on: one pair per level of the others. The first pair is what blame compares;
   * its baseline is the same for all toggles.
   */
  pairs: [[string, string], ...[string, string][]]
}
