/**
 * Every failure the workshop can name: what happened, to what, and what to try next.
 * Exit codes: 2 is bad use, 3 a measurement that failed or is void, 130 an interruption.
 *
 * @typedef {Record<string, string | number>} Details
 * @type {Record<string, { exitCode: number, message: (details: Details) => string }>}
 */
export const errorRegistry = {
  ERR_BAD_OPTION: {
    exitCode: 2,
    message: d => `${d.option}: ${d.problem}. Allowed: ${d.allowed}.`
  },
  ERR_UNKNOWN_COMMAND: {
    exitCode: 2,
    message: d => `There is no command "${d.command}". Try: ${d.allowed}.`
  },
  ERR_UNKNOWN_EXPERIMENT: {
    exitCode: 2,
    message: d => `There is no experiment "${d.name}". Known: ${d.allowed}.`
  },
  ERR_NO_SUCH_RUN: {
    exitCode: 2,
    message: d =>
      `${d.path} is not a run folder: ${d.problem}. A run folder holds run.json; npm run bench:prof makes one below profiles/.`
  },
  ERR_NO_PROFILE: {
    exitCode: 2,
    message: d =>
      `${d.path}: this run has no call trees. Measure again under a profiler that leaves them: run with --profiler cdp.`
  },
  ERR_RUN_FOLDER: {
    exitCode: 3,
    message: d =>
      `Cannot write the run folder ${d.path} (${d.problem}). Free the path or give another with --out <folder>.`
  },
  ERR_PROFILES_FOLDER: {
    exitCode: 3,
    message: d => `Cannot list the runs in ${d.path} (${d.problem}). Give the folder they are in with --out <folder>.`
  },
  ERR_SERVER_EXITED: {
    exitCode: 3,
    message: d => `The server of ${d.variant} ${d.when} (${d.exit}).${d.tail} Run it by hand: ${d.command}`
  },
  ERR_SERVER_NEVER_LISTENED: {
    exitCode: 3,
    message: d =>
      `The server of ${d.variant} runs but did not listen on any port within ${d.limitMs} ms.${d.tail} Run it by hand: ${d.command}`
  },
  ERR_SERVER_LOST_PROCESS: {
    exitCode: 3,
    message: d =>
      `A process of the server of ${d.variant} ended while the server was loaded, such as a cluster's worker.${d.tail} Run it by hand: ${d.command}`
  },
  ERR_NOT_MEASURABLE: {
    exitCode: 3,
    message: d => `The answers of ${d.variant} cannot be measured: ${d.problem}. Ask by hand: ${d.url}`
  },
  ERR_NO_CALIBRATION: {
    exitCode: 3,
    message: d =>
      `Not calibrated: ${d.path} has fewer than six rounds, or too many void slices. Give it longer with --max-time, or see npm run report.`
  },
  ERR_PINNING: {
    exitCode: 3,
    message: d =>
      `taskset could not keep the processes ${d.pids} to core ${d.cores}. Measure again; on a machine without taskset servers are loaded in turn.`
  },
  ERR_SYSTEM: {
    exitCode: 3,
    message: d => `The run could not go on: ${d.problem}. What was measured before is kept.`
  },
  ERR_SERVER_SILENT: {
    exitCode: 3,
    message: d => `The server of ${d.variant} did not answer within ${d.limitMs} ms while ${d.when}.${d.tail}`
  },
  ERR_GENERATOR: {
    exitCode: 3,
    message: d => `The load generator ${d.generator} failed: ${d.problem}.${d.tail} The slices before it are kept.`
  },
  ERR_TOOL: {
    exitCode: 3,
    message: d => `${d.tool} failed on ${d.what}: ${d.problem}.${d.tail}`
  },
  ERR_EMPTY_PROFILE: {
    exitCode: 3,
    message: d =>
      `${d.what} holds no samples: ${d.problem}.${d.tail} A log is whole only when the server ends by itself on SIGTERM.`
  },
  ERR_INTERRUPTED: {
    exitCode: 130,
    message: d => `Interrupted by ${d.signal}.`
  }
}

/** An error a user can act on; `code` is a key of {@link errorRegistry}, the message needs no stack trace beside it. */
export class WorkshopError extends Error {
  /**
   * @param {string} code
   * @param {Details} details what the message of this code speaks of
   * @param {unknown} [cause]
   */
  constructor(code, details, cause) {
    const entry = errorRegistry[code]
    if (!entry) throw new TypeError(`unregistered error code ${code}`)
    super(entry.message(details), { cause })
    this.name = 'WorkshopError'
    this.code = code
    this.exitCode = entry.exitCode
  }
}

const innerFrame = /^\s+at .*(node:|node_modules)/

/**
 * The last lines of a process's stderr, as a sentence of their own in a message. Stack frames inside node and packages
 * are left out, or they would be all there is to see.
 * @param {string} text
 * @param {number} [lines]
 */
export function lastLines(text, lines = 8) {
  const told = text.split('\n').filter(line => line.trim() !== '' && !innerFrame.test(line))
  if (told.length === 0) return ' It wrote nothing to stderr.'
  return ` Its stderr ended with:\n${told
    .slice(-lines)
    .map(line => `    ${line}`)
    .join('\n')}\n`
}
