import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { toSaved, WorkshopError } from '../../errors/errors.js'
import { profilers } from '../../profilers/index.js'
import { cpuMetricOf } from '../../verdict/decide/primary-metric.js'
import { openAgentServer } from '../agent/agent-server.js'
import { startLaunch } from '../launch/launch.js'
import { measureResources } from '../launch/resource-sizes.js'
import { measureKept } from '../launch/serve-requests.js'
import { savedExperiment } from '../project/begun-run.js'
import { addTime } from './add-time.js'
import { withAllocations, withWaits } from './added-profilers.js'
import { mayFail } from './design.js'
import { estimateRoundMs } from './estimate-duration.js'
import { findPaces } from './find-pace.js'
import { generatorPool, processesOf } from './generator-pool.js'
import { nextRound } from './plan.js'
import { playSlices } from './play-slices.js'
import { trackCounters, trackPrecision } from './track-precision.js'
import { trackWarmth, warmUp } from './warm-up.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { GeneratorName } from '../../load/types.js' */
/** @import { CompanionCpu, RunManifest, RunTiming } from '../../runs/types.js' */
/** @import { RunWriter } from '../../runs/create-run.js' */
/** @import { AgentServer } from '../agent/agent-server.js' */
/** @import { PaceFinder } from './find-pace.js' */
/** @import { GeneratorPool } from './generator-pool.js' */
/** @import { Launch } from '../launch/launch.js' */
/** @import { PrecisionTracker, RunningEstimate } from './track-precision.js' */
/** @import { Block, Design, Round } from '../types.js' */
/** @import { WarmthTracker } from './warm-up.js' */

/**
 * @typedef {object} Session what a run needs while it measures
 * @property {Experiment} experiment
 * @property {Design} design
 * @property {RunWriter<RunManifest>} run
 * @property {AbortSignal} signal
 * @property {AgentServer} agents
 * @property {number[]} cores that processes can be kept to
 * @property {GeneratorPool} generators
 * @property {(() => CompanionCpu[]) | undefined} [readCompanions] returns the CPU that companions have used until now
 * @property {RunTiming} timing
 * @property {(request?: string) => PaceFinder} paceOf of one of several requests alone, or of the experiment's load
 * @property {PrecisionTracker} precision
 * @property {WarmthTracker} warmth
 * @property {number} replayedMs what slices took that were played again, which no plan has
 * @property {(event: MeasureEvent) => void} notify
 *
 * @typedef {Pick<Session, 'experiment' | 'design' | 'cores' | 'run' | 'readCompanions' | 'signal' | 'timing' | 'notify'>} Setup
 *
 * @typedef {object} StepEvent
 * @property {'step'} type
 * @property {'start' | 'warm-up' | 'load' | 'stop'} step
 * @property {string[]} launches their ids
 * @property {GeneratorName} [generator] of a load
 *
 * @typedef {{ type: 'round', index: number, stage: Round['stage'], tookPerPlanned: number, estimates: RunningEstimate[] } | { type: 'verdict', design: Design } | StepEvent | { type: 'collect', left: number, of: number }} MeasureEvent
 */

/**
 * Measures an experiment round by round, and saves each slice the moment it ends.
 * @param {Setup} setup `timing` is updated after each slice, so that an interrupted run knows how long it took
 * @throws {WorkshopError} or the signal's reason; no process is left running in either case
 */
export async function measure(setup) {
  const { design, run, signal } = setup
  // Every process and thread that is waited for listens to it: a cluster has more than the usual ten.
  setMaxListeners(0, signal)
  const agents = await openAgentServer()
  try {
    signal.throwIfAborted()
    const generators = generatorPool({ logPathOf: name => run.generatorLog(name), signal })
    const precision = (design.untilCounted ? trackCounters : trackPrecision)(design)
    const session = {
      ...setup,
      agents,
      generators,
      paceOf: findPaces(),
      precision,
      warmth: trackWarmth(),
      replayedMs: 0
    }
    await playRounds(session).finally(generators.end)
  } finally {
    agents.close()
  }
}

/** @param {Session} session */
async function playRounds(session) {
  const { experiment, precision, signal, notify } = session
  const names = experiment.variants.map(variant => variant.name)
  const startedMs = performance.now()
  let plannedMs = 0
  let verdictRounds = 0
  let isVerdictOver = false
  let isPreciseEnough = false
  let isServerLimit = true
  /** @type {string[]} */
  let idleRequests = []
  for (let rounds = 0; ; rounds++) {
    signal.throwIfAborted()
    const elapsedMs = performance.now() - startedMs
    // Fixed when the verdict ends: what is asked later depends on detail rounds too.
    if (!isVerdictOver) isPreciseEnough = precision.isReached(session.experiment)
    const tookPerPlanned = plannedMs > 0 ? (elapsedMs - session.replayedMs) / plannedMs : 1
    const known = {
      rounds,
      verdictRounds,
      isVerdictOver,
      elapsedMs,
      tookPerPlanned,
      isPreciseEnough,
      isServerLimit,
      idleRequests,
      rateAt: session.paceOf().rateAt
    }
    let round = nextRound(session.design, names, known)
    if (verdictRounds > 0 && !isVerdictOver && round?.stage !== 'verdict') {
      if (isPreciseEnough && session.design.endsWhenClear) await session.run.update({ clearAfter: verdictRounds })
      if (round) {
        await planProfilers(session, isServerLimit, isPreciseEnough)
        round = nextRound(session.design, names, { ...known, isVerdictOver: true })
      }
      notify({ type: 'verdict', design: session.design })
    }
    if (!round) return
    plannedMs += estimateRoundMs(round, session.design)
    notify({ type: 'round', index: round.index, stage: round.stage, tookPerPlanned, estimates: precision.estimates() })
    for (const block of round.blocks) await playOrSkip(session, block)
    // The first round decides how the others are measured, so that all of them can be compared.
    if (rounds === 0) {
      if (experiment.choosesMetric) await chooseMetric(session)
      isServerLimit = session.paceOf().isServerLimit()
      idleRequests = (session.design.requests?.names ?? []).filter(name => !session.paceOf(name).isServerLimit())
    }
    if (round.stage === 'verdict') verdictRounds++
    else isVerdictOver = true
    session.warmth.endRound()
  }
}

/** Sets how many launches profilers have, and adds those that the verdict's rounds ask for. @type {(session: Session, isServerLimit: boolean, isClear: boolean) => Promise<void>} */
async function planProfilers(session, isServerLimit, isClear) {
  const { design, experiment, run, precision } = session
  const { slices } = run.read()
  const counted = isClear ? precision.profiled() : design
  session.design = withWaits(withAllocations(counted, experiment, slices), experiment, slices, isServerLimit)
  if (session.design !== design) await run.update({ design: session.design })
}

/** Chooses the metric of the verdicts, once the first launches are warm. @param {Session} session */
async function chooseMetric(session) {
  const { experiment, warmth, run } = session
  session.experiment = { ...experiment, primaryMetric: cpuMetricOf(warmth.curves) }
  await run.update({ experiment: savedExperiment(session.experiment) })
}

/**
 * Plays a block. A failure under a profiler that may fail is recorded, and the run goes on.
 * @param {Session} session @param {Block} block
 */
async function playOrSkip(session, block) {
  try {
    await playBlock(session, block)
  } catch (error) {
    session.signal.throwIfAborted()
    const { design, run } = session
    const isUnreached = error instanceof WorkshopError && error.code === 'ERR_NOT_LOGGED'
    const others = design.profilers.filter(({ name }) => !(isUnreached && name === 'prof'))
    const [launch] = block.launches.filter(
      ({ profiler }) => mayFail(design, profiler) || (isUnreached && others.some(({ name }) => name === 'cdp'))
    )
    if (!launch || !(error instanceof WorkshopError)) throw error
    run.appendProblem({ ...launch, ...toSaved(error) })
    if (isUnreached) {
      session.design = { ...design, profilers: others }
      await run.update({ design: session.design })
    }
    // The interrupted load is still being played, and would use the cores beside the next one.
    await session.generators.restart()
  }
}

/**
 * Starts the launches of a block, warms them up, plays the slices, and stops the launches.
 * @param {Session} session @param {Block} block
 */
async function playBlock(session, block) {
  const { run, signal, timing, notify } = session
  notify({ type: 'step', step: 'start', launches: block.launches.map(launch => launch.id) })
  const launches = await addTime(timing, 'startMs', startLaunches(session, block))
  signal.addEventListener('abort', killAll)
  try {
    const warmUps = await warmUp(session, [...launches.values()])
    for (const launch of launches.values()) await launch.startProfiling()
    await playSlices(session, block.slices, launches)
    const measured = [...launches.values()]
    // The first block of a run has all variants.
    const isFirst = block.launches.every(({ round, profiler }) => round === 0 && profiler === 'none')
    if (isFirst) await measureResources(session, measured)
    const kept = block.measuresKept ? await addTime(timing, 'keptMs', measureKept(session, measured)) : null
    for (const launch of launches.values()) {
      notify({ type: 'step', step: 'stop', launches: [launch.planned.id] })
      const record = await addTime(timing, 'stopMs', launch.end())
      signal.throwIfAborted()
      run.appendLaunch({ ...record, warmUp: warmUps.get(launch) ?? null, kept: kept?.get(launch) ?? null })
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
 * Starts the generators that a block needs, and then its launches at the same time. When one fails, the others are killed.
 * @param {Session} session @param {Block} block
 * @returns {Promise<Map<string, Launch>>} by id
 */
async function startLaunches({ experiment, design, run, agents, generators, signal }, block) {
  const { health, login } = experiment
  await generators.prepare([{ load: design.warmupLoad, launches: block.launches }, ...block.slices].map(processesOf))
  const starting = block.launches.map(async function start(planned) {
    const variant = experiment.variants.find(({ name }) => name === planned.variant)
    const profiler = profilers.get(planned.profiler)
    if (!variant || !profiler) throw new TypeError(`${planned.id} names no variant or profiler of this run`)
    const files = await run.makeLaunchFolder(planned.id)
    return startLaunch({ planned, variant, profiler, files, agents, signal, health, login })
  })
  const settled = await Promise.allSettled(starting)
  const up = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = settled.find(result => result.status === 'rejected')
  if (!failure) return new Map(up.map(launch => [launch.planned.id, launch]))
  await Promise.all(up.map(launch => launch.kill()))
  throw failure.reason
}
