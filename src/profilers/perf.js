import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { lastLines } from '../errors/words.js'
import { readPerfScript } from '../profile/read/read-perf-script.js'
import { readTail } from '../system/files/files.js'
import { readLines } from '../system/files/read-lines.js'
import { runProgram } from '../system/processes.js'
import { startPerf } from './perf-process.js'
import { namingFile } from './profile-files.js'

/**
 * @import { Attachment, AttachTarget, Collected, Leftover, Profiler } from './index.js'
 * @import { PerfProcess } from './perf-process.js'
 */

/** The kernel allows perf to sample itself up to 1. */
const SCRIPT_LIMIT_MS = 10 * 60_000
const PARANOID_FILE = '/proc/sys/kernel/perf_event_paranoid'
const noSamples = { trees: [], sampleCount: 0 }
const FIELDS = 'comm,pid,tid,time,ip,sym,dso'

/**
 * Linux perf, for the threads that V8's profilers do not see: libuv's thread pool, and V8's compilers and garbage collector.
 * The server starts without any option, so its command can be any. Blame does not use it.
 * @type {Profiler}
 */
export const perf = {
  name: 'perf',
  wraps: false,
  stopGraceMs: 8000,
  needs: [],
  check: checkPerf,
  commandFor: ({ command, cwd }) => ({ command, cwd, env: {} }),
  attach: attachPerf,
  collect
}

/**
 * @param {AttachTarget} target
 * @returns {Promise<Attachment>}
 */
async function attachPerf({ pids, folder }) {
  /** @type {PerfProcess | undefined} */
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
 * @param {Leftover} leftover
 * @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE, ERR_DAMAGED_PROFILE, ERR_TOOL
 */
async function collect({ folder, slices, signal }) {
  const { data, stderr } = filesIn(folder)
  const first = slices.filter(slice => slice.load.generator === slices[0]?.load.generator)
  const windows = first.flatMap(({ server }) => server.threads).filter(({ threadId }) => threadId === 0)
  const { trees, sampleCount } = windows.length > 0 ? await readData(folder, windows, signal) : noSamples
  if (sampleCount > 0) return { ticks: {}, artifacts: [], trees }
  const tail = lastLines(readTail(stderr))
  throw new WorkshopError('ERR_EMPTY_PROFILE', { what: data, problem: { code: 'no-perf-samples' }, tail })
}

/**
 * Reads the samples through a file and line by line: perf prints some 1 kB per sample.
 * @param {string} folder
 * @param {{ pid: number, startMicros: number, endMicros: number }[]} windows
 * @param {AbortSignal} signal
 */
async function readData(folder, windows, signal) {
  const { data } = filesIn(folder)
  const text = path.join(folder, 'perf.txt')
  try {
    // What has this name already is not appended to.
    await rm(text, { recursive: true, force: true })
    const args = ['script', '-i', data, '--no-inline', '--time', hullOf(windows), '-F', FIELDS]
    const { stdout, stderr, ...exit } = await runProgram('perf', args, {
      signal,
      stdoutPath: text,
      limitMs: SCRIPT_LIMIT_MS
    })
    if (exit.code !== 0) {
      const problem = { code: /** @type {const} */ ('exited'), exit }
      throw new WorkshopError('ERR_TOOL', { tool: 'perf script', what: data, problem, tail: lastLines(stderr) })
    }
    return await namingFile(text, () => readPerfScript(readLines(text), windows))
  } finally {
    await rm(text, { force: true })
  }
}

/** @param {{ startMicros: number, endMicros: number }[]} windows @returns {string} in seconds, as perf script has it */
function hullOf(windows) {
  const start = Math.min(...windows.map(({ startMicros }) => startMicros))
  const end = Math.max(...windows.map(({ endMicros }) => endMicros))
  return [start, end].map(micros => (micros / 1e6).toFixed(6)).join(',')
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
