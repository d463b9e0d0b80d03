import type { ProfilerName } from '../profile/types.js'
import type { EnvironmentDifference, ResponseReason } from '../verdict/types.js'

/**
 * The details of each error, by code. `problem` is the message of the system, of a tool or of what reads options; `tail` the
 * last lines of a process's stderr, '' when it wrote nothing, null when they are not about the error.
 */
export interface ErrorDetails {
  ERR_BAD_OPTION: { option: string; problem: string; allowed: string }
  ERR_UNKNOWN_COMMAND: { command: string; allowed: string }
  ERR_UNKNOWN_EXPERIMENT: { name: string; allowed: string }
  ERR_LITTLE_HEAP: { limitMB: number; leastMB: number }
  ERR_NOT_INSTALLED: { packages: string; command: string }
  /** `installed`: packages in another major version; `packages`: what npm installs */
  ERR_OTHER_MAJOR: { installed: string; packages: string }
  ERR_CONFIG: { problems: string }
  ERR_CONFIG_EXISTS: { file: string }
  ERR_NO_START: { folder: string }
  ERR_NO_ROUTE: { command: string; paths: string }
  ERR_NO_SUCH_RUN: { path: string; problem: string }
  ERR_NO_PROFILE: { path: string }
  ERR_NO_BASELINE: { name: string; problem: string }
  ERR_BASELINE_UNSAVED: { name: string; path: string; problem: string }
  ERR_SMALL_BASELINE: { name: string; variant: string }
  ERR_OTHER_ENVIRONMENT: { name: string; differences: EnvironmentDifference[] }
  ERR_NOT_MERGEABLE: { path: string; problem: string }
  /** `whole`: those of the given runs that are complete; `needed`: for an answer */
  ERR_FEW_SHARDS: { whole: number; given: number; needed: number; leftOut: string }
  ERR_RUN_FOLDER: { path: string; problem: string }
  ERR_PROFILES_FOLDER: { path: string; problem: string }
  ERR_RUN_INDEX: { path: string; problem: string }
  ERR_DAMAGED_RUN: { path: string; problem: string }
  ERR_RUN_REMOVED: { path: string }
  ERR_UNREADABLE_FILE: { path: string; problem: string }
  /** `afterMs`: from its start; runs of older versions have none */
  ERR_SERVER_EXITED: ServerOutput & ServerPlace & { phase: ServerPhase; exit: Exit; afterMs?: number }
  ERR_SERVER_NEVER_LISTENED: ServerOutput & { limitMs: number }
  ERR_SERVER_SOCKET: ServerOutput & { socketPath: string }
  /** `instead`: a command that may be meant */
  ERR_NO_PROGRAM: { variant: string; problem: string; instead?: string | undefined }
  ERR_SERVER_OTHER_PORT: ServerOutput & { port: number; open: string; limitMs: number }
  /** `address`: of other machines */
  ERR_SERVER_ADDRESS: ServerOutput & { address: string }
  ERR_SERVER_NOT_READY: ServerOutput & { path: string; limitMs: number; problem: string }
  /** `problem`: in the words of OpenSSL; `client-certificate` where the server asks for one */
  ERR_TLS: { variant: string; problem: string; command: string }
  ERR_HTTP2_ONLY: { variant: string; command: string }
  ERR_SERVER_MEMORY: ServerOutput & { limitMB: number; peakMB: number; seconds: number }
  /** `wrapper`: the profiler that started the server, and outlives it */
  ERR_SERVER_LOST_PROCESS: ServerOutput & ServerPlace & { wrapper?: ProfilerName | null }
  /** `command`: of the server; runs of older versions have none */
  ERR_SERVER_SILENT: {
    variant: string
    limitMs: number
    waitedFor: 'counters' | ProfilerName
    command?: string
    tail: string | null
  }
  /**
   * `others`: what was wrong with the responses of the variants that were loaded at the same time. `command`: of the server, which has
   * ended when this is printed; runs of older versions have none
   */
  ERR_NOT_MEASURABLE: {
    variant: string
    request?: string
    reasons: ResponseReason[]
    others?: { variant: string; reasons: ResponseReason[] }[]
    url: string
    command?: string
  }
  ERR_NO_RESPONSE: {
    variant: string
    url: string
    problem: string
    otherPorts?: number[]
    command?: string
    tail: string | null
  }
  /**
   * `routes`: of the sources of the server, where the status is 404; `login`: the source of each value that a login captured, by name;
   * `sent`: the names that the request had
   */
  ERR_WRONG_STATUS: ServerOutput & {
    request: string
    status: number
    location: string | null
    routes: string[]
    otherPorts: number[]
    login?: Record<string, string>
    sent?: string[]
  }
  ERR_LOGIN: ServerOutput & ServerPlace & { request: string; problem: string | StatusProblem | CaptureProblem }
  /** `seconds`: since the login */
  ERR_LOGIN_ENDED: { variant: string; request: string; status: number; seconds: number; command: string }
  ERR_NOT_COMPARABLE: {
    request?: string
    baseline: string
    baselineType: string
    candidate: string
    candidateType: string
  }
  /** `spec`: what the registry does not have; null where it was not asked. */
  ERR_NO_NODE: { wanted: string; spec: string | null }
  ERR_NODE_INSTALL: { wanted: string; spec: string; reason: string }
  /** `integrity`: null where it is not pinned. */
  ERR_NODE_INTEGRITY: { wanted: string; spec: string; integrity: string | null; found: string }
  ERR_NODE_NOT_RUNNING: { wanted: string; spec: string; reason: string }
  ERR_NO_REPOSITORY: { path: string }
  ERR_REVISION: { revision: string; problem: string }
  /** `leastMajor`: 0 for any. */
  ERR_NO_INSTALLER: { revision: string; lockfile: string; program: string; leastMajor: number }
  /** `path`: of the project; null where it is not its fault. */
  ERR_PACKAGE: { name: string; path: string | null; problem: string }
  ERR_INSTALL: { revision: string; command: string; exit: Exit; tail: string | null }
  ERR_PREPARE: { path: string; command: string; exit: Exit; tail: string | null }
  ERR_CLEAN: { path: string; command: string; exit: Exit; tail: string | null }
  ERR_COMPANION_EXITED: { name: string; exit: Exit; cause?: ServerCause | null; tail: string | null }
  ERR_NO_CALIBRATION: { path: string }
  /** `target`: a process or an address as it was typed */
  ERR_ATTACH: { target: string; problem: AttachProblem }
  ERR_ATTACHED: { target: string; problem: AttachProblem }
  ERR_COPY: { strategy: string; source: string; folder: string; code: string; problem: string }
  /** Of one core. */
  ERR_DISTURBED: { percent: number; limitPercent: number }
  /** `code`: of npm or of the system. */
  ERR_LAB_PACKAGES: { folder: string; code: string; problem: string }
  ERR_NO_MEMORY_FIGURES: { platform: string }
  ERR_UNKNOWN_LAB: { name: string; allowed: string }
  ERR_PINNING: { pids: string; cores: string }
  /** `systemCode`: such as ENOSPC; runs of older versions have none */
  ERR_SYSTEM: { problem: string; systemCode?: string }
  ERR_ENDED: { pid: number }
  /** `code`: of process.exit */
  ERR_EXITED: { code: number }
  /** `folder`: of the run; null where there is none. `file`: with the stack; null where none could be written */
  ERR_DEFECT: { problem: string; folder: string | null; file: string | null }
  ERR_GENERATOR: { generator: string; problem: ToolProblem; tail: string | null }
  /** `words`: what the file seems to be, empty where that is not known; `fault`: null where it is nothing that is read */
  ERR_NOT_IMPORTED: { path: string; words: string; fault: ProfileFault | null }
  ERR_DAMAGED_PROFILE: { path: string; fault: ProfileFault }
  ERR_TOOL: { tool: string; what: string; problem: ToolProblem; tail: string | null }
  ERR_EMPTY_PROFILE: { what: string; problem: ToolProblem; tail: string | null }
  ERR_NOT_LOGGED: { profiler: string }
  ERR_NO_PERF: { problem: string }
  ERR_PERF_REFUSED: { paranoid: string; tail: string | null }
  /** `unread`: of how many launches the profiles were left as the profilers wrote them. */
  ERR_INTERRUPTED: { signal: string; unread?: number }
  ERR_INTERRUPTED_AGAIN: { signal: string }
}

export type ErrorCode = keyof ErrorDetails

export type ErrorRegistry = {
  [Code in ErrorCode]: { exitCode: 2 | 3 | 130; message: (details: ErrorDetails[Code]) => string }
}

/** An error as files have it: its message is made when it is printed. */
export type SavedProblem = { [Code in ErrorCode]: { code: Code; details: ErrorDetails[Code] } }[ErrorCode]

/** Of every error of a server. `cause`: where its output shows it */
export interface ServerOutput {
  variant: string
  command: string
  tail: string | null
  cause?: ServerCause | null
}

/** Which launch it was; runs of older versions do not have it. `launch`: its folder in the run, or `answers` before the first round */
export interface ServerPlace {
  launch?: string
  round?: number
  profiler?: ProfilerName
}

/**
 * Why a server ended, or does not respond. `owner`: the process that has the port, where the system shows it; `isOwn`: it is of the
 * same run.
 */
export type ServerCause =
  | { code: 'heap' | 'killed' }
  | { code: 'taken-port'; port: number; owner?: { pid: number; name: string; isOwn: boolean } | null }
  | { code: 'taken-socket' | 'no-connection' | 'unknown-host' | 'no-file' | 'no-package'; what: string }

/** Why a process that runs already cannot be measured. `holder`: the process that has the port. `version`: of Node.js. */
export type AttachProblem =
  | { code: 'no-proc' | 'gone' | 'not-ours' | 'other-network' | 'no-handler' | 'lost' }
  | { code: 'not-node'; program: string }
  | { code: 'port-taken'; port: number; holder: number; name: string }
  | { code: 'cluster-primary'; workers: number[] }
  | { code: 'no-inspector'; problem: string }
  | { code: 'no-answer' | 'no-load'; limitMs: number }
  | { code: 'open-elsewhere'; port: number }

export type ServerPhase = 'start' | 'health' | 'load'

/** A response without a one-line text, number or boolean at a source. `found`: names that are there; null of what is no JSON */
export type CaptureProblem = { code: 'no-value'; name: string; source: string; found: string[] | null }

/** How a process ended; `problem` is set when it could not be started at all. */
export interface Exit {
  code: number | null
  signal: string | null
  problem?: string
}

export type ProcessProblem = { code: 'exited'; exit: Exit } | { code: 'late'; limitMs: number }

export type RecordingFault = 'missing-recording' | 'empty-recording'

export type OutputFault =
  | 'no-log'
  | 'incomplete-log'
  | 'no-summary'
  | 'no-samples'
  | 'no-perf-samples'
  | 'no-allocations'
  | 'no-requests-followed'
  | 'incomplete-page'
  | 'unknown-page'

export type OutputProblem = { code: RecordingFault; file: string } | { code: OutputFault }

/** A response other than 2xx; `request` has its method and its path. */
export type StatusProblem = { code: 'wrong-status'; request: string; statusCode: number }

/**
 * What is wrong in the file of a profile. `at`: the place in it, such as nodes[3].callFrame.url; `id`: of the node that it names.
 * `missing`: what a text that was cut off does not have.
 */
export type ProfileFault =
  | { code: 'unreadable'; problem: string }
  | { code: 'not-a-file'; kind: FileKind }
  | { code: 'too-large'; bytes: number; limitBytes: number }
  | { code: 'not-json'; problem: string }
  | { code: 'wrong-value'; at: string; expected: ProfileValue }
  | { code: NodeFault; at: string; id: number }
  | { code: 'unknown-code' | 'unknown-function'; index: number }
  | { code: 'other-length'; samples: number; times: number }
  | { code: 'no-samples' }
  | { code: 'cut-off'; missing: string[] }

export type NodeFault = 'unknown-id' | 'repeated-id' | 'second-parent' | 'second-root' | 'cycle'

/** `amount`: a time or a size; `time`: one between two samples; `position`: a line or a column. */
export type ProfileValue =
  | 'object'
  | 'array'
  | 'filled-array'
  | 'text'
  | 'count'
  | 'counts'
  | 'amount'
  | 'time'
  | 'position'
  | 'stack'

/** What is at a path. */
export type FileKind = 'file' | 'folder' | 'pipe' | 'socket' | 'device' | 'dangling-link' | 'missing'

/** What is wrong with a tool; a string is its own message. */
export type ToolProblem = string | ProcessProblem | OutputProblem | StatusProblem
