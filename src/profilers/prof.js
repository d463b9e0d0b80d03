import { rm } from 'node:fs/promises'
import { devNull } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../errors/errors.js'
import { addStates, addTickSummaries, readTickSummary } from '../profile/read/read-tick-summary.js'
import { readV8Ticks } from '../profile/read/read-v8-ticks.js'
import { threadTree } from '../profile/tree/thread-tree.js'
import { writeAtomic } from '../system/files/files.js'
import { readLines } from '../system/files/read-lines.js'
import { workshopRoot } from '../system/files/workshop-root.js'
import { isNode } from '../system/node-binaries.js'
import { NM } from '../system/platform.cjs'
import { runProgram } from '../system/processes.js'
import { findMainLogs, findWorkerLogs, logWindowsOf } from './isolate-logs.js'
import { frameNamer } from './name-frames.js'
import { profReachesAny } from './names.js'
import { namingFile } from './profile-files.js'
import { emptyProfile, runTool, toolError } from './run-tool.js'
import { labelOf, slicesOfBlame } from './threads.js'

/** @import { ThreadTree } from '../profile/types.js' */
/** @import { Collected, Leftover, Profiler, ServerStart } from './index.js' */
/** @import { IsolateLog } from './isolate-logs.js' */

const TOOL = 'node --prof-process'
/** A log of a gigabyte takes five minutes. */
const PROCESS_LIMIT_MS = 10 * 60_000
/** Programs that the tick processor starts may look for files in their working folder, so it is not that of a run. */
const PROCESS_FOLDER = workshopRoot
const NM_LIMIT_MS = 30_000
/** The folder with that script, which needs a shell. */
const firstInPath = fileURLToPath(new URL('./first-in-path', import.meta.url))
const symbolLine = /^([0-9a-f]+) ([0-9a-f]+) [tTwW] (.*)$/

/**
 * V8's own sampling profiler. The log keeps its per-isolate name, so that each worker and cluster process has a file:
 * one name for all would mix them into one broken file.
 * @type {Profiler}
 */
export const prof = {
  name: 'prof',
  needs: ['nm'],
  commandFor: loggedCommand,
  attach: checkLogged,
  async collect(leftover) {
    const collected = await collectTicks(leftover)
    const { trees, states } = await readTickTrees(leftover)
    const [first] = leftover.slices
    const summary = first && collected.ticks[first.load.generator]
    if (summary && states) summary.states = states
    return { ...collected, trees }
  }
}

/**
 * Returns a command whose node processes write a V8 log: the program itself, and those that it starts. Node allows `--prof` in no
 * environment variable, so a script that adds it is the first `node` in PATH.
 * @param {ServerStart} start
 */
function loggedCommand({ command, cwd, env, files }) {
  const [program = '', ...rest] = command
  const log = path.join(files.folder, 'v8.log')
  return {
    command: isNode(program) ? [program, '--prof', `--logfile=${log}`, ...rest] : command,
    cwd,
    env: {
      WORKSHOP_V8_LOG: log,
      WORKSHOP_NODE: '',
      ...(profReachesAny && { PATH: `${firstInPath}:${env.PATH ?? ''}` })
    }
  }
}

/** @type {NonNullable<Profiler['attach']>} */
async function checkLogged({ pids, folder }) {
  const logs = await findMainLogs(folder)
  if (!logs.some(({ pid }) => pids().includes(pid))) throw new WorkshopError('ERR_NOT_LOGGED', { profiler: prof.name })
  return { start: async () => {}, finish: async () => {}, close() {} }
}

/**
 * Runs the tick processor of the node binary that wrote the logs, once per generator and main thread. Ticks of the
 * start-up and of the warm-up are left out: the milliseconds of a log count from the start of V8 in its process. A
 * generator's time may be too short for a tick; a launch without any tick has no profile.
 * @param {Leftover} leftover @returns {Promise<Collected>}
 * @throws {WorkshopError} ERR_EMPTY_PROFILE, ERR_DAMAGED_PROFILE, ERR_TOOL
 */
export async function collectTicks(leftover) {
  const { folder, stderr, slices } = leftover
  const logs = await findMainLogs(folder)
  if (logs.length === 0) throw emptyProfile(folder, { code: 'no-log' }, stderr)
  /** @type {Collected} */
  const collected = { ticks: {}, artifacts: [], trees: [] }
  for (const generator of new Set(slices.map(slice => slice.load.generator))) {
    const own = slices.filter(slice => slice.load.generator === generator)
    const parts = []
    for (const log of logs) parts.push(...(await summarise(leftover, log, logWindowsOf(own, log))))
    const file = path.join(folder, `ticks.${generator}.txt`)
    await writeAtomic(file, parts.map(part => part.text).join('\n'))
    collected.ticks[generator] = addTickSummaries(parts.map(part => part.summary))
    collected.artifacts.push({ kind: 'ticks', path: file, generator })
  }
  if (addTickSummaries(Object.values(collected.ticks)).total === 0)
    throw emptyProfile(folder, { code: 'incomplete-log' }, stderr)
  return collected
}

/**
 * Runs --prof-process over the time from the first to the last window.
 * @param {Leftover} leftover @param {IsolateLog} log @param {ReturnType<typeof logWindowsOf>} windows
 */
async function summarise(leftover, { name }, windows) {
  if (windows.length === 0) return []
  const startMs = Math.floor(Math.min(...windows.map(window => window.startMs)))
  const endMs = Math.ceil(Math.max(...windows.map(window => window.endMs)))
  const file = path.resolve(leftover.folder, name)
  const range = `--range=${startMs},${endMs}`
  const { stdout, stderr } = await runTickProcessor(leftover, file, [range, file], { keepsAll: true })
  const summary = readTickSummary(stdout)
  if (!summary) throw toolError({ tool: TOOL, what: file }, { code: 'no-summary' }, stderr)
  // The text names the file, and not a path of this machine.
  return [{ summary, text: stdout.replace(file, () => name) }]
}

/**
 * Reads the call trees of the time under the load of size and blame, which is the first of the launch, one per thread, and the ticks
 * of the main threads by state.
 * @param {Leftover} leftover
 * @throws {WorkshopError} ERR_DAMAGED_PROFILE, ERR_TOOL
 */
async function readTickTrees(leftover) {
  const { folder, slices, isCopy } = leftover
  const { nameFrames } = await frameNamer(folder, { isCopy })
  /** @type {ThreadTree[]} */
  const trees = []
  const main = await findMainLogs(folder)
  const counted = []
  for (const log of [...main, ...(await findWorkerLogs(folder))]) {
    const windows = logWindowsOf(slicesOfBlame(slices), log)
    if (windows.length === 0) continue
    const { states, ...profile } = await readTree(leftover, log, windows)
    if (states && main.includes(log)) counted.push(states)
    if (profile.nodes.self.length === 0) continue
    trees.push(threadTree(log, nameFrames(profile)))
  }
  return { trees, states: addStates(counted) }
}

/**
 * Reads one call tree through a file and line by line: a long run makes hundreds of megabytes.
 * @param {LogSource} source @param {Pick<IsolateLog, 'name' | 'pid' | 'threadId'>} log
 * @param {ReturnType<typeof logWindowsOf>} [windows] the whole log when absent
 */
export async function readTree(source, log, windows) {
  const { folder } = source
  const what = path.join(folder, log.name)
  const file = `${what}.json`
  try {
    // What has this name already is not appended to.
    await rm(file, { recursive: true, force: true })
    await runTickProcessor(source, what, ['--preprocess', path.resolve(what)], { stdoutPath: file })
    const { symbolAt } = await symbolsOf(source)
    const reading = { windows, label: labelOf(log), symbolAt }
    return await namingFile(what, () => readV8Ticks(readLines(file), reading))
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Runs the tick processor of the node binary that wrote a log. It asks nm too, and waits for it without a limit: where nm does not end,
 * it must not find it.
 * @param {LogSource} source @param {string} what the log as errors name it
 * @param {string[]} args @param {{ stdoutPath: string } | { keepsAll: true }} output
 */
async function runTickProcessor(source, what, args, output) {
  const { nodeBinary, signal } = source
  const { canRun } = await symbolsOf(source)
  const env = canRun ? process.env : { ...process.env, PATH: devNull }
  const bounds = { cwd: PROCESS_FOLDER, env, signal, limitMs: PROCESS_LIMIT_MS, ...output }
  return runTool({ tool: TOOL, what }, nodeBinary, ['--prof-process', ...args], bounds)
}

/**
 * @typedef {Pick<Leftover, 'folder' | 'nodeBinary' | 'signal'> & { isForeign?: boolean }} LogSource `isForeign`: another binary wrote the
 *   log, so that its addresses have no names here
 *
 * @typedef {object} NodeSymbols
 * @property {(address: number) => string | null} symbolAt names an address by its symbol; without nm or symbols it names nothing
 * @property {boolean} canRun whether nm can be started, and ends
 */

/** @param {LogSource} source @returns {NodeSymbols | Promise<NodeSymbols>} */
function symbolsOf({ nodeBinary, signal, isForeign = false }) {
  return isForeign ? { symbolAt: () => null, canRun: false } : nodeSymbols(nodeBinary, signal)
}

/** @type {Map<string, Promise<NodeSymbols>>} by binary */
const known = new Map()

/**
 * Returns the symbols of a binary. The tick processor of Node.js asks nm for the same, but keeps only the first megabyte of the answer,
 * in which few of the functions are.
 * @param {string} binary @param {AbortSignal} signal @returns {Promise<NodeSymbols>}
 */
function nodeSymbols(binary, signal) {
  const found = known.get(binary) ?? readSymbols(binary, signal)
  known.set(binary, found)
  found.catch(() => known.delete(binary))
  return found
}

/** @param {string} binary @param {AbortSignal} signal @returns {Promise<NodeSymbols>} */
async function readSymbols(binary, signal) {
  const { stdout, problem } = await runProgram(NM, ['-C', '-n', '-S', binary], {
    signal,
    limitMs: NM_LIMIT_MS,
    keepsAll: true
  })
  const symbols = stdout.split('\n').flatMap(function parse(line) {
    const [, start, size, name] = symbolLine.exec(line) ?? []
    if (start === undefined || size === undefined || name === undefined) return []
    return [{ start: Number.parseInt(start, 16), end: Number.parseInt(start, 16) + Number.parseInt(size, 16), name }]
  })
  return { symbolAt, canRun: problem === undefined }

  /** @param {number} address */
  function symbolAt(address) {
    let low = 0
    let high = symbols.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((symbols[middle]?.start ?? 0) <= address) low = middle + 1
      else high = middle
    }
    const symbol = symbols[low - 1]
    // the address of a caller is after the call, which may be the last instruction
    return symbol && address <= symbol.end ? symbol.name : null
  }
}
