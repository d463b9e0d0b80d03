import { copyAdvice, installAdvice, reportAdvice, systemAdvice } from './advice.js'
import { importProblem, profileProblem } from './profile-problem.js'
import { maskedDeep, withoutSecrets } from './secrets.js'
import { serverErrors } from './server-errors.js'
import {
  causeText,
  counted,
  didYouMean,
  differencesText,
  exitText,
  generatorText,
  outputText,
  stderrText,
  toolProblem
} from './words.js'

/** @import { ErrorCode, ErrorDetails, ErrorRegistry, SavedProblem } from './types.js' */

/**
 * Every error a user can meet: what happened, to what, and what to try next. Exit codes: 2 is invalid use, 3 a measurement
 * that failed or is invalid, 130 an interruption.
 *
 * @type {ErrorRegistry}
 */
export const errorRegistry = {
  ...serverErrors,
  ERR_BAD_OPTION: {
    exitCode: 2,
    message: d => `${d.option}: ${d.problem}. Allowed: ${d.allowed}.`
  },
  ERR_UNKNOWN_COMMAND: {
    exitCode: 2,
    message: d => `There is no command "${d.command}"${didYouMean(d.command, d.allowed)}. Allowed: ${d.allowed}.`
  },
  ERR_UNKNOWN_EXPERIMENT: {
    exitCode: 2,
    message: d => `There is no experiment "${d.name}"${didYouMean(d.name, d.allowed)}. Allowed: ${d.allowed}.`
  },
  ERR_NOT_INSTALLED: {
    exitCode: 2,
    message: d => `Not installed: ${d.packages}. Run ${d.command} first.`
  },
  ERR_LITTLE_HEAP: {
    exitCode: 2,
    message: d =>
      `The heap of Node.js is limited to ${d.limitMB} MB here, and this command needs ${d.leastMB} MB. Allow more by NODE_OPTIONS=--max-old-space-size=256, or free memory.`
  },
  ERR_OTHER_MAJOR: {
    exitCode: 2,
    message: d =>
      `This project has ${d.installed}, which this command was not tested with. It needs a folder of its own, so that the project keeps its version: install profiling-workshop there, and ${d.packages}.`
  },
  /** The problems have the place and the key each, one per line. */
  ERR_CONFIG: {
    exitCode: 2,
    message: d => `${d.problems}`
  },
  ERR_CONFIG_EXISTS: {
    exitCode: 2,
    message: d => `${d.file} exists, and is not overwritten. Remove it to write a new one, or compare with it.`
  },
  ERR_NO_SUCH_RUN: {
    exitCode: 2,
    message: d =>
      `${d.path} is not a run folder that can be read: ${d.problem}. A run folder contains run.json; the commands run and compare make one below profiles/.`
  },
  ERR_NO_PROFILE: {
    exitCode: 2,
    message: d => `${d.path}: this run has no call trees. Measure again with a profiler that has them: --profiler cdp.`
  },
  ERR_NO_BASELINE: {
    exitCode: 2,
    message: d =>
      `The baseline ${d.name} cannot be read: ${d.problem}. Save it with --save-baseline ${d.name}, or name another one with --against.`
  },
  ERR_BASELINE_UNSAVED: {
    exitCode: 3,
    message: d =>
      `The baseline ${d.name} was not saved: ${d.path} cannot be written (${d.problem}). The run itself is saved. Move what is there, or name another folder with --out.`
  },
  ERR_SMALL_BASELINE: {
    exitCode: 3,
    message: d =>
      `The baseline ${d.name} was not saved: fewer than two launches of ${d.variant} have a usable separate slice, and a comparison needs two. The run itself is saved. Measure more --rounds, or see in its report why slices are discarded.`
  },
  ERR_OTHER_ENVIRONMENT: {
    exitCode: 2,
    message: d =>
      `The baseline ${d.name} was measured elsewhere or otherwise:${differencesText(d.differences)}\nSave a new one with --save-baseline, or compare all the same with --force.`
  },
  ERR_NOT_MERGEABLE: {
    exitCode: 2,
    message: d => `${d.path} cannot be merged: ${d.problem}.`
  },
  ERR_FEW_SHARDS: {
    exitCode: 3,
    message: d =>
      `${d.whole} of ${d.given} runs can be merged, and an answer needs ${d.needed} machines. Left out: ${d.leftOut}. Measure the missing shards again.`
  },
  ERR_RUN_FOLDER: {
    exitCode: 3,
    message: d =>
      `Cannot write the run folder ${d.path} (${d.problem}). Remove what is there, or name another folder with --out.`
  },
  ERR_PROFILES_FOLDER: {
    exitCode: 3,
    message: d => `Cannot list the runs in ${d.path} (${d.problem}). Name the folder of the runs with --out.`
  },
  ERR_RUN_INDEX: {
    exitCode: 3,
    message: d =>
      `Cannot write the run index ${d.path} (${d.problem}). Move that file, or name another folder with --out.`
  },
  ERR_DAMAGED_RUN: {
    exitCode: 3,
    message: d => `Cannot read ${d.path} (${d.problem}). The file is damaged: measure again, or restore it from a copy.`
  },
  ERR_RUN_REMOVED: {
    exitCode: 3,
    message: d =>
      `The run folder ${d.path} was removed or renamed during the run: what was measured cannot be reported. Measure again, and let the folder be until the run has ended.`
  },
  ERR_UNREADABLE_FILE: {
    exitCode: 3,
    message: d => `${d.path} is not read: ${d.problem}. Restore the file from a copy, or measure again.`
  },
  ERR_NO_NODE: {
    exitCode: 2,
    message: d =>
      `Node.js ${d.wanted} is not on this machine: it is not in PATH, and nvm, fnm, volta, mise, asdf and n do not have it.${d.spec === null ? '' : ` npm's registry has no ${d.spec}.`} Name another version, such as 24, or the path of a binary.`
  },
  ERR_NODE_INSTALL: {
    exitCode: 3,
    message: d =>
      `Node.js ${d.wanted} is not on this machine, and npm could not install ${d.spec} (${d.reason}). Check the network, install that version yourself, or name the path of its binary.`
  },
  ERR_NODE_INTEGRITY: {
    exitCode: 3,
    message: d =>
      `Node.js ${d.wanted} is not installed: the integrity of ${d.spec} in npm's registry is ${d.found}, not ${d.integrity ?? 'one that npm can check'}. Check the registry that npm is set to (npm config get registry), or name the path of a binary.`
  },
  ERR_NODE_NOT_RUNNING: {
    exitCode: 3,
    message: d =>
      `Node.js ${d.wanted} was installed as ${d.spec} and does not run on this machine (${d.reason}), so it was removed. Where the C library is musl or older, install that version yourself, and name the path of its binary.`
  },
  ERR_NO_REPOSITORY: {
    exitCode: 2,
    message: d =>
      `${d.path} is in no git repository, or git is not installed or does not end. --ref needs both: run git status there.`
  },
  ERR_REVISION: {
    exitCode: 2,
    message: d =>
      `The revision ${d.revision} cannot be checked out: ${d.problem}. git log and git branch list revisions.`
  },
  ERR_NO_INSTALLER: {
    exitCode: 2,
    message: d =>
      `The revision ${d.revision} has ${d.lockfile}, and ${d.program} ${d.leastMajor === 0 ? '' : `${d.leastMajor} or later `}is not on this machine. Install it, for example by corepack enable.`
  },
  ERR_PACKAGE: {
    exitCode: 2,
    message: d => `Versions of ${d.name} cannot be compared${d.path === null ? '' : ` in ${d.path}`}: ${d.problem}.`
  },
  ERR_INSTALL: {
    exitCode: 3,
    message: d => `${d.command} failed for ${d.revision} (${exitText(d.exit)}).${stderrText(d.tail)}`
  },
  ERR_PREPARE: {
    exitCode: 3,
    message: d =>
      `--prepare: ${d.command} failed in ${d.path} (${exitText(d.exit)}).${d.exit.problem === undefined ? stderrText(d.tail) : ''}`
  },
  ERR_COMPANION_EXITED: {
    exitCode: 3,
    message: d =>
      d.exit.problem !== undefined
        ? `The companion ${d.name} could not be started: ${d.exit.problem}.`
        : `The companion ${d.name} ended before the run did (${exitText(d.exit)}).${outputText(d.tail)}${causeText(d.cause) || ' A companion must run until it is stopped, and in the foreground. Run it by hand.'}`
  },
  /** Printed as a warning: it never replaces the error of a run. */
  ERR_CLEAN: {
    exitCode: 3,
    message: d =>
      `--clean: ${d.command} failed in ${d.path} (${exitText(d.exit)}). What it should remove may still be there.${stderrText(d.tail)}`
  },
  ERR_NO_CALIBRATION: {
    exitCode: 3,
    message: d =>
      `Not calibrated: ${d.path} has fewer than six rounds, or too many discarded slices. Allow more time with --max-time, or see the command report.`
  },
  ERR_COPY: {
    exitCode: 3,
    message: d =>
      `The copy of ${d.source} with the strategy ${d.strategy} failed: ${d.problem} (${d.code}). ${copyAdvice[d.code]?.(d) ?? `Try to write in ${d.folder} by hand.`} No incomplete copy is left.`
  },
  ERR_DISTURBED: {
    exitCode: 3,
    message: d => `Other processes used ${d.percent}% of a core, more than ${d.limitPercent}%. Close other programs.`
  },
  ERR_LAB_PACKAGES: {
    exitCode: 3,
    message: d =>
      `The packages of the labs could not be installed in ${d.folder}: ${d.problem} (${d.code}). ${installAdvice[d.code] ?? 'Run npm ci there by hand.'}`
  },
  ERR_NO_MEMORY_FIGURES: {
    exitCode: 2,
    message: d =>
      `This system (${d.platform}) does not report the memory of a process, so no limit of it can be found. Run it on Linux.`
  },
  ERR_UNKNOWN_LAB: {
    exitCode: 2,
    message: d => `There is no lab "${d.name}"${didYouMean(d.name, d.allowed)}. Allowed: ${d.allowed}.`
  },
  ERR_PINNING: {
    exitCode: 3,
    message: d =>
      `taskset could not pin the processes ${d.pids} to core ${d.cores}. Measure again; on a machine without taskset all slices are separate.`
  },
  ERR_SYSTEM: {
    exitCode: 3,
    message: d =>
      `The run could not continue: ${d.problem}. ${systemAdvice[d.systemCode ?? ''] ?? 'Correct this and measure again.'} The command ${reportAdvice}.`
  },
  ERR_ENDED: {
    exitCode: 3,
    message: d =>
      `The workshop (process ${d.pid}) ended before the run did: it was killed, or could not write. Measure again; ${reportAdvice}.`
  },
  ERR_EXITED: {
    exitCode: 3,
    message: d =>
      `The command was ended by process.exit(${d.code}) before it had a result. A configuration file or a module that NODE_OPTIONS preloads calls it: remove that call, and measure again.`
  },
  /** Of an error that nobody expected: the stack is in a file. */
  ERR_DEFECT: {
    exitCode: 3,
    message: d =>
      `The workshop has a defect and could not go on: ${d.problem}.${d.folder === null ? '' : ` What was measured before is kept in ${d.folder}.`} Report it as an issue${d.file === null ? ', with the command' : `, with the command and ${d.file}, which has the stack`}.`
  },
  ERR_GENERATOR: {
    exitCode: 3,
    message: d => `${generatorText(d)}.${stderrText(d.tail)} The slices before it are kept. Measure again.`
  },
  ERR_DAMAGED_PROFILE: {
    exitCode: 3,
    message: d => `Cannot read the profile ${d.path}: ${profileProblem(d.fault)}. Measure again.`
  },
  ERR_NOT_IMPORTED: {
    exitCode: 2,
    message: d => `${d.path} is not imported: ${importProblem(d)}.`
  },
  ERR_TOOL: {
    exitCode: 3,
    message: d => `${d.tool} failed on ${d.what}: ${toolProblem(d.problem)}.${stderrText(d.tail)} Measure again.`
  },
  ERR_EMPTY_PROFILE: {
    exitCode: 3,
    message: d =>
      `${d.what} has no samples: ${toolProblem(d.problem)}.${stderrText(d.tail)} A log is complete only when the server ends by itself on SIGTERM: let it do so, and measure again.`
  },
  ERR_NOT_LOGGED: {
    exitCode: 3,
    message: d =>
      `${d.profiler} does not reach the server: its command starts a node binary by its path. Let the command start \`node\`, or use --profiler cdp.`
  },
  ERR_NO_PERF: {
    exitCode: 3,
    message: d =>
      `perf cannot be started (${d.problem}). It is part of Linux: install linux-perf (Debian) or linux-tools-generic (Ubuntu), or name other profilers.`
  },
  ERR_PERF_REFUSED: {
    exitCode: 3,
    message: d =>
      `perf is not allowed to sample the kernel; kernel.perf_event_paranoid is ${d.paranoid}. Try: sudo sysctl kernel.perf_event_paranoid=1, or name other profilers.${stderrText(d.tail)}`
  },
  ERR_INTERRUPTED: {
    exitCode: 130,
    message: d =>
      `Interrupted by ${d.signal}. Measure again${d.unread === undefined ? '' : `, or read the profiles of ${counted(d.unread, 'launch', 'launches')} that were left: report <run folder>`}.`
  },
  ERR_INTERRUPTED_AGAIN: {
    exitCode: 130,
    message: d =>
      `Interrupted again by ${d.signal}, and ended at once. What was measured is kept: the command report <run folder> reads it.`
  }
}

/** Details that others wrote: servers, tools, and people in their configurations. */
const PRINTED = new Set(['tail', 'problem', 'problems'])

/**
 * An error a user can act on. Its message needs no stack trace.
 * @template {ErrorCode} [Code=ErrorCode]
 */
export class WorkshopError extends Error {
  /** @param {Code} code @param {ErrorDetails[Code]} details @param {unknown} [cause] */
  constructor(code, details, cause) {
    const printed = Object.entries(details).map(([name, value]) =>
      PRINTED.has(name) && typeof value === 'string' ? [name, withoutSecrets(value)] : [name, value]
    )
    const shown = /** @type {ErrorDetails[Code]} */ (maskedDeep(Object.fromEntries(printed)))
    super(errorRegistry[code].message(shown), { cause })
    this.name = 'WorkshopError'
    this.code = code
    this.details = shown
    this.exitCode = errorRegistry[code].exitCode
  }
}

/** Returns an error as files have it. @param {WorkshopError} error @returns {SavedProblem} */
export function toSaved({ code, details }) {
  return /** @type {SavedProblem} */ ({ code, details })
}

/**
 * Returns the message of a saved error; of a code that this version does not know, the code.
 * @template {ErrorCode} Code
 * @param {{ code: Code, details: ErrorDetails[Code] }} problem @returns {string}
 */
export function messageOf({ code, details }) {
  return Object.hasOwn(errorRegistry, code) ? errorRegistry[code].message(details) : String(code)
}
