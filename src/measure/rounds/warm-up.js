import { performance } from 'node:perf_hooks'
import { sum } from '../../stats/means.js'
import { sliceDrift } from '../../verdict/slices/slice-drift.js'
import { requestsOf, requestsUntilWarm } from '../../verdict/slices/warm-up-curve.js'
import { serveRequests } from '../launch/serve-requests.js'
import { addTime } from './add-time.js'

/** @import { SliceRecord, WarmUp, WarmUpStretch } from '../../runs/types.js' */
/** @import { Launch } from '../launch/launch.js' */
/** @import { Session } from './measure.js' */

/** @typedef {ReturnType<typeof trackWarmth>} WarmthTracker */

/** The first stretch of a run is so short, because the servers' speed is not known yet. */
const FIRST_STRETCH_REQUESTS = 200
/**
 * Costs fall for longer than the noise of a curve shows: in ten runs of six kinds, light servers still became 5 to 9%
 * faster over the slices after a fifth to a third of the first warm-up.
 */
const LEAST_SHARE = 0.5
/** A single round is too noisy to show whether its servers were warm. */
const ROUNDS_TO_SEE = 3
const LENGTHENING = 1.5
/** A server that still becomes faster then has another reason. */
const MOST_LENGTHENING = 2
const STRETCHES = 24
/** A stretch grows by this much at most, since a cold server is not a measure of a warm one. */
const MOST_GROWTH = 4

/**
 * Keeps what the launches of a run have shown of how many requests warm a server up. The first launches are warmed up to
 * the limit of the design, in stretches whose costs make a curve; all others with the number of requests after which that
 * curve is flat. Servers that still become faster over the slices get more.
 */
export function trackWarmth() {
  /** @type {WarmUpStretch[][]} by launch */
  const curves = []
  /** @type {SliceRecord[]} of the rounds with the present length */
  let slices = []
  let longer = 1
  return { curves, addCurve, addSlice, endRound, requests }

  /** @param {WarmUpStretch[]} curve */
  function addCurve(curve) {
    curves.push(curve)
  }

  /**
   * Returns the number of requests that warm up a launch, at most those of the first one: these took the longest that a
   * warm-up may. null as long as no launch has shown it.
   */
  function requests() {
    const [first] = curves
    if (!first) return null
    const most = requestsOf(first)
    return Math.round(Math.min(Math.max(requestsUntilWarm(curves), most * LEAST_SHARE) * longer, most))
  }

  /** @param {SliceRecord} slice */
  function addSlice(slice) {
    if (slice.beside.length > 0) slices.push({ ...slice, toolResult: null })
  }

  /** Lengthens the warm-up of later rounds if the servers of several rounds became faster from slice to slice. */
  function endRound() {
    if (new Set(slices.map(({ round }) => round)).size < ROUNDS_TO_SEE) return
    const variants = [...new Set(slices.map(({ variant }) => variant))]
    const drifts = variants.map(variant => sliceDrift('cpuPerRequest', variant, slices))
    if (!drifts.some(drift => drift?.isDrifting && drift.overLaunch < 0)) return
    longer = Math.min(longer * LENGTHENING, MOST_LENGTHENING)
    slices = []
  }
}

/**
 * Warms up launches, all at once on all cores and all with the same number of requests.
 * @param {Session} session @param {Launch[]} launches
 * @returns {Promise<Map<Launch, WarmUp>>} empty where the first requests are compared
 * @throws {WorkshopError} ERR_NOT_MEASURABLE when a server answers wrongly
 */
export async function warmUp(session, launches) {
  if (session.design.coldRequests !== null) return new Map()
  session.notify({ type: 'step', step: 'warm-up', launches: launches.map(({ planned }) => planned.id) })
  const requests = session.warmth.requests()
  const work = requests === null ? serveToTheLimit(session, launches) : serveStretches(session, launches, requests)
  const stretches = await addTime(session.timing, 'warmupMs', work)
  const curves = launches.map((_, place) => stretches.flatMap(all => all.slice(place, place + 1)))
  if (requests === null) for (const curve of curves) session.warmth.addCurve(curve)
  return new Map(launches.map((launch, place) => [launch, summaryOf(curves[place] ?? [])]))
}

/**
 * Plays stretches until the limit of the warm-up. Each is as long as the slowest server needs for one of the planned length.
 * @param {Session} session @param {Launch[]} launches
 * @returns {Promise<WarmUpStretch[][]>} by stretch, in the order of the launches
 */
async function serveToTheLimit(session, launches) {
  const { mostMs, mostRequests, chunkMs } = session.design.warmUp
  const stretches = []
  const startedMs = performance.now()
  let requests = FIRST_STRETCH_REQUESTS
  for (let served = 0; served < mostRequests && performance.now() - startedMs < mostMs; ) {
    const stretch = await serveRequests(session, launches, requests)
    stretches.push(stretch)
    served += requests
    const slowestMs = Math.max(...stretch.map(({ durationMs }) => durationMs))
    const next = Math.ceil(requests * Math.min(MOST_GROWTH, chunkMs / Math.max(1, slowestMs)))
    requests = Math.min(next, mostRequests - served)
  }
  return stretches
}

/**
 * Serves requests in several stretches, each with new connections as a slice has. V8 optimises what opens a connection after about
 * fifteen sets of them; where that happens in a slice, its requests cost up to 10% more.
 * @param {Session} session @param {Launch[]} launches @param {number} requests
 * @returns {Promise<WarmUpStretch[][]>} by stretch, in the order of the launches
 */
async function serveStretches(session, launches, requests) {
  const stretches = []
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    stretches.push(await serveRequests(session, launches, Math.ceil(requests / STRETCHES)))
  }
  return stretches
}

/** @param {WarmUpStretch[]} curve @returns {WarmUp} */
function summaryOf(curve) {
  return {
    requests: requestsOf(curve),
    durationMs: sum(curve.map(({ durationMs }) => durationMs)),
    curve
  }
}
