import { sum } from '../../stats/means.js'
import { notMeasurable, playLoad } from '../rounds/play-slices.js'
import { failingRequest, refuseEndedLogin } from './log-in.js'

/** @import { Experiment, WeightedRequest } from '../../experiments/types.js' */
/** @import { LoadResult } from '../../load/types.js' */
/** @import { LaunchRecord, WarmUpStretch } from '../../runs/types.js' */
/** @import { Launch } from './launch.js' */
/** @import { Session } from '../rounds/measure.js' */
/** @import { ThreadKept } from '../types.js' */

/** All variants serve the same number of requests: the time only ends a load that a server no longer answers. */
const LATEST = 2
/** A single failure is no reason to end a run. */
const MOST_BY_CHANCE = 1
/** Enough for a leak of 100 bytes per request to stand out from what V8 keeps anyway. */
const KEPT_REQUESTS = 3000
/** A slow server serves fewer. */
const KEPT_MOST_MS = 3000

/**
 * Serves the same number of requests from each launch, all at once, and measures what they cost.
 * @param {Session} session @param {Launch[]} launches @param {number} requests
 * @param {number} [mostMs] a slower server serves fewer
 * @returns {Promise<WarmUpStretch[]>} in the order of the launches
 * @throws {WorkshopError} ERR_NOT_MEASURABLE when a server answers wrongly
 */
export async function serveRequests(session, launches, requests, mostMs = LATEST * session.design.warmUp.mostMs) {
  const { warmupLoad } = session.design
  const served = await Promise.all(launches.map(serveOne))
  await refuseWrongAnswers(session, served)
  return served.map(({ stretch }) => stretch)

  /** @param {Launch} launch @param {number} place */
  async function serveOne(launch, place) {
    await launch.startSlice()
    const slice = { load: warmupLoad, durationMs: mostMs, index: 0, place, requests }
    const responses = await playLoad(session, launch, slice)
    const { cpuMicros, cpuMainThreadMicros, cpuHelpersMicros } = await launch.stopSlice()
    const { completed, durationMs } = responses
    const stretch = { requests: completed, durationMs, cpuMicros, cpuMainThreadMicros, cpuHelpersMicros }
    return { launch, responses, stretch }
  }
}

/**
 * Measures what the heap of each launch keeps of more requests, between two forced garbage collections. It comes after all
 * slices of the launch: after such a collection V8 has to compile functions again, and a request costs up to a fifth more
 * for seconds. Only threads that are in both readings count.
 * @param {Session} session @param {Launch[]} launches
 * @returns {Promise<Map<Launch, NonNullable<LaunchRecord['kept']>>>}
 */
export async function measureKept(session, launches) {
  const starts = await readAll()
  const served = await serveRequests(session, launches, KEPT_REQUESTS, KEPT_MOST_MS)
  const ends = await readAll()
  return new Map(
    launches.map((launch, index) => {
      const kept = ofSameThreads(starts[index] ?? [], ends[index] ?? [])
      return [launch, { ...kept, requests: served[index]?.requests ?? 0 }]
    })
  )

  function readAll() {
    return Promise.all(launches.map(launch => launch.readKeptBytes()))
  }
}

/**
 * Returns the bytes at the start and at the end of the threads that are in both readings: a worker thread that starts or ends
 * between them has a heap of its own, which is no leak.
 * @param {ThreadKept[]} start @param {ThreadKept[]} end
 */
export function ofSameThreads(start, end) {
  const pairs = start.flatMap(function pairUp({ pid, threadId, bytes }) {
    const same = end.find(thread => thread.pid === pid && thread.threadId === threadId)
    return same ? [{ startBytes: bytes, endBytes: same.bytes }] : []
  })
  return { startBytes: sum(pairs.map(pair => pair.startBytes)), endBytes: sum(pairs.map(pair => pair.endBytes)) }
}

/**
 * Ends the run in the warm-up when a server answers wrongly: every slice would be discarded, minutes later.
 * @param {Session} session @param {{ launch: Launch, responses: LoadResult }[]} served
 */
async function refuseWrongAnswers(session, served) {
  const { experiment } = session
  const { requests } = experiment
  await refuseEndedLogin(session, served)
  const place = served.findIndex(({ launch, responses }) => isWrong(experiment, launch, responses))
  const wrong = served[place]
  if (!wrong) return
  const failing = requests && (await failingRequest(session, wrong.launch))
  const path = failing?.path ?? (requests ? '' : experiment.request.path)
  throw notMeasurable(experiment, served, { place, request: failing?.name, path })
}

/** @type {(experiment: Experiment, launch: Launch, result: LoadResult) => boolean} */
function isWrong({ requests, variants }, { planned: { variant } }, result) {
  const [encoding] = Object.entries(result.contentEncodings).sort(([, one], [, other]) => other - one)[0] ?? []
  const expected = variants.find(({ name }) => name === variant)?.contentEncoding ?? null
  return areWrong(result, requests) || (expected !== null && encoding !== expected)
}

/**
 * Returns whether so many responses are wrong that a request always fails: of several requests, one that has a small share.
 * @param {LoadResult} result @param {WeightedRequest[]} [requests]
 */
function areWrong({ completed, non2xx, errors, timeouts }, requests) {
  if (completed === 0 || non2xx === completed) return true
  if (!requests) return false
  const weights = requests.map(({ weight }) => weight)
  const leastShare = Math.min(...weights) / sum(weights)
  return non2xx + errors + timeouts > Math.max(MOST_BY_CHANCE, (completed * leastShare) / 2)
}
