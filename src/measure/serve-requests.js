import { WorkshopError } from '../errors.js'
import { sum } from '../stats/means.js'
import { responseReasons } from '../verdict/slice-validity.js'
import { oneResponse } from './one-response.js'
import { playLoad } from './play-slices.js'

/**
 * @import { WeightedRequest } from '../experiments/types.js'
 * @import { LoadResult } from '../load/types.js'
 * @import { WarmUpStretch } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { Session } from './measure.js'
 */

/** All variants serve the same number of requests: the time only ends a load that a server no longer answers. */
const LATEST = 2
const RESPONSE_LIMIT_MS = 10_000
/** A single failure is no reason to end a run. */
const MOST_BY_CHANCE = 1

/**
 * Serves the same number of requests from each launch, all at once, and measures what they cost.
 * @param {Session} session
 * @param {Launch[]} launches
 * @param {number} requests
 * @param {number} [mostMs] a slower server serves fewer
 * @returns {Promise<WarmUpStretch[]>} in the order of the launches
 * @throws {WorkshopError} ERR_NOT_MEASURABLE when a server answers wrongly
 */
export function serveRequests(session, launches, requests, mostMs = LATEST * session.design.warmUp.mostMs) {
  const { warmupLoad } = session.design
  return Promise.all(launches.map(serveOne))

  /** @param {Launch} launch @param {number} place @returns {Promise<WarmUpStretch>} */
  async function serveOne(launch, place) {
    await launch.startSlice()
    const slice = { load: warmupLoad, durationMs: mostMs, index: 0, place, requests }
    const result = await playLoad(session, launch, slice)
    const { cpuMicros, cpuMainThreadMicros, cpuHelpersMicros } = await launch.stopSlice()
    await refuseWrongAnswers(session, launch, result)
    const { completed, durationMs } = result
    return { requests: completed, durationMs, cpuMicros, cpuMainThreadMicros, cpuHelpersMicros }
  }
}

/**
 * Ends the run in the warm-up when a server answers wrongly: every slice would be discarded, minutes later.
 * @param {Session} session
 * @param {Launch} launch
 * @param {LoadResult} result of the warm-up
 */
async function refuseWrongAnswers(session, launch, result) {
  const { experiment } = session
  const { requests } = experiment
  const { variant } = launch.planned
  const [encoding] = Object.entries(result.contentEncodings).sort(([, one], [, other]) => other - one)[0] ?? []
  const expected = experiment.variants.find(({ name }) => name === variant)?.contentEncoding ?? null
  if (!areWrong(result, requests) && (expected === null || encoding === expected)) return
  const failing = requests && (await failingRequest(session, launch, requests))
  throw new WorkshopError('ERR_NOT_MEASURABLE', {
    variant,
    ...(failing && { request: failing.name }),
    reasons: responseReasons({ ...result, variant }, experiment),
    url: launch.origin + (failing?.path ?? (requests ? '' : experiment.request.path)),
    command: launch.command
  })
}

/**
 * Returns whether so many responses are wrong that a request always fails: of several requests, one that has a small share.
 * @param {LoadResult} result
 * @param {WeightedRequest[]} [requests]
 */
function areWrong({ completed, non2xx, errors, timeouts }, requests) {
  if (completed === 0 || non2xx === completed) return true
  if (!requests) return false
  const weights = requests.map(({ weight }) => weight)
  const leastShare = Math.min(...weights) / sum(weights)
  return non2xx + errors + timeouts > Math.max(MOST_BY_CHANCE, (completed * leastShare) / 2)
}

/**
 * Returns the first of several requests that fails alone too.
 * @param {Session} session
 * @param {Launch} launch
 * @param {WeightedRequest[]} requests
 */
async function failingRequest({ signal }, launch, requests) {
  const bounds = {
    limitMs: RESPONSE_LIMIT_MS,
    signal,
    late: () => new Error('no response'),
    failed: (/** @type {Error} */ error) => error
  }
  for (const request of requests) {
    const { name: _, weight: __, path, ...sent } = request
    const asked = oneResponse({ url: launch.origin + path, ...sent }, bounds)
    const isGood = await launch.whileAlive(asked).then(
      ({ statusCode }) => statusCode >= 200 && statusCode < 300,
      () => signal.throwIfAborted()
    )
    if (!isGood) return request
  }
}
