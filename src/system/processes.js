import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { startTimer, withDeadline } from './deadline.js'
import { killMarked, MARK_VARIABLE, markOfThisProcess, newMark, sendSignal } from './marks.js'
import { noteEnded, noteStarted } from './watcher.js'

/** @import { Exit } from '../errors/types.js' */
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */

/**
 * @typedef {object} ProcessSpec
 * @property {string} command
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; the workshop's own when absent
 * @property {string} [stdoutPath] file that stdout is appended to; discarded when absent
 * @property {string} [stderrPath] file that stderr is appended to; discarded when absent
 * @property {boolean} [inheritOutput] print where the workshop prints what goes to no file
 * @property {boolean} [pipeOutput] give the caller streams of what goes to no file
 * @property {boolean} [ipc] open a message channel to a node child
 *
 * @typedef {object} ManagedProcess
 * @property {number | undefined} pid
 * @property {ChildProcess} child
 * @property {Promise<Exit>} exited resolves once, never rejects
 * @property {(options?: EndOptions) => Promise<Exit & { escalated: boolean }>} end also of what it has started in groups of their own
 *
 * @typedef {object} EndOptions
 * @property {NodeJS.Signals} [signal] SIGTERM when absent
 * @property {number} [graceMs] how long the process may take before SIGKILL
 * @property {number} [pid] the process to signal; the whole process group when absent
 */

const ownsGroups = process.platform !== 'win32'
/** A link is not followed: a run folder may come from someone else. */
const APPENDED = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
/** Any program that helps is done long before. */
const PROGRAM_LIMIT_MS = 60_000
/** A program that is interrupted may first remove its locks, as git does. */
const INTERRUPTED_GRACE_MS = 2000
/** Packages come over the network, and a project may be built. */
export const INSTALL_LIMIT_MS = 30 * 60_000
/** After a process has ended, its children may hold its output open. */
const DRAIN_LIMIT_MS = 1000
/** Of an output that only messages quote. A command of a user, or an installer, may print more than a string can hold. */
const KEPT_CHARS = 64_000
/** Of an output that is read. A string, which holds twice as much before it is cut, has at most 512 Mi characters. */
const READ_CHARS = 128e6

/** @type {Set<ManagedProcess>} */
const running = new Set()
let hasStarted = false
/** @type {AbortSignal | undefined} */
let interruption

process.on('exit', killAllProcesses)

/**
 * Starts a process as the head of its own group, so that Ctrl-C in the terminal reaches only the workshop, and so that
 * the process can be ended with all its children. A mark in its environment finds those that leave the group. Processes that
 * still run when the workshop exits are killed.
 * @param {ProcessSpec} spec @returns {ManagedProcess}
 */
export function startProcess(spec) {
  const stdout = outputTarget(spec, spec.stdoutPath)
  const stderr = outputTarget(spec, spec.stderrPath)
  const mark = newMark()
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: { ...(spec.env ?? process.env), [MARK_VARIABLE]: mark },
    detached: ownsGroups,
    windowsHide: true,
    stdio: spec.ipc ? ['ignore', stdout, stderr, 'ipc'] : ['ignore', stdout, stderr]
  })
  for (const target of [stdout, stderr]) if (typeof target === 'number') closeSync(target)

  /** @type {ManagedProcess} */
  const managed = { pid: child.pid, child, exited: exitOf(child), end }
  running.add(managed)
  hasStarted = true
  if (child.pid !== undefined) noteStarted(child.pid)
  // Not at 'close', which waits for the pipes: once a group is empty, its number can be that of another process.
  child.once('exit', endGroup)
  // A process that could not be started has no 'exit'.
  managed.exited.then(endGroup)
  return managed

  /** @param {EndOptions} [options] */
  async function end({ signal = 'SIGTERM', graceMs = 3000, pid } = {}) {
    let escalated = false
    signalRunning(signal, pid)
    const stopTimer = startTimer(graceMs, escalate)
    const exit = await managed.exited
    stopTimer()
    killMarked(found => found === mark)
    return { ...exit, escalated }

    function escalate() {
      escalated = running.has(managed)
      signalRunning('SIGKILL')
    }
  }

  /** Ends what still runs in the group of a process that has ended. */
  function endGroup() {
    if (!running.delete(managed) || managed.pid === undefined) return
    // Without groups the id may be that of another process by now.
    if (ownsGroups) sendSignal(-managed.pid)
    noteEnded(managed.pid)
  }

  /** @param {NodeJS.Signals} signal @param {number} [pid] one process of the group */
  function signalRunning(signal, pid) {
    if (managed.pid !== undefined && running.has(managed)) sendSignal(pid ?? groupOf(managed.pid), signal)
  }
}

/**
 * Runs a program to its end and collects the last 64,000 characters of each output, or 128 million where it is read. When it takes too
 * long, or the signal aborts, it is ended with all its children.
 * @param {string} command @param {string[]} args @param {object} [options] @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {AbortSignal} [options.signal] that of {@link interruptPrograms} when absent
 * @param {string} [options.stdoutPath] stdout goes to this file instead, when it may be too long for memory
 * @param {number} [options.limitMs] a minute when absent
 * @param {boolean} [options.keepsAll] collects 128 million characters: all that a program prints whose output is read
 * @returns {Promise<Exit & { stdout: string, stderr: string }>} rejects with the signal's reason only
 */
export async function runProgram(
  command,
  args,
  { limitMs = PROGRAM_LIMIT_MS, signal = programSignal(), keepsAll = false, ...options } = {}
) {
  const managed = startProcess({ command, args, ...options, pipeOutput: true })
  const mostChars = keepsAll ? READ_CHARS : KEPT_CHARS
  const stdout = collectText(managed.child.stdout, mostChars)
  const stderr = collectText(managed.child.stderr, mostChars)
  const late = new Error(`it did not end within ${limitMs / 1000} s`)
  try {
    const exit = await withDeadline(managed.exited, { limitMs, signal, late: () => late })
    return { ...exit, stdout: stdout(), stderr: stderr() }
  } catch (error) {
    const exit = await managed.end({ graceMs: INTERRUPTED_GRACE_MS })
    if (error !== late) throw error
    return { code: null, signal: exit.signal, problem: late.message, stdout: stdout(), stderr: stderr() }
  }
}

/**
 * Ends the programs that run without a signal of their own when this one aborts. Those that start later run to their end: they
 * remove what was begun.
 * @param {AbortSignal} [signal] none when absent
 */
export function interruptPrograms(signal) {
  interruption = signal
}

function programSignal() {
  return interruption?.aborted ? undefined : interruption
}

/** Returns whether a process with this id exists. @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** Returns a function that returns the end of what a stream had until then. @param {Readable | null} stream @param {number} mostChars */
function collectText(stream, mostChars) {
  let text = ''
  stream?.setEncoding('utf8').on('data', chunk => {
    text += chunk
    // Not at each chunk: a cut copies what is kept.
    if (text.length > 2 * mostChars) text = text.slice(-mostChars)
  })
  return () => text.slice(-mostChars)
}

/** Kills every process that the workshop started and that still runs. */
function killAllProcesses() {
  for (const { pid } of running) if (pid !== undefined) sendSignal(groupOf(pid))
  const mark = markOfThisProcess()
  if (hasStarted) killMarked(found => found.startsWith(`${mark}-`))
}

/** @param {ProcessSpec} spec @param {string | undefined} path */
function outputTarget({ inheritOutput, pipeOutput }, path) {
  if (path !== undefined) return openSync(path, APPENDED)
  if (inheritOutput) return 'inherit'
  return pipeOutput ? 'pipe' : 'ignore'
}

/** @param {ChildProcess} child @returns {Promise<Exit>} */
async function exitOf(child) {
  child.once('exit', closeLater)
  try {
    // 'close' and not 'exit': the pipes of runProgram must be drained; spawn errors arrive as 'error' without either.
    const [code, signal] = await once(child, 'close')
    return { code, signal }
  } catch (error) {
    const { message, code, path } = /** @type {NodeJS.ErrnoException} */ (error)
    // Folders are checked before: what is not there is the program.
    return { code: null, signal: null, problem: code === 'ENOENT' ? `no such program: ${path}` : message }
  }

  /** Closes the pipes that a child of the child holds open. */
  function closeLater() {
    const timer = setTimeout(function closePipes() {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    }, DRAIN_LIMIT_MS)
    child.once('close', () => clearTimeout(timer))
  }
}

/** Returns the id that a signal to a process and all its children goes to. @param {number} pid */
function groupOf(pid) {
  return ownsGroups ? -pid : pid
}
