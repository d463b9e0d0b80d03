import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lastLines, WorkshopError } from '../errors.js'
import { addTickSummaries, readTickSummary } from '../profile/read-tick-summary.js'
import { readTail } from '../system/files.js'
import { runProgram } from '../system/processes.js'

const logName = /^isolate.*-(\d+)-v8\.log$/

/**
 * @typedef {{ pid: number, startMs: number, endMs: number }} Window the stretch of one server process
 */

/**
 * Has the tick processor of the node binary that wrote the logs sum up each generator's stretch of the launch: ticks of
 * start-up and warm-up are left out by --range, whose milliseconds count from the start of V8 in the process. A stretch may
 * be too short to hold a tick; a launch without any has no profile.
 * @param {import('./index.js').Leftover} leftover
 * @returns {Promise<import('./index.js').Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE, ERR_TOOL
 */
export async function collectTicks({ folder, stderr, nodeBinary, slices, signal }) {
  // 0x makes its folder last: none means that it got no log.
  const logs = (await readdir(folder).catch(() => [])).filter(name => logName.test(name))
  if (logs.length === 0) throw emptyProfile('there is no V8 log')
  /** @type {import('./index.js').Collected} */
  const collected = { ticks: {}, artifacts: [] }
  for (const generator of new Set(slices.map(slice => slice.load.generator))) {
    const windows = windowsOf(slices.filter(slice => slice.load.generator === generator))
    const parts = []
    for (const window of windows) parts.push(...(await processLogs({ folder, logs, nodeBinary, window, signal })))
    const file = path.join(folder, `ticks.${generator}.txt`)
    await writeFile(file, parts.map(part => part.text).join('\n'))
    collected.ticks[generator] = addTickSummaries(parts.map(part => part.summary))
    collected.artifacts.push({ kind: 'ticks', path: file, generator })
  }
  if (addTickSummaries(Object.values(collected.ticks)).total > 0) return collected
  throw emptyProfile('the log is empty or was cut off')

  /** @param {string} problem */
  function emptyProfile(problem) {
    return new WorkshopError('ERR_EMPTY_PROFILE', { what: folder, problem, tail: lastLines(readTail(stderr)) })
  }
}

/**
 * @param {import('../types.js').SliceRecord[]} slices of one generator
 * @returns {Window[]}
 */
function windowsOf(slices) {
  const processes = slices.flatMap(slice => slice.server.processes)
  return [...new Set(processes.map(({ pid }) => pid))].map(function windowOf(pid) {
    const own = processes.filter(each => each.pid === pid)
    const startMs = Math.floor(Math.min(...own.map(each => each.startUptimeMs)))
    const endMs = Math.ceil(Math.max(...own.map(each => each.endUptimeMs)))
    return { pid, startMs, endMs }
  })
}

/**
 * @param {object} job
 * @param {string} job.folder
 * @param {string[]} job.logs
 * @param {string} job.nodeBinary
 * @param {Window} job.window
 * @param {AbortSignal} job.signal
 */
async function processLogs({ folder, logs, nodeBinary, window, signal }) {
  const own = logs.filter(name => Number(logName.exec(name)?.[1]) === window.pid)
  const parts = []
  for (const name of own) {
    // In the log's own folder, so that the text names the file and not a path of this machine.
    const args = ['--prof-process', `--range=${window.startMs},${window.endMs}`, name]
    const { code, problem, stdout, stderr } = await runProgram(nodeBinary, args, { cwd: folder, signal })
    const summary = code === 0 ? readTickSummary(stdout) : null
    if (!summary) {
      const why = problem ?? (code === 0 ? 'it printed no summary' : `exit code ${code}`)
      throw new WorkshopError('ERR_TOOL', {
        tool: 'node --prof-process',
        what: path.join(folder, name),
        problem: why,
        tail: lastLines(stderr)
      })
    }
    parts.push({ summary, text: stdout })
  }
  return parts
}
