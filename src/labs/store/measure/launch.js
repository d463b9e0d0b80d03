import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { WorkshopError } from '../../../errors/errors.js'
import { lastLines } from '../../../errors/words.js'
import { withOneServer } from '../../../measure/launch/one-server.js'
import { seededRandom } from '../../../stats/seeded-random.js'
import { withDeadline } from '../../../system/deadline.js'
import { readTail } from '../../../system/files/files.js'
import { workshopRoot } from '../../../system/files/workshop-root.js'
import { startProcess } from '../../../system/processes.js'
import { copiesFolder } from '../../skeleton/sample-files.js'
import { acceptedAtOnce } from './plan.js'

/** @import { Generator } from '../../../load/generator.js' */
/** @import { LoadRequest, LoadResult, Mix, SentRequest } from '../../../load/types.js' */
/** @import { Launch } from '../../../measure/launch/launch.js' */
/** @import { ServerReading } from '../../../runs/types.js' */
/** @import { LabSession } from '../../skeleton/types.js' */
/** @import { ExecutorCounts, RateRecord, StoreLab, StoreOperation, StoreTypes, StoreVariant } from '../types.js' */

/** Where the filled store stays from run to run. */
const STORE_FOLDER = path.join(workshopRoot, 'node_modules', '.cache', 'profiling-workshop', 'store')
/** The file of lmdb. */
const DATA_FILE = 'store.mdb'
const FILL_LIMIT_MS = 120_000

/** Different requests of a load, which are sent in this order again and again. */
const LOAD_REQUESTS = 2000

/**
 * @typedef {object} StoreBench what every launch of a run shares
 * @property {LabSession<StoreTypes>} session
 * @property {string} data folder of the copied store
 * @property {(name: 'paced' | 'sockets') => Generator} generator
 * @property {() => Promise<void>} restart replaces the generators: one that failed has ended
 *
 * @typedef {object} StoreLoad
 * @property {StoreOperation} operation
 * @property {number} connections
 * @property {number} durationMs
 * @property {number} seed of the ids and values
 *
 * @typedef {object} StoreServer a server that listens
 * @property {(load: StoreLoad) => Promise<ClosedLoop>} playClosed plays a closed loop, with no more connections than the strategy
 *   accepts at once
 * @property {(load: StoreLoad & { ratePerSecond: number }) => Promise<RateRecord>} playAtRate plays a constant rate in an open loop
 *
 * @typedef {{ result: LoadResult, server: ServerReading, connections: number }} ClosedLoop
 */

const REFUSAL_STATUS = 503
/** V8 then has optimised the way of a request. */
const WARM_UP = { connections: 64, durationMs: 400, seed: 0 }

/**
 * Starts a server with one strategy on the data of the run, warms it up, calls a function, and stops it.
 * @template T
 * @param {StoreBench} bench
 * @param {{ variant: StoreVariant, operations: StoreOperation[], taskRounds?: number }} asked `operations`: those that it is warmed up
 *   with; `taskRounds`: rounds of SHA-256 that each task takes on top
 * @param {(server: StoreServer) => Promise<T>} use
 * @returns {Promise<T>} rejects with an error of `withOneServer` or of a generator, or with the signal's reason
 */
export async function withStore({ session, data, generator }, { variant, operations, taskRounds = 0 }, use) {
  const { manifest, signal } = session
  const env = { ...variant.env, NODE_OPTIONS: '', PORT: '0', DATA: data, TASK_ROUNDS: String(taskRounds) }
  return withOneServer({ variant: { ...variant, env }, signal }, async function useLaunch(launch) {
    for (const operation of operations) await playClosed({ operation, ...WARM_UP })
    return use({ playClosed, playAtRate })

    /** @type {StoreServer['playClosed']} */
    async function playClosed({ connections: asked, ...load }) {
      const connections = acceptedAtOnce(variant.pool, asked)
      const request = { ...loadOf(launch, load), generator: 'sockets', mode: 'closed', connections }
      return { ...(await play(launch, /** @type {LoadRequest} */ (request))), connections }
    }

    /** @type {StoreServer['playAtRate']} */
    async function playAtRate({ ratePerSecond, connections, ...load }) {
      await ask(launch, 'DELETE')
      const { result, server } = await play(launch, {
        ...loadOf(launch, load),
        generator: 'paced',
        mode: 'open',
        arrivals: 'constant',
        capacityShare: 1,
        pace: { ratePerSecond, seed: load.seed },
        connectionLimit: connections,
        refusalStatus: REFUSAL_STATUS
      })
      const counts = await (await ask(launch, 'GET')).json()
      return rateRecord(ratePerSecond, result, server, counts)
    }
  })

  /** @param {Launch} launch @param {Omit<StoreLoad, 'connections'>} load */
  function loadOf({ origin }, { operation, durationMs, seed }) {
    return { ...storeRequests(manifest.lab, { origin, operation, seed }), durationMs }
  }

  /** @param {Launch} launch @param {LoadRequest} request */
  async function play(launch, request) {
    const name = request.generator === 'paced' ? 'paced' : 'sockets'
    await launch.startSlice()
    const result = await launch.whileAlive(generator(name).play(request, { signal }))
    return { result, server: await launch.stopSlice() }
  }

  /** @param {Launch} launch @param {string} method */
  function ask({ origin, whileAlive }, method) {
    return whileAlive(fetch(`${origin}/v0/counts`, { method, signal }))
  }
}

/** @type {(ratePerSecond: number, result: LoadResult, server: ServerReading, counts: ExecutorCounts) => RateRecord} */
function rateRecord(ratePerSecond, result, server, { mostRunning, mostWaiting, threads, waitMicros }) {
  const { sent, completed, non2xx, refused = 0, errors, latencyMicros, pace } = result
  return {
    ratePerSecond,
    sent,
    accepted: completed - refused - non2xx,
    failed: non2xx,
    refused,
    errors,
    latencyMicros,
    isSaturated: pace?.isSaturated ?? false,
    sendDelayP99Micros: pace?.sendDelayP99Micros ?? 0,
    cpuMicros: server.cpuMicros,
    rssBytes: server.rssBytes,
    executor: { mostRunning, mostWaiting, threads, waitMicros }
  }
}

/**
 * Returns requests with random ids, and random values where they write, always the same ones for a seed.
 * @param {Pick<StoreLab, 'alphabet' | 'idLength' | 'valueLength'>} lab
 * @param {{ origin: string, operation: StoreOperation, seed: number }} options
 * @returns {SentRequest & { mix: Mix }} a load of all of them
 */
export function storeRequests({ alphabet, idLength, valueLength }, { origin, operation, seed }) {
  const random = seededRandom(seed)
  const requests = Array.from({ length: LOAD_REQUESTS }, () => ({
    url: `${origin}/v0/entity?id=${randomText(idLength)}`,
    headers: {},
    method: operation,
    ...(operation === 'PUT' && { body: randomText(valueLength) })
  }))
  return { url: `${origin}/v0/entity`, headers: {}, mix: { requests, order: requests.map((_, index) => index) } }

  /** @param {number} length */
  function randomText(length) {
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  }
}

/**
 * Returns a copy of the filled store for one run, on the file system of the original. The store is filled when it is not there yet.
 * @param {object} options
 * @param {string} options.filler program, relative to the folder of the workshop
 * @param {string} options.logPath file that its output is appended to
 * @param {AbortSignal} options.signal
 * @param {string} [options.folder] where the filled store stays
 * @returns {Promise<{ path: string, bytes: number, remove: () => Promise<void> }>} rejects with ERR_TOOL, or with the signal's reason
 */
export async function storeData({ folder = STORE_FOLDER, ...options }) {
  const filled = path.join(folder, 'filled')
  const bytes = (await sizeOf(filled)) ?? (await fill(filled, options))
  const copies = await copiesFolder(folder)
  await cp(filled, copies.path, { recursive: true })
  return { ...copies, bytes }
}

/** @param {string} folder @returns {Promise<number | null>} null where there is none */
async function sizeOf(folder) {
  try {
    return (await stat(path.join(folder, DATA_FILE))).size
  } catch {
    return null
  }
}

/**
 * Fills a temporary folder first: one that is there is complete.
 * @param {string} folder @param {{ filler: string, logPath: string, signal: AbortSignal }} options
 */
async function fill(folder, { filler, logPath, signal }) {
  const temporary = `${folder}.${process.pid}.part`
  await mkdir(path.dirname(folder), { recursive: true })
  const child = startProcess({
    command: process.execPath,
    args: [path.join(workshopRoot, filler)],
    env: { ...process.env, NODE_OPTIONS: '', DATA: temporary, EXECUTOR: 'inline', SEED: '1' },
    stdoutPath: logPath,
    stderrPath: logPath
  })
  try {
    const exit = await withDeadline(child.exited, {
      limitMs: FILL_LIMIT_MS,
      signal,
      late: () => failure({ code: 'late', limitMs: FILL_LIMIT_MS })
    })
    if (exit.code !== 0) throw failure({ code: 'exited', exit })
    await rename(temporary, folder).catch(unlessThere)
    return (await sizeOf(folder)) ?? 0
  } finally {
    await child.end({ signal: 'SIGKILL' })
    await rm(temporary, { recursive: true, force: true })
  }

  /** @param {import('../../../errors/types.js').ToolProblem} problem */
  function failure(problem) {
    return new WorkshopError('ERR_TOOL', { tool: 'node', what: filler, problem, tail: lastLines(readTail(logPath)) })
  }
}

/** Another run may have filled the folder at the same time. @param {NodeJS.ErrnoException} error */
function unlessThere(error) {
  if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
}
