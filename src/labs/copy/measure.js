import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../../errors/errors.js'
import { lastLines } from '../../errors/words.js'
import { startMessageProcess } from '../../load/message-process.js'
import { withOneServer } from '../../measure/launch/one-server.js'
import { median } from '../../stats/means.js'
import { keepTo } from '../../system/cores.js'
import { readTail } from '../../system/files/files.js'
import { workshopRoot } from '../../system/files/workshop-root.js'
import { cellProgress } from '../skeleton/cell-progress.js'
import { KIB, MIB } from '../skeleton/file-sizes.js'
import { fileSystemOf } from '../skeleton/file-system.js'
import { repeatPlayer } from '../skeleton/repeat-player.js'
import { copiesFolder, sampleFile } from '../skeleton/sample-files.js'
import { estimateCellsMs, plannedCells, plannedOtherRequests } from './plan.js'

/** @import { ToolProblem } from '../../errors/types.js' */
/** @import { Copied, CopyManifest, CopyMessage, CopyOrder, CopyTypes, OtherRequestsRecord, PlannedCell } from './types.js' */
/** @import { SampleFile } from '../skeleton/sample-files.js' */
/** @import { LabOrigin, LabSession } from '../skeleton/types.js' */

/** Where the sample files stay from run to run. */
const SAMPLES = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'samples')

/**
 * Measures a copy lab: every copy in a process of its own, and then copies on a server beside other requests.
 * @param {LabSession<CopyTypes>} session
 */
export async function measureCopyLab(session) {
  await measureCopies(session)
  const { run, manifest, signal, notify } = session
  notify({ type: 'stage', stage: 'other-requests' })
  await measureOtherRequests({
    command: manifest.lab.server.command,
    cells: plannedOtherRequests(manifest.lab, manifest.plan),
    signal,
    onMeasured: record => run.append('otherRequests', record)
  })
}

/** Returns run.json of a copy lab as it begins. @param {LabOrigin<CopyTypes>} origin @returns {CopyManifest} */
export function copyManifest(origin) {
  // What the files are on is known once they are there.
  return { ...origin, core: origin.machine.pinnableCores.at(-1) ?? null, fileSystem: null }
}

/** @param {LabSession<CopyTypes>} session */
async function measureCopies(session) {
  const { run, manifest, signal, notify } = session
  const { lab, plan, core } = manifest
  notify({ type: 'stage', stage: 'samples' })
  const cells = plannedCells(lab, plan)
  const samples = await sampleFiles(cells, signal)
  const strategies = new Map(lab.variants.map(({ name, strategy }) => [name, strategy]))
  const copies = cells.map(({ variant, sizeBytes }) => {
    const { path: source = '', sha256 = '' } = samples.get(sizeBytes) ?? {}
    return { strategy: strategies.get(variant) ?? '', source, sizeBytes, sha256 }
  })
  const module = path.join(workshopRoot, lab.module)
  const folder = await copiesFolder(SAMPLES)
  await run.update({ fileSystem: await fileSystemOf(folder.path) })
  const notifyAfter = cellProgress({ cells, estimateMs: some => estimateCellsMs(lab, some), notify })
  const copier = copierOf({ logPath: run.cellsLog, signal, beforeFirst })
  const playRepeat = repeatPlayer(session, { beforeAgain: copier.end })
  let done = 0
  try {
    notifyAfter(0)
    for (let repeat = 0; repeat < plan.repeats; repeat++) {
      const [from, end] = [repeat, repeat + 1].map(next => cells.filter(cell => cell.repeat < next).length)
      await playRepeat(repeat, function begin() {
        done = Number(from)
        return playLeft
      })
      done = Number(end)

      function playLeft() {
        const order = { module, folder: folder.path, copies: copies.slice(done, end) }
        return copier.play(order, onCopied)
      }
    }
  } finally {
    await copier.end()
    await folder.remove()
  }

  /** @param {number} pid */
  async function beforeFirst(pid) {
    if (core !== null && !(await keepTo([pid], [core]))) await run.update({ core: null })
  }

  /** @param {Copied} copied */
  function onCopied(copied) {
    const cell = cells[done]
    if (cell) run.append('cells', { ...cell, ...copied })
    notifyAfter(++done)
  }
}

/** @param {PlannedCell[]} cells @param {AbortSignal} signal @returns {Promise<Map<number, SampleFile>>} by size */
async function sampleFiles(cells, signal) {
  const samples = new Map()
  for (const bytes of new Set(cells.map(({ sizeBytes }) => sizeBytes))) {
    signal.throwIfAborted()
    samples.set(bytes, await sampleFile(SAMPLES, bytes))
  }
  return samples
}

const entry = fileURLToPath(new URL('./copies-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
/** A copy byte by byte takes about 2 s per MiB: ten times that on a slow machine. */
const LIMIT_MS_PER_MIB = 20_000

/**
 * Returns what copies files one after the other in a process of its own, which starts with the first order.
 * @param {object} options
 * @param {string} options.logPath file that the output of the process is appended to
 * @param {AbortSignal} options.signal
 * @param {(pid: number) => Promise<void>} options.beforeFirst runs when the process is ready
 */
export function copierOf({ logPath, signal, beforeFirst }) {
  /** @type {ReturnType<typeof startMessageProcess<CopyMessage>> | null} */
  let copier = null
  return { play, end }

  /** Ends the process: the next order starts another one. */
  async function end() {
    await copier?.end({ signal: 'SIGKILL' })
    copier = null
  }

  /**
   * @param {CopyOrder} order @param {(copied: Copied) => void} onCopied runs the moment a copy is complete and compared
   * @returns {Promise<void>} rejects with ERR_COPY, with ERR_TOOL, or with the signal's reason
   */
  async function play(order, onCopied) {
    const { next, send } = copier ?? (await start())
    send(order)
    for (let index = 0; ; index++) {
      const message = await next({ limitMs: limitOf(order, index), signal })
      if (message.type === 'end') return
      if (message.type === 'failed') throw copyError(order, message)
      if (message.type === 'copied') {
        const { type, ...copied } = message
        onCopied(copied)
      }
    }
  }

  async function start() {
    const { NODE_OPTIONS, ...env } = process.env
    /** @type {ReturnType<typeof startMessageProcess<CopyMessage>>} */
    const started = startMessageProcess({
      entry,
      env,
      logPath,
      makeError: (problem, tail) => new WorkshopError('ERR_TOOL', { tool: 'node', what: entry, problem, tail })
    })
    copier = started
    await started.next({ limitMs: READY_LIMIT_MS, signal })
    await beforeFirst(Number(started.pid))
    return started
  }
}

/** Returns how long a copy may take. @param {CopyOrder} order @param {number} index */
function limitOf({ copies }, index) {
  const { sizeBytes = 0 } = copies[index] ?? {}
  return READY_LIMIT_MS + (sizeBytes / MIB) * LIMIT_MS_PER_MIB
}

/** @param {CopyOrder} order @param {Extract<CopyMessage, { type: 'failed' }>} message */
function copyError({ copies, folder }, { index, code, problem }) {
  const { strategy = '', source = '' } = copies[index] ?? {}
  return new WorkshopError('ERR_COPY', { strategy, source, folder, code, problem })
}

/**
 * @typedef {object} OtherRequestsOrder
 * @property {string[]} command that starts the server
 * @property {(PlannedCell & { strategy: string })[]} cells in the order in which they are measured
 * @property {AbortSignal} signal
 * @property {(record: OtherRequestsRecord) => void} onMeasured runs the moment a cell is measured
 *
 * @typedef {(method: string, path: string) => Promise<number>} Ask requests a path, and returns the milliseconds to the end of the response
 */

const REQUEST_LIMIT_MS = 60_000
const IDLE_PINGS = 20

/**
 * Measures how long another request waits while a server copies a file: one connection asks for the copy, another one sends small
 * requests one after the other until the copy is complete.
 * @param {OtherRequestsOrder} order
 * @returns {Promise<void>} rejects with ERR_TOOL, with an error of `withOneServer`, or with the signal's reason
 */
export async function measureOtherRequests({ command, cells, signal, onMeasured }) {
  const variant = { name: 'copies', command, env: { NODE_OPTIONS: '' }, contentEncoding: null }
  // A server that is killed leaves its files behind: it ends by itself after a failure too.
  const [outcome] = await withOneServer({ variant, signal }, (launch, stderr) =>
    Promise.allSettled([launch.whileAlive(measureCells(launch.origin, stderr))])
  )
  if (outcome.status === 'rejected') throw outcome.reason

  /** @param {string} origin @param {string} stderr */
  async function measureCells(origin, stderr) {
    const [first] = cells
    // Writes the file that is copied, and warms up both routes.
    if (first) await copyBeside(ask, { ...first, strategy: 'kernel' })
    for (const cell of cells) {
      const { strategy, ...planned } = cell
      onMeasured({ ...planned, ...(await copyBeside(ask, cell)) })
    }

    /** @type {Ask} */
    async function ask(method, path) {
      const startedMs = performance.now()
      const limit = AbortSignal.timeout(REQUEST_LIMIT_MS)
      const response = await answerOf(method, path, AbortSignal.any([signal, limit])).catch(error => {
        signal.throwIfAborted()
        throw failure(limit.aborted ? { code: 'late', limitMs: REQUEST_LIMIT_MS } : error.message)
      })
      if (!response.ok)
        throw failure({ code: 'wrong-status', request: `${method} ${path}`, statusCode: response.status })
      return performance.now() - startedMs
    }

    /** @param {string} method @param {string} path @param {AbortSignal} bounds */
    async function answerOf(method, path, bounds) {
      const response = await fetch(origin + path, { method, signal: bounds })
      await response.arrayBuffer()
      return response
    }

    /** @param {ToolProblem} problem */
    function failure(problem) {
      const [tool = '', ...args] = command
      return new WorkshopError('ERR_TOOL', { tool, what: args.join(' '), problem, tail: lastLines(readTail(stderr)) })
    }
  }
}

/** Measures one copy and the requests beside it. @param {Ask} ask @param {PlannedCell & { strategy: string }} cell */
async function copyBeside(ask, { strategy, sizeBytes }) {
  const idle = []
  for (let sent = 0; sent < IDLE_PINGS; sent++) idle.push(await ping())
  let isCopied = false
  const copying = ask('POST', `/copy?kB=${sizeBytes / KIB}&strategy=${strategy}`).finally(() => {
    isCopied = true
  })
  copying.catch(() => {})
  const beside = []
  while (!isCopied) beside.push(await ping())
  return {
    copyMs: await copying,
    idlePingMs: median(idle) ?? 0,
    longestPingMs: Math.max(...beside),
    pings: beside.length
  }

  function ping() {
    return ask('GET', '/ping')
  }
}
