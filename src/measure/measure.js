import { startGenerator } from '../../load/generator.js'
import { voidReasons } from '../analyse/checks.js'
import { WorkshopError } from '../errors.js'
import { profilers } from '../profilers/index.js'
import { openAgentServer } from './agent-server.js'
import { startLaunch } from './launch.js'
import { nextRound } from './plan.js'
import { sliceRecord } from './slice-record.js'

/**
 * @typedef {import('../types.js').Block} Block
 * @typedef {import('../types.js').GeneratorName} GeneratorName
 * @typedef {import('../types.js').PlannedSlice} PlannedSlice
 * @typedef {import('./launch.js').Launch} Launch
 *
 * @typedef {object} Session what is up during a run
 * @property {import('../types.js').Experiment} experiment
 * @property {import('../types.js').Design} design
 * @property {import('../runs/write-run.js').RunWriter} run
 * @property {AbortSignal} signal
 * @property {import('./agent-server.js').AgentServer} agents
 * @property {Map<GeneratorName, import('../../load/generator.js').Generator>} generators
 * @property {import('../types.js').RunTiming} timing
 * @property {(event: MeasureEvent) => void} notify
 *
 * @typedef {{ type: 'round', index: number } | { type: 'step', text: string } | { type: 'collect', left: number, of: number }} MeasureEvent
 */

/**
 * Measures an experiment round by round, saving each slice the moment it ends.
 * @param {Pick<Session, 'experiment' | 'design' | 'run' | 'signal' | 'timing' | 'notify'>} setup
 *   `timing` is counted up, so that an interrupted run knows what it spent
 * @throws {import('../errors.js').WorkshopError} or the signal's reason; nothing runs on in either case
 */
export async function measure(setup) {
  const agents = await openAgentServer()
  const session = { ...setup, agents, generators: new Map() }
  try {
    setup.signal.throwIfAborted()
    await startGenerators(session)
    const names = setup.experiment.variants.map(variant => variant.name)
    for (let rounds = 0; ; rounds++) {
      const round = nextRound(setup.design, names, { rounds })
      if (!round) return
      setup.notify({ type: 'round', index: round.index })
      for (const block of round.blocks) await playOrPassOver(session, block)
    }
  } finally {
    await endGenerators(session)
    agents.close()
  }
}

/** @param {Session} session */
async function startGenerators({ design, generators, run, signal }) {
  for (const { generator: name } of design.loads) {
    generators.set(name, await startGenerator(name, { logPath: run.layout.generatorLog(name), signal }))
  }
}

/** @param {Pick<Session, 'generators'>} session */
async function endGenerators({ generators }) {
  await Promise.all([...generators.values()].map(generator => generator.end()))
}

/**
 * What goes wrong under a profiler that may fail is noted, and the run goes on.
 * @param {Session} session
 * @param {Block} block
 */
async function playOrPassOver(session, block) {
  try {
    await playBlock(session, block)
  } catch (error) {
    session.signal.throwIfAborted()
    const [launch] = block.launches.filter(({ profiler }) => profilers.get(profiler)?.mayFail)
    if (!launch || !(error instanceof WorkshopError)) throw error
    session.run.appendProblem({ ...launch, code: error.code, message: error.message })
    // A load that was cut short is still being played, and its answer would be taken for that of the next one.
    await endGenerators(session)
    await startGenerators(session)
  }
}

/**
 * @param {Session} session
 * @param {Block} block
 */
async function playBlock(session, block) {
  const { run, signal, design, notify } = session
  notify({ type: 'step', text: `starting ${block.launches.map(launch => launch.id).join(' and ')}` })
  const launches = await startLaunches(session, block)
  signal.addEventListener('abort', killAll)
  try {
    for (const launch of launches.values()) await warmUp(session, launch)
    for (const launch of launches.values()) await launch.startWatching()
    await playSlices(session, block, launches)
    for (const launch of launches.values()) {
      notify({ type: 'step', text: `stopping ${launch.planned.id}` })
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
 * @param {Session} session
 * @param {Block} block
 * @returns {Promise<Map<string, Launch>>}
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
 * @param {Session} session
 * @param {Launch} launch
 */
async function warmUp(session, launch) {
  const { design, timing } = session
  const load = design.loads.find(({ mode }) => mode === 'closed') ?? design.loads[0]
  if (!load) throw new TypeError('a design needs a load')
  session.notify({ type: 'step', text: `warming up ${launch.planned.id}` })
  const result = await play(session, launch, { launch: launch.planned.id, load, durationMs: design.warmupMs })
  timing.warmupMs += result.durationMs
  refuseWrongAnswers(session, launch, result)
}

/**
 * A wrong path or a server without the expected encoding would void every slice: told at once instead of minutes later.
 * @param {Session} session
 * @param {Launch} launch
 * @param {import('../types.js').LoadResult} result of the warm-up
 */
function refuseWrongAnswers({ experiment }, { planned, origin }, result) {
  const isWrong = result.completed === 0 || result.non2xx === result.completed
  const [encoding] = Object.entries(result.contentEncodings).sort(([, one], [, other]) => other - one)[0] ?? []
  const expected = experiment.variants.find(({ name }) => name === planned.variant)?.contentEncoding
  if (!isWrong && encoding === expected) return
  const problem = voidReasons({ ...result, variant: planned.variant }, experiment).join(', ')
  throw new WorkshopError('ERR_NOT_MEASURABLE', {
    variant: planned.variant,
    problem,
    url: origin + experiment.request.path
  })
}

/**
 * @param {Session} session
 * @param {Block} block
 * @param {Map<string, Launch>} launches
 */
async function playSlices(session, block, launches) {
  /** @type {Map<string, number>} */
  const played = new Map()
  for (const slice of block.slices) {
    const launch = /** @type {Launch} */ (launches.get(slice.launch))
    const index = played.get(slice.launch) ?? 0
    played.set(slice.launch, index + 1)
    session.notify({ type: 'step', text: `${slice.launch} under ${slice.load.generator}` })
    await launch.startSlice()
    const result = await play(session, launch, slice)
    const server = await launch.stopSlice()
    const record = sliceRecord({ planned: launch.planned, index, load: slice.load, result, server })
    session.run.appendSlice(record)
    session.timing.loadMs += result.durationMs
  }
}

/**
 * @param {Session} session
 * @param {Launch} launch
 * @param {PlannedSlice} slice
 */
function play({ experiment, generators, signal }, launch, slice) {
  const generator = generators.get(slice.load.generator)
  if (!generator) throw new TypeError(`no ${slice.load.generator} is up`)
  const { path, headers } = experiment.request
  const request = { ...slice.load, url: `${launch.origin}${path}`, headers, durationMs: slice.durationMs }
  return launch.whileAlive(generator.play(request, { signal }))
}
