import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { lastLines } from '../errors/words.js'
import { readPerfScript } from '../profile/read/read-perf-script.js'
import { readTail } from '../system/files/files.js'
import { readLines } from '../system/files/read-lines.js'
import { PROC } from '../system/platform.cjs'
import { runProgram, startProcess } from '../system/processes.js'
import { namingFile } from './profile-files.js'
import { emptyProfile, runTool, toolError } from './run-tool.js'
import { hullOf, slicesOfBlame } from './threads.js'

/** @import { ToolProblem } from '../errors/types.js' */
/** @import { ThreadWindow } from '../runs/types.js' */
/** @import { AttachTarget, Attachment, Collected, Leftover, Profiler } from './index.js' */

/** What a sample stands for. */
export const PERF_NANOS = 4_000_000
/**
 * The clock of process.hrtime, which slices are timed by; one sample per 4 ms of a thread's CPU, because in a virtual machine
 * timers that run more often than the scheduler's make each wake-up of a thread expensive; with stacks; without the copies
 * of binaries that perf would keep in the user's home.
 */
const RECORD = ['record', '-k', 'CLOCK_MONOTONIC', '-e', 'cpu-clock', '-c', `${PERF_NANOS}`, '-g', '--no-buildid-cache']
/** perf starts the command that it is given when it samples, and ends when that command ends. */
const REPORTS_START = ['sh', '-c', 'echo started; exec sleep 86400']
/** perf then ends that command by this signal, and itself as the command did. */
const COMMAND_END = 'SIGTERM'
const STOP_LIMIT_MS = 8000

/** The kernel allows perf to sample itself up to 1. */
const SCRIPT_LIMIT_MS = 10 * 60_000
const PARANOID_FILE = `${PROC}/sys/kernel/perf_event_paranoid`
const noSamples = { trees: [], sampleCount: 0 }
const FIELDS = 'comm,pid,tid,time,ip,sym,dso'

/**
 * Linux perf, for the threads that V8's profilers do not see: libuv's thread pool, and V8's compilers and garbage collector.
 * The server starts without any option, so its command can be any. Blame does not use it.
 * @type {Profiler}
 */
export const perf = {
  name: 'perf',
  check: checkPerf,
  attach: attachPerf,
  collect
}

/** @param {AttachTarget} target @returns {Promise<Attachment>} */
async function attachPerf({ pids, folder }) {
  /** @type {ReturnType<typeof startPerf> | undefined} */
  let recorder
  return { start, finish, close }

  async function start() {
    recorder = startPerf({ pids: pids(), ...filesIn(folder) })
    await recorder.untilSampling()
  }

  async function finish() {
    await recorder?.finish()
  }

  function close() {
    recorder?.kill()
  }
}

/**
 * @param {Leftover} leftover @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE, ERR_DAMAGED_PROFILE, ERR_TOOL
 */
async function collect({ folder, slices, signal }) {
  const { data, stderr } = filesIn(folder)
  const threads = slicesOfBlame(slices).flatMap(({ server }) => server.threads)
  const windows = threads.filter(({ threadId }) => threadId === 0)
  const { trees, sampleCount } = windows.length > 0 ? await readData(folder, windows, signal) : noSamples
  if (sampleCount > 0) return { ticks: {}, artifacts: [], trees }
  throw emptyProfile(data, { code: 'no-perf-samples' }, stderr)
}

/**
 * Reads the samples through a file and line by line: perf prints some 1 kB per sample.
 * @param {string} folder @param {ThreadWindow[]} windows @param {AbortSignal} signal
 */
async function readData(folder, windows, signal) {
  const { data } = filesIn(folder)
  const text = path.join(folder, 'perf.txt')
  const { startMicros, endMicros } = hullOf(windows)
  // As perf script takes it.
  const seconds = [startMicros, endMicros].map(micros => (micros / 1e6).toFixed(6)).join(',')
  try {
    // What has this name already is not appended to.
    await rm(text, { recursive: true, force: true })
    const args = ['script', '-i', data, '--no-inline', '--time', seconds, '-F', FIELDS]
    const bounds = { signal, stdoutPath: text, limitMs: SCRIPT_LIMIT_MS }
    await runTool({ tool: 'perf script', what: data }, 'perf', args, bounds)
    return await namingFile(text, () => readPerfScript(readLines(text), windows))
  } finally {
    await rm(text, { force: true })
  }
}

/** @param {string} folder of a launch */
function filesIn(folder) {
  return { data: path.join(folder, 'perf.data'), stderr: path.join(folder, 'perf.stderr.log') }
}

/**
 * Throws where perf cannot sample: without the kernel's part of it the costs of system calls would count for the functions
 * that make none.
 * @throws {WorkshopError} ERR_NO_PERF, ERR_PERF_REFUSED
 */
async function checkPerf() {
  const args = ['record', '-q', '-e', 'cpu-clock:k', '--no-buildid-cache', '-o', '/dev/null', 'true']
  const { problem, code, stderr } = await runProgram('perf', args)
  if (problem !== undefined) throw new WorkshopError('ERR_NO_PERF', { problem })
  if (code === 0) return
  const paranoid = await readFile(PARANOID_FILE, 'utf8').catch(() => 'unknown')
  throw new WorkshopError('ERR_PERF_REFUSED', { paranoid: paranoid.trim(), tail: lastLines(stderr) })
}

/**
 * Starts perf on running processes. The promises of what it returns reject with ERR_TOOL.
 * @param {{ pids: number[], data: string, stderr: string }} order files for its samples and its messages
 */
export function startPerf({ pids, data, stderr }) {
  const args = [...RECORD, '-p', pids.join(','), '-o', data, '--', ...REPORTS_START]
  const recorder = startProcess({ command: 'perf', args, stderrPath: stderr, pipeOutput: true })
  const output = recorder.child.stdout
  const sampling = output ? [once(output, 'data').then(() => null)] : []
  return { untilSampling, finish, kill }

  /** Resolves as soon as it samples. */
  async function untilSampling() {
    const early = await Promise.race([...sampling, recorder.exited])
    if (early) throw failed({ code: 'exited', exit: early })
  }

  /** Ends it, and resolves when its file is complete. */
  async function finish() {
    const { pid } = recorder
    const exit = await recorder.end({ signal: 'SIGINT', pid, graceMs: STOP_LIMIT_MS })
    if (exit.escalated) throw failed({ code: 'late', limitMs: STOP_LIMIT_MS })
    if (exit.code !== 0 && exit.signal !== COMMAND_END) throw failed({ code: 'exited', exit })
  }

  function kill() {
    recorder.end({ signal: 'SIGKILL' })
  }

  /** @param {ToolProblem} problem */
  function failed(problem) {
    return toolError({ tool: 'perf record', what: `process ${pids.join(', ')}` }, problem, readTail(stderr))
  }
}
