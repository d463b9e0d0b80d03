import { sum } from '../../stats/means.js'
import { notMeasurable, playLoad } from '../rounds/play-slices.js'
import { oneResponse } from './one-response.js'

/** @import { Experiment, WeightedRequest } from '../../experiments/types.js' */
/** @import { LoadResult } from '../../load/types.js' */
/** @import { WarmUpStretch } from '../../runs/types.js' */
/** @import { Launch } from './launch.js' */
/** @import { Session } from '../rounds/measure.js' */

/** All variants serve the same number of requests: the time only ends a load that a server no longer answers. */
const LATEST = 2
/** A single failure is no reason to end a run. */
const MOST_BY_CHANCE = 1

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
 * Ends the run in the warm-up when a server answers wrongly: every slice would be discarded, minutes later.
 * @param {Session} session @param {{ launch: Launch, responses: LoadResult }[]} served
 */
async function refuseWrongAnswers(session, served) {
  const { experiment } = session
  const { requests } = experiment
  const place = served.findIndex(({ launch, responses }) => isWrong(experiment, launch, responses))
  const wrong = served[place]
  if (!wrong) return
  const failing = requests && (await failingRequest(session, wrong.launch, requests))
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

/**
 * Returns the first of several requests that fails alone too.
 * @param {Session} session @param {Launch} launch @param {WeightedRequest[]} requests
 */
async function failingRequest({ signal }, launch, requests) {
  for (const request of requests) {
    const { name: _, weight: __, path, ...sent } = request
    const asked = oneResponse({ url: launch.origin + path, ...sent }, { signal })
    const isGood = await launch.whileAlive(asked).then(
      ({ statusCode }) => statusCode >= 200 && statusCode < 300,
      () => signal.throwIfAborted()
    )
    if (!isGood) return request
  }
}
