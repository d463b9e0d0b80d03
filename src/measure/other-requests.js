import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { lastLines, WorkshopError } from '../errors.js'
import { median } from '../stats/means.js'
import { withDeadline } from '../system/deadline.js'
import { readTail } from '../system/files.js'
import { startProcess } from '../system/processes.js'
import { workshopRoot } from '../system/workshop-root.js'

/**
 * @import { OtherRequestsRecord, PlannedCell } from '../runs/types.js'
 */

/**
 * @typedef {object} OtherRequestsOrder
 * @property {string[]} command that starts the server
 * @property {(PlannedCell & { strategy: string })[]} cells in the order in which they are measured
 * @property {string} logPath file that the stderr of the server is appended to
 * @property {AbortSignal} signal
 * @property {(record: OtherRequestsRecord) => void} onMeasured runs the moment a cell is measured
 */

const LISTENING = /Listening on (http:\/\/[^/\s]+)/
const START_LIMIT_MS = 20_000
const REQUEST_LIMIT_MS = 60_000
const IDLE_PINGS = 20

/**
 * Measures how long another request waits while a server copies a file: one connection asks for the copy, another one sends small
 * requests one after the other until the copy is complete.
 * @param {OtherRequestsOrder} order
 * @returns {Promise<void>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function measureOtherRequests({ command: [program = '', ...args], cells, logPath, signal, onMeasured }) {
  const managed = startProcess({
    command: program === 'node' ? process.execPath : program,
    args,
    cwd: workshopRoot,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', HOST: '127.0.0.1', MODE: 'fork' },
    stderrPath: logPath,
    pipeOutput: true
  })
  try {
    const url = await withDeadline(Promise.race([listening(), died()]), { limitMs: START_LIMIT_MS, signal, late })
    const [first] = cells
    // Writes the file that is copied, and warms up both routes.
    if (first) await copyBeside(url, { ...first, strategy: 'kernel' }, signal)
    for (const cell of cells) {
      const { strategy, ...planned } = cell
      onMeasured({ ...planned, ...(await copyBeside(url, cell, signal)) })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof WorkshopError ? error : failure(/** @type {Error} */ (error).message)
  } finally {
    await managed.end()
  }

  /** Returns the address that the server prints when it listens. */
  async function listening() {
    let text = ''
    managed.child.stdout?.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    for (;;) {
      const [, url] = LISTENING.exec(text) ?? []
      if (url !== undefined) return url
      await once(/** @type {NonNullable<typeof managed.child.stdout>} */ (managed.child.stdout), 'data', { signal })
    }
  }

  /** @returns {Promise<never>} */
  async function died() {
    throw failure({ code: 'exited', exit: await managed.exited })
  }

  function late() {
    return failure({ code: 'late', limitMs: START_LIMIT_MS })
  }

  /** @param {import('../error-types.js').ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', {
      tool: program,
      what: args.join(' '),
      problem,
      tail: lastLines(readTail(logPath))
    })
  }
}

/**
 * Measures one copy and the requests beside it.
 * @param {string} url
 * @param {PlannedCell & { strategy: string }} cell
 * @param {AbortSignal} signal
 */
async function copyBeside(url, { strategy, sizeBytes }, signal) {
  const bounds = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_LIMIT_MS)])
  const idle = []
  for (let sent = 0; sent < IDLE_PINGS; sent++) idle.push(await ping())
  let isCopied = false
  const copying = timed('POST', `${url}/copy?kB=${sizeBytes / 1024}&strategy=${strategy}`, bounds).finally(() => {
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
    return timed('GET', `${url}/ping`, bounds)
  }
}

/**
 * Returns how long a request took, to the end of its response.
 * @param {string} method
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function timed(method, url, signal) {
  const startedMs = performance.now()
  const response = await fetch(url, { method, signal })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${method} ${url} has status ${response.status}`)
  return performance.now() - startedMs
}
