import { WorkshopError } from '../errors.js'
import { responseReasons } from '../verdict/slice-validity.js'
import { playLoad } from './play-slices.js'

/**
 * @import { LoadResult } from '../load/types.js'
 * @import { WarmUpStretch } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { Session } from './measure.js'
 */

/** All variants serve the same number of requests: the time only ends a load that a server no longer answers. */
const LATEST = 2

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
    refuseWrongAnswers(session, launch, result)
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
function refuseWrongAnswers({ experiment }, { planned, origin }, result) {
  const isWrong = result.completed === 0 || result.non2xx === result.completed
  const [encoding] = Object.entries(result.contentEncodings).sort(([, one], [, other]) => other - one)[0] ?? []
  const expected = experiment.variants.find(({ name }) => name === planned.variant)?.contentEncoding ?? null
  if (!isWrong && (expected === null || encoding === expected)) return
  throw new WorkshopError('ERR_NOT_MEASURABLE', {
    variant: planned.variant,
    reasons: responseReasons({ ...result, variant: planned.variant }, experiment),
    url: experiment.requests ? origin : origin + experiment.request.path
  })
}
