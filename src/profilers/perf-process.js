import { once } from 'node:events'
import { WorkshopError } from '../errors/errors.js'
import { lastLines } from '../errors/words.js'
import { readTail } from '../system/files/files.js'
import { startProcess } from '../system/processes.js'

/** @import { ToolProblem } from '../errors/types.js' */

/**
 * The clock of process.hrtime, which slices are timed by; one sample per 4 ms of a thread's CPU, because in a virtual machine
 * timers that run more often than the scheduler's make each wake-up of a thread expensive; with stacks; without the copies
 * of binaries that perf would keep in the user's home.
 */
const RECORD = ['record', '-k', 'CLOCK_MONOTONIC', '-e', 'cpu-clock', '-c', '4000000', '-g', '--no-buildid-cache']
/** perf starts the command that it is given when it samples, and ends when that command ends. */
const REPORTS_START = ['sh', '-c', 'echo started; exec sleep 86400']
/** perf then ends that command by this signal, and itself as the command did. */
const COMMAND_END = 'SIGTERM'
const STOP_LIMIT_MS = 8000

/**
 * Starts perf on running processes.
 * @param {{ pids: number[], data: string, stderr: string }} order files for its samples and its messages
 * @returns {PerfProcess}
 *
 * @typedef {object} PerfProcess its promises reject with ERR_TOOL
 * @property {() => Promise<void>} untilSampling resolves as soon as it samples
 * @property {() => Promise<void>} finish ends it, and resolves when its file is complete
 * @property {() => void} kill
 */
export function startPerf({ pids, data, stderr }) {
  const args = [...RECORD, '-p', pids.join(','), '-o', data, '--', ...REPORTS_START]
  const recorder = startProcess({ command: 'perf', args, stderrPath: stderr, pipeOutput: true })
  const output = recorder.child.stdout
  const sampling = output ? [once(output, 'data').then(() => null)] : []
  return { untilSampling, finish, kill }

  async function untilSampling() {
    const early = await Promise.race([...sampling, recorder.exited])
    if (early) throw failed({ code: 'exited', exit: early })
  }

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
    const tail = lastLines(readTail(stderr))
    return new WorkshopError('ERR_TOOL', { tool: 'perf record', what: `process ${pids.join(', ')}`, problem, tail })
  }
}
