import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../../errors/errors.js'
import { lastLines } from '../../../errors/words.js'
import { withOneServer } from '../../../measure/launch/one-server.js'
import { median } from '../../../stats/means.js'
import { readTail } from '../../../system/files/files.js'
import { KIB } from '../../skeleton/file-sizes.js'

/**
 * @import { ToolProblem } from '../../../errors/types.js'
 * @import { OtherRequestsRecord, PlannedCell } from '../types.js'
 */

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

/**
 * Measures one copy and the requests beside it.
 * @param {Ask} ask
 * @param {PlannedCell & { strategy: string }} cell
 */
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
