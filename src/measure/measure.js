import { performance } from 'node:perf_hooks'
import { toSaved, WorkshopError } from '../errors.js'
import { profilers } from '../profilers/index.js'
import { responseReasons } from '../verdict/slice-validity.js'
import { openAgentServer } from './agent-server.js'
import { findPace } from './find-pace.js'
import { startGenerators } from './generator-pool.js'
import { startLaunch } from './launch.js'
import { nextRound } from './plan.js'
import { playLoad, playSlices } from './play-slices.js'
import { trackPrecision } from './track-precision.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { GeneratorName, LoadResult } from '../load/types.js'
 * @import { RunTiming } from '../runs/types.js'
 * @import { RunWriter } from '../runs/write-run.js'
 * @import { AgentServer } from './agent-server.js'
 * @import { PaceFinder } from './find-pace.js'
 * @import { GeneratorPool } from './generator-pool.js'
 * @import { Launch } from './launch.js'
 * @import { PrecisionTracker } from './track-precision.js'
 * @import { Block, Design } from './types.js'
 */

/**
 * @typedef {object} Session what a run needs while it measures
 * @property {Experiment} experiment
 * @property {Design} design
 * @property {RunWriter} run
 * @property {AbortSignal} signal
 * @property {AgentServer} agents
 * @property {number[]} cores that processes can be kept to
 * @property {GeneratorPool} generators
 * @property {RunTiming} timing
 * @property {PaceFinder} pace
 * @property {PrecisionTracker} precision
 * @property {(event: MeasureEvent) => void} notify
 *
 * @typedef {Pick<Session, 'experiment' | 'design' | 'cores' | 'run' | 'signal' | 'timing' | 'notify'>} Setup
 *
 * @typedef {object} StepEvent
 * @property {'step'} type
 * @property {'start' | 'warm-up' | 'load' | 'stop'} step
 * @property {string[]} launches their ids
 * @property {GeneratorName} [generator] of a load
 *
 * @typedef {{ type: 'round', index: number } | StepEvent | { type: 'collect', left: number, of: number }} MeasureEvent
 */

/**
 * Measures an experiment round by round, and saves each slice the moment it ends.
 * @param {Setup} setup `timing` is updated after each slice, so that an interrupted run knows how long it took
 * @throws {WorkshopError} or the signal's reason; no process is left running in either case
 */
export async function measure(setup) {
  const { experiment, design, run, signal } = setup
  const agents = await openAgentServer()
  try {
    signal.throwIfAborted()
    const variants = experiment.variants.length
    const generators = await startGenerators({ design, variants, logPathOf: run.layout.generatorLog, signal })
    const session = { ...setup, agents, generators, pace: findPace(), precision: trackPrecision(experiment, design) }
    await playRounds(session).finally(generators.end)
  } finally {
    agents.close()
  }
}

/** @param {Session} session */
async function playRounds(session) {
  const { experiment, design, precision, notify } = session
  const names = experiment.variants.map(variant => variant.name)
  const startedMs = performance.now()
  for (let rounds = 0; ; rounds++) {
    const elapsedMs = performance.now() - startedMs
    const round = nextRound(design, names, { rounds, elapsedMs, isPreciseEnough: precision.isReached() })
    if (!round) return
    notify({ type: 'round', index: round.index })
    for (const block of round.blocks) await playOrSkip(session, block)
  }
}

/**
 * Plays a block. A failure under a profiler that may fail is recorded, and the run goes on.
 * @param {Session} session
 * @param {Block} block
 */
async function playOrSkip(session, block) {
  try {
    await playBlock(session, block)
  } catch (error) {
    session.signal.throwIfAborted()
    const [launch] = block.launches.filter(({ profiler }) => profilers.get(profiler)?.mayFail)
    if (!launch || !(error instanceof WorkshopError)) throw error
    session.run.appendProblem({ ...launch, ...toSaved(error) })
    // The interrupted load is still being played, and its result would be taken for that of the next load.
    await session.generators.restart()
  }
}

/**
 * Starts the launches of a block, warms them up, plays the slices, and stops the launches.
 * @param {Session} session
 * @param {Block} block
 */
async function playBlock(session, block) {
  const { run, signal, design, notify } = session
  notify({ type: 'step', step: 'start', launches: block.launches.map(launch => launch.id) })
  const launches = await startLaunches(session, block)
  signal.addEventListener('abort', killAll)
  try {
    for (const [place, launch] of [...launches.values()].entries()) await warmUp(session, launch, place)
    for (const launch of launches.values()) await launch.startProfiling()
    await playSlices(session, block.slices, launches)
    for (const launch of launches.values()) {
      notify({ type: 'step', step: 'stop', launches: [launch.planned.id] })
      const record = await launch.end(design.warmupMs)
      signal.throwIfAborted()
      run.appendLaunch(record)
    }
  } catch (error) {
    await killAll()
    throw error
  } finally {
    signal.removeEventListener('abort', killAll)
  }

  function killAll() {
    return Promise.all([...launches.values()].map(launch => launch.kill()))
  }
}

/**
 * Starts the launches of a block at the same time. When one fails, the others are killed.
 * @param {Session} session
 * @param {Block} block
 * @returns {Promise<Map<string, Launch>>} by id
 */
async function startLaunches({ experiment, run, agents, signal }, block) {
  const starting = block.launches.map(async function start(planned) {
    const variant = experiment.variants.find(({ name }) => name === planned.variant)
    const profiler = profilers.get(planned.profiler)
    if (!variant || !profiler) throw new TypeError(`${planned.id} names no variant or profiler of this run`)
    const files = await run.makeLaunchFolder(planned.id)
    return startLaunch({ planned, variant, profiler, files, agents, signal })
  })
  const settled = await Promise.allSettled(starting)
  const up = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = settled.find(result => result.status === 'rejected')
  if (!failure) return new Map(up.map(launch => [launch.planned.id, launch]))
  await Promise.all(up.map(launch => launch.kill()))
  throw failure.reason
}

/**
 * Warms up a launch, each with another generator where there are several, so that the generators are warm as well.
 * @param {Session} session
 * @param {Launch} launch
 * @param {number} place
 */
async function warmUp(session, launch, place) {
  const { design, timing } = session
  session.notify({ type: 'step', step: 'warm-up', launches: [launch.planned.id] })
  const slice = { load: design.warmupLoad, durationMs: design.warmupMs, index: 0, place }
  const result = await playLoad(session, launch, slice)
  timing.warmupMs += result.durationMs
  refuseWrongAnswers(session, launch, result)
}

/**
 * Ends the run after the warm-up when the server answers wrongly: every slice would be discarded, minutes later.
 * @param {Session} session
 * @param {Launch} launch
 * @param {LoadResult} result of the warm-up
 */
function refuseWrongAnswers({ experiment }, { planned, origin }, result) {
  const isWrong = result.completed === 0 || result.non2xx === result.completed
  const [encoding] = Object.entries(result.contentEncodings).sort(([, one], [, other]) => other - one)[0] ?? []
  const expected = experiment.variants.find(({ name }) => name === planned.variant)?.contentEncoding
  if (!isWrong && encoding === expected) return
  throw new WorkshopError('ERR_NOT_MEASURABLE', {
    variant: planned.variant,
    reasons: responseReasons({ ...result, variant: planned.variant }, experiment),
    url: origin + experiment.request.path
  })
}
