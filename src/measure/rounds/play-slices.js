import { WorkshopError } from '../../errors/errors.js'
import { seededRandom } from '../../stats/seeded-random.js'
import { weightedOrder } from '../../stats/weighted-order.js'
import { keepTo } from '../../system/cores.js'
import { responseReasons } from '../../verdict/slices/discard-reasons.js'
import { isDisturbed } from '../../verdict/slices/limits.js'
import { refuseEndedLogin } from '../launch/log-in.js'
import { sentTo } from '../launch/sent-to.js'
import { watchOtherProcesses } from './other-processes.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load, LoadResult, Mix, SentRequest } from '../../load/types.js' */
/** @import { CompanionCpu, SliceRecord } from '../../runs/types.js' */
/** @import { Launch } from '../launch/launch.js' */
/** @import { Design, PlannedSlice } from '../types.js' */
/** @import { Session } from './measure.js' */

/** So often at most a slice is played until no other work disturbs it. */
const SHOWN_TRIES = 3
/** taskset fails when a thread ends while it works. */
const PINNING_TRIES = 3

/**
 * Plays the slices of a block in their order, and saves each the moment it ends.
 * @param {Session} session @param {PlannedSlice[]} slices
 * @param {Map<string, Launch>} launches by id
 */
export async function playSlices(session, slices, launches) {
  /** @type {Map<Launch, number>} */
  const played = new Map()
  const canPin = session.cores.length > 1
  let areKept = false
  for (const slice of slices) {
    const loaded = slice.launches.map(id => /** @type {Launch} */ (launches.get(id)))
    const keeps = canPin && (areTogether(slice) || isForSize(slice, session.design))
    if (keeps !== areKept) await keepToOneCore(keeps, session, launches)
    areKept = keeps
    for (let times = 0, again = true; again; times++) {
      if (times > 0) session.replayedMs += slice.durationMs
      again = isPlayedAgain(slice, await playLoaded(slice, loaded, { keeps, times }), times + 1)
    }
    // What one variant plays again has its place in all: slices of one index are played at the same time.
    for (const launch of loaded) played.set(launch, indexOf(launch) + mostTimes(slice))
  }
  if (areKept) await keepToOneCore(false, session, launches)

  /** @type {(slice: PlannedSlice, loaded: Launch[], how: { keeps: boolean, times: number }) => Promise<SliceRecord[]>} `times` played before */
  async function playLoaded(slice, loaded, { keeps, times }) {
    const { generator } = slice.load
    session.notify({ type: 'step', step: 'load', launches: slice.launches, generator })
    // From before the first server is loaded until the first of them has ended.
    const others = watchOtherProcesses()
    const records = await Promise.all(
      loaded.map((launch, place) =>
        playSlice(session, slice, { launch, place, index: indexOf(launch) + times, keeps, others })
      )
    )
    const responded = records.map((responses, place) => ({ launch: /** @type {Launch} */ (loaded[place]), responses }))
    await refuseEndedLogin(session, responded)
    requireResponses(session, slice, responded)
    return records
  }

  /** @param {Launch} launch */
  function indexOf(launch) {
    return played.get(launch) ?? 0
  }
}

/**
 * Returns whether a slice is played again: one that shows whether a server waits, while other work disturbs it.
 * @param {PlannedSlice} slice @param {SliceRecord[]} records of the last time @param {number} times that it was played
 */
export function isPlayedAgain(slice, records, times) {
  return times < mostTimes(slice) && records.some(isDisturbed)
}

/** @param {PlannedSlice} slice one of a warm-up, in a closed loop of one server, shows whether it waits */
function mostTimes(slice) {
  return slice.isWarmUp && slice.load.mode === 'closed' && !areTogether(slice) ? SHOWN_TRIES : 1
}

/**
 * Keeps all servers to the last of at least two cores and the generators to the others, or lets all use all cores again.
 * @param {boolean} isKept @param {Session} session @param {Map<string, Launch>} launches
 * @throws {WorkshopError} ERR_PINNING
 */
async function keepToOneCore(isKept, { cores, generators }, launches) {
  const pids = [...launches.values()].flatMap(launch => launch.pids())
  if (!isKept) return keepOrFail([...pids, ...generators.pids()], cores)
  await keepOrFail(pids, cores.slice(-1))
  await keepOrFail(generators.pids(), cores.slice(0, -1))
}

/** @param {number[]} pids @param {number[]} cores */
async function keepOrFail(pids, cores) {
  for (let tried = 0; tried < PINNING_TRIES; tried++) if (await keepTo(pids, cores)) return
  throw new WorkshopError('ERR_PINNING', { pids: pids.join(', '), cores: cores.join(', ') })
}

/** @param {PlannedSlice} slice */
function areTogether({ launches }) {
  return launches.length > 1
}

/**
 * Returns whether size or blame come from a slice. Its server has a core of its own, so that V8's sampling thread need not wait
 * for the generator.
 * @type {(slice: PlannedSlice, design: Design) => boolean}
 */
function isForSize({ load }, { detailLoad }) {
  return load.mode === 'closed' && load.generator === detailLoad.generator
}

/**
 * Starts to measure the CPU of companions. While several servers are loaded, it cannot be divided between them.
 * @param {Session} session @returns {() => CompanionCpu[]}
 */
function watchCompanions({ readCompanions = () => [] }) {
  const before = new Map(readCompanions().map(({ name, cpuMicros }) => [name, cpuMicros]))
  return function stop() {
    return readCompanions().map(({ name, cpuMicros }) => ({ name, cpuMicros: cpuMicros - (before.get(name) ?? 0) }))
  }
}

/**
 * Starts to measure how long the tasks of a server wait, where it counts that. While several servers share a core, they wait for it too.
 * @param {Session} session @param {PlannedSlice} slice @param {Launch} launch
 * @returns {Promise<() => Promise<{ waitedMicros?: number }>>}
 */
async function watchWaits({ experiment: { waits }, signal }, slice, launch) {
  if (!waits || areTogether(slice)) return async () => ({})
  const before = await readWaits(waits, launch, signal)
  return async () => ({ waitedMicros: (await readWaits(waits, launch, signal)) - before })
}

/**
 * Plays and records a slice of one launch, and returns the record.
 * @param {Session} session @param {PlannedSlice} slice
 * @param {{ launch: Launch, place: number, index: number, keeps: boolean, others: () => number | null }} on `place` among the launches
 *   of the slice, `index` among the slices of the launch; `keeps`: servers and generators have cores of their own; `others` returns the CPU of
 *   other processes during the slice
 */
async function playSlice(session, slice, { launch, place, index, keeps, others }) {
  const stopWaits = await watchWaits(session, slice, launch)
  await launch.startSlice()
  const companions = areTogether(slice) ? null : watchCompanions(session)
  // Where each launch has a generator, they take turns, so that a difference between them does not look like one between the servers.
  const { id, round, variant, profiler } = launch.planned
  const turn = areTogether(slice) ? place + index + round : 0
  const staysAwake = keeps && slice.load.mode === 'closed'
  const result = await playLoad(session, launch, { ...slice, index, place: turn, staysAwake })
  const companionCpu = companions?.() ?? []
  const otherProcessesMicros = others()
  const server = { ...(await launch.stopSlice()), ...(await stopWaits()) }
  const { toolResult, ...figures } = result
  /** @type {SliceRecord} */
  const record = {
    variant,
    launch: id,
    round,
    index,
    profiler,
    load: slice.load,
    ...(slice.request !== undefined && { request: slice.request }),
    ...(slice.isWarmUp && { isWarmUp: true }),
    beside: slice.launches.filter(other => other !== id),
    ...figures,
    achievedRatePerSecond: (result.completed / result.durationMs) * 1000,
    server,
    otherProcessesMicros,
    ...(companionCpu.length > 0 && { companions: companionCpu }),
    toolResult
  }
  session.run.appendSlice(record)
  session.timing[slice.isWarmUp ? 'warmupMs' : 'loadMs'] += result.durationMs / slice.launches.length
  if (slice.load.mode === 'closed' && !areTogether(slice)) session.paceOf(slice.request).add(record)
  if (slice.isWarmUp || slice.request !== undefined) return record
  session.precision.add(record)
  session.warmth.addSlice(record)
  return record
}

/**
 * Throws where a server has stopped to respond, since every slice to come would wait for its time limit.
 * @type {(session: Session, slice: PlannedSlice, loaded: { launch: Launch, responses: SliceRecord }[]) => void}
 */
function requireResponses({ experiment }, { request }, loaded) {
  const place = loaded.findIndex(({ responses: { sent, completed } }) => sent > 0 && completed === 0)
  if (place < 0) return
  const { path } = experiment.requests?.find(({ name }) => name === request) ?? experiment.request
  throw notMeasurable(experiment, loaded, { place, request, path })
}

/**
 * Returns the error of a launch whose responses cannot be measured. It also has how those that were loaded at the same time responded:
 * a failure of one variant must not hide that of another one.
 * @param {Experiment} experiment @param {{ launch: Launch, responses: Pick<LoadResult, 'completed' | 'errors' | 'timeouts' | 'non2xx' | 'contentEncodings'> }[]} loaded
 * @param {{ place: number, request?: string, path: string }} failed `place` among those; `request`: one of several, and its path
 */
export function notMeasurable(experiment, loaded, { place, request, path }) {
  const statuses = loaded.map(({ launch: { planned, origin, command }, responses }) => ({
    variant: planned.variant,
    reasons: responseReasons({ ...responses, variant: planned.variant }, experiment),
    url: origin + path,
    command
  }))
  const [own] = /** @type {[typeof statuses[0]]} */ (statuses.splice(place, 1))
  return new WorkshopError('ERR_NOT_MEASURABLE', {
    ...own,
    ...(request !== undefined && { request }),
    ...(statuses.length > 0 && { others: statuses.map(({ variant, reasons }) => ({ variant, reasons })) })
  })
}

/**
 * Plays one load on a launch.
 * @param {Session} session @param {Launch} launch
 * @param {{ load: Load, durationMs: number, index: number, place: number, requests?: number, isFollowed?: boolean, staysAwake?: boolean,
 *   request?: string }} slice `requests`: how many a closed loop sends, in that time at most
 */
export function playLoad(session, launch, { load, isFollowed, index, place, request: name, ...limits }) {
  const { experiment, design, generators, signal } = session
  const { durationMs, requests, staysAwake } = limits
  const slice = launch.planned.round * 1000 + index
  const sent = sentRequests(experiment, launch, { name, seed: design.seed, slice })
  // Requests arrive at the same moments for all variants, so that chance does not make them differ.
  const seed = design.seed + slice
  const { rateAt } = session.paceOf(name)
  const pace = load.mode === 'open' ? { ratePerSecond: rateAt(load.capacityShare, isFollowed), seed } : undefined
  const request = { ...load, ...sent, durationMs, requests, staysAwake, ...(pace && { pace }) }
  return launch.whileAlive(generators.at(load.generator, place).play(request, { signal }))
}

/**
 * Returns how long the tasks of a server have waited until now, as the server itself counts it.
 * @param {NonNullable<Experiment['waits']>} source @param {Pick<Launch, 'origin' | 'whileAlive'>} launch
 * @param {AbortSignal} signal
 * @returns {Promise<number>} microseconds, the sum over all tasks
 * @throws {TypeError} where the server does not count it
 */
async function readWaits({ path, microsField }, { origin, whileAlive }, signal) {
  const url = `${origin}${path}`
  const counts = await whileAlive(fetch(url, { signal }).then(response => response.json()))
  if (typeof counts[microsField] !== 'number') throw new TypeError(`${url} has no number ${microsField}`)
  return counts[microsField]
}

/**
 * Returns what a load sends: the one request, or the mix of several in an order that is the same for all variants. Slices begin at
 * different places of that order, so that slices too short for all of it leave out no request.
 * @param {Pick<Experiment, 'request' | 'requests'>} experiment @param {Parameters<typeof sentTo>[0]} launch
 * @param {{ name?: string, seed: number, slice: number }} asked `name`: one of several requests, which is sent alone
 * @returns {SentRequest & { mix?: Mix }}
 * @throws {TypeError} for a name that the experiment has not
 */
export function sentRequests({ request, requests }, launch, { name, seed, slice }) {
  if (name !== undefined) {
    const named = requests?.find(each => each.name === name)
    if (!named) throw new TypeError(`no request is named ${name}`)
    return sentTo(launch, named)
  }
  const sent = sentTo(launch, request)
  if (!requests) return sent
  const weights = requests.map(({ weight }) => weight)
  const order = rotated(weightedOrder(weights, seed), seededRandom(seed + slice)())
  return { ...sent, mix: { requests: requests.map(each => sentTo(launch, each)), order } }
}

/** @param {number[]} order @param {number} share of it that comes last */
function rotated(order, share) {
  const first = Math.floor(share * order.length)
  return [...order.slice(first), ...order.slice(0, first)]
}
