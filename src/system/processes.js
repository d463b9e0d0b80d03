import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/**
 * @import { Exit } from '../error-types.js'
 * @import { ChildProcess } from 'node:child_process'
 * @import { Readable } from 'node:stream'
 */

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
 * @property {(options?: EndOptions) => Promise<Exit & { escalated: boolean }>} end
 *
 * @typedef {object} EndOptions
 * @property {NodeJS.Signals} [signal] SIGTERM when absent
 * @property {number} [graceMs] how long the process may take before SIGKILL
 * @property {number} [pid] the process to signal; the whole process group when absent
 */

const ownsGroups = process.platform !== 'win32'

/** @type {Set<ManagedProcess>} */
const running = new Set()

process.on('exit', killAllProcesses)

/**
 * Starts a process as the head of its own group, so that Ctrl-C in the terminal reaches only the workshop, and so that
 * the process can be ended with all its children. Processes that still run when the workshop exits are killed.
 * @param {ProcessSpec} spec
 * @returns {ManagedProcess}
 */
export function startProcess(spec) {
  const stdout = outputTarget(spec, spec.stdoutPath)
  const stderr = outputTarget(spec, spec.stderrPath)
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: ownsGroups,
    windowsHide: true,
    stdio: spec.ipc ? ['ignore', stdout, stderr, 'ipc'] : ['ignore', stdout, stderr]
  })
  for (const target of [stdout, stderr]) if (typeof target === 'number') closeSync(target)

  /** @type {ManagedProcess} */
  const managed = { pid: child.pid, child, exited: exitOf(child), end }
  running.add(managed)
  managed.exited.then(forget)
  return managed

  /** @param {EndOptions} [options] */
  async function end({ signal = 'SIGTERM', graceMs = 3000, pid } = {}) {
    let escalated = false
    if (running.has(managed)) signalProcess(pid ?? managed.pid, signal, pid === undefined)
    const timer = setTimeout(escalate, graceMs)
    const exit = await managed.exited
    clearTimeout(timer)
    return { ...exit, escalated }

    function escalate() {
      escalated = true
      signalProcess(managed.pid, 'SIGKILL', true)
    }
  }

  function forget() {
    running.delete(managed)
    // Its children may still run in its group. Without groups the id may be that of another process by now.
    if (ownsGroups) signalProcess(managed.pid, 'SIGKILL', true)
  }
}

/**
 * Runs a program to its end and collects its output. When the signal aborts, it is killed with all its children.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal, stdoutPath?: string }} [options] stdout goes
 *   to the file instead, when it may be too long for memory
 * @returns {Promise<Exit & { stdout: string, stderr: string }>} rejects with the signal's reason only
 */
export async function runProgram(command, args, { cwd, env, signal, stdoutPath } = {}) {
  const managed = startProcess({ command, args, cwd, env, stdoutPath, pipeOutput: true })
  const stdout = collectText(managed.child.stdout)
  const stderr = collectText(managed.child.stderr)
  signal?.addEventListener('abort', kill)
  if (signal?.aborted) kill()
  const exit = await managed.exited
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  return { ...exit, stdout: stdout(), stderr: stderr() }

  function kill() {
    managed.end({ signal: 'SIGKILL' })
  }
}

/**
 * Returns whether a process with this id exists.
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {Readable | null} stream */
function collectText(stream) {
  let text = ''
  stream?.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  return () => text
}

/** Kills every process that the workshop started and that still runs. */
function killAllProcesses() {
  for (const managed of running) signalProcess(managed.pid, 'SIGKILL', true)
}

/** @param {ProcessSpec} spec @param {string | undefined} path */
function outputTarget({ inheritOutput, pipeOutput }, path) {
  if (path !== undefined) return openSync(path, 'a')
  if (inheritOutput) return 'inherit'
  return pipeOutput ? 'pipe' : 'ignore'
}

/** @param {ChildProcess} child @returns {Promise<Exit>} */
async function exitOf(child) {
  try {
    // 'close' and not 'exit': the pipes of runProgram must be drained; spawn errors arrive as 'error' without either.
    const [code, signal] = await once(child, 'close')
    return { code, signal }
  } catch (error) {
    const { message, code, path } = /** @type {NodeJS.ErrnoException} */ (error)
    // Folders are checked before: what is not there is the program.
    return { code: null, signal: null, problem: code === 'ENOENT' ? `no such program: ${path}` : message }
  }
}

/** @param {number | undefined} pid @param {NodeJS.Signals} signal @param {boolean} wholeGroup */
function signalProcess(pid, signal, wholeGroup) {
  if (pid === undefined) return
  try {
    process.kill(wholeGroup && ownsGroups ? -pid : pid, signal)
  } catch {
    // The process has already ended.
  }
}
