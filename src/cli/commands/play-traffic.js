import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { infoRequest } from '../../../load/info.js'
import { WorkshopError } from '../../errors/errors.js'
import { startGenerator } from '../../load/generator.js'
import { formatCount, formatDuration } from '../../report/words/format.js'
import { printError } from '../print/print.js'

/** @import { LoadResult } from '../../load/types.js' */

/** Enough to keep the server busy, and few enough to find one request in the flame chart. */
export const TRAFFIC_CONNECTIONS = 20
const SLICE_S = 1

/**
 * Sends requests to a server that a person inspects, and prints how many. Nothing is measured: when it fails, the error is
 * printed and the server stays up.
 * @param {{ origin: string, seconds: number, signal: AbortSignal }} traffic
 */
export async function playTraffic({ origin, seconds, signal }) {
  const url = origin + infoRequest.path
  const sum = { requests: 0, failed: 0, ms: 0 }
  const folder = await mkdtemp(path.join(tmpdir(), 'workshop-inspect-'))
  console.log(`Load: autocannon sends requests to ${url} over ${TRAFFIC_CONNECTIONS} connections for ${seconds} s.`)
  try {
    await playSlices()
    console.log(`Load ended: ${inWords()}. The server stays up; Ctrl-C ends it.`)
  } catch (error) {
    if (!signal.aborted && !(error instanceof WorkshopError)) throw error
    if (signal.aborted) console.log(`Load stopped: ${inWords()}.`)
    else printError(`Load failed: ${/** @type {Error} */ (error).message} The server stays up; Ctrl-C ends it.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  async function playSlices() {
    const slices = Math.ceil(seconds / SLICE_S)
    const durationMs = (seconds / slices) * 1e3
    const load = /** @type {const} */ ({ generator: 'autocannon', mode: 'closed', connections: TRAFFIC_CONNECTIONS })
    const request = { ...load, url, headers: infoRequest.headers, durationMs }
    const generator = await startGenerator('autocannon', { logPath: path.join(folder, 'autocannon.log'), signal })
    try {
      for (let slice = 0; slice < slices; slice++) count(await generator.play(request, { signal }))
    } finally {
      await generator.end()
    }
  }

  /** @param {LoadResult} result */
  function count({ completed, non2xx, errors, durationMs }) {
    sum.requests += completed
    sum.failed += non2xx + errors
    sum.ms += durationMs
  }

  function inWords() {
    if (sum.ms === 0) return 'before its first second ended'
    const rate = formatCount(sum.requests / (sum.ms / 1e3))
    const failed = sum.failed === 0 ? 'none failed' : `${formatCount(sum.failed)} failed`
    return `${formatCount(sum.requests)} requests in ${formatDuration(sum.ms)}, ${rate} requests/s, ${failed}`
  }
}
