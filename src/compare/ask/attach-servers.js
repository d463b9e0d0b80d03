import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { maskedWords } from '../../errors/secrets.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { withAttached } from '../../measure/attach/attached-processes.js'
import { measureWindows } from '../../measure/attach/measure-windows.js'
import { planProfiler } from '../../measure/rounds/design.js'
import { RunFolder } from '../../runs/run-folder.js'
import { processesOf } from '../../verdict/decide/attached.js'
import { isAttached } from '../../verdict/slices/limits.js'
import { checkSlices } from '../../verdict/slices/slice-validity.js'
import { measureAndSave } from '../save/measure-and-save.js'

/** @import { Experiment, Variant } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { AttachedProcess, AttachTarget } from '../../measure/attach/attached-processes.js' */
/** @import { Looked } from '../../measure/attach/measure-windows.js' */
/** @import { Setup } from '../../measure/rounds/measure.js' */
/** @import { Design } from '../../measure/types.js' */
/** @import { KnownLabs } from '../../runs/lab-types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { AttachedTo } from '../../verdict/types.js' */
/** @import { Measured } from '../save/measure-and-save.js' */

/**
 * @typedef {object} AskedAttach
 * @property {AttachTarget[]} targets processes of one server
 * @property {AttachTarget[]} candidates processes of another one, measured at the same time; none without a comparison
 * @property {string} [against] the folder of an earlier run, which the processes are compared with
 * @property {number} seconds
 * @property {string} out the folder of all runs
 * @property {string} reproduce the command that repeats it
 * @property {KnownLabs} [labs] whose runs are listed beside it
 * @property {AbortSignal} signal
 * @property {(processes: AttachedProcess[]) => void} notify is called once all are attached and have load
 */

/** @type {Load} */
const load = { generator: 'existing', mode: 'existing' }
const WINDOW_MS = 1000

/**
 * Measures servers that run already under the load that they have, and saves a run, or two of servers that are compared. Each server is
 * then left as it was.
 * @param {AskedAttach} asked @returns {Promise<Measured[]>} the candidate's last
 * @throws {WorkshopError} ERR_ATTACH, ERR_ATTACHED, ERR_NO_SUCH_RUN and those of a run
 */
export async function attachServers({ targets, candidates, against, notify, ...others }) {
  const earlier =
    against === undefined ? undefined : attachedTo(new RunFolder(against).read(), { run: against, isAtOnce: false })
  return withAttached([...targets, ...candidates], others.signal, async function measureAttached(processes) {
    notify(processes)
    const [own, compared] = [processes.slice(0, targets.length), processes.slice(targets.length)]
    const first = measureSide(own, earlier, others)
    if (compared.length === 0) return [await first.measured]
    const second = measureSide(compared, first.played, others)
    return Promise.all([first.measured, second.measured])
  })
}

/**
 * Measures the processes of one server.
 * @param {AttachedProcess[]} processes
 * @param {AttachedTo | Promise<AttachedTo> | undefined} before what they are compared with, once it is known
 * @param {Pick<AskedAttach, 'seconds' | 'out' | 'labs' | 'reproduce' | 'signal'>} others
 */
function measureSide(processes, before, { seconds, ...others }) {
  const variant = variantOf(processes)
  const looked = processes.map((process, round) => lookedAt(process, variant.name, round))
  let [resolve, reject] = [ignore, ignore]
  /** @type {Promise<AttachedTo>} */
  const played = new Promise((...settle) => {
    ;[resolve, reject] = settle
  })
  // Where nothing is compared, nobody waits for it.
  played.catch(ignore)
  const measured = measureAndSave({
    ...others,
    experiment: experimentOf(variant, processes),
    design: designOf(seconds, processes.length),
    answers: [{ variant: variant.name, wantedPort: 0, nodeVersion: processes[0]?.facts.version, answers: [] }],
    baselines: { force: false },
    play,
    notify() {}
  })
  measured.catch(reject)
  return { measured, played }

  /** @param {Setup} setup */
  async function play(setup) {
    try {
      await measureWindows(looked, setup)
      resolve(attachedTo(setup.run.read(), { run: setup.run.name, isAtOnce: true }))
      const known = await before
      if (known) await setup.run.update({ attachedTo: known })
    } catch (error) {
      reject(error)
      throw error
    } finally {
      // To read a profile and to draw a page takes a while.
      await Promise.all(processes.map(({ restore }) => restore()))
    }
  }
}

/** @param {SavedRun} saved @param {Pick<AttachedTo, 'run' | 'isAtOnce'>} about @returns {AttachedTo} @throws {WorkshopError} ERR_NO_SUCH_RUN */
function attachedTo({ manifest: { experiment, startedAt }, slices }, about) {
  if (!isAttached(experiment))
    throw new WorkshopError('ERR_NO_SUCH_RUN', { path: about.run, problem: 'it is not a run of attach' })
  const { valid } = checkSlices(slices, experiment)
  return { ...about, variant: experiment.variants[0].name, startedAt, processes: processesOf(valid) }
}

/** @param {Variant} variant @param {AttachedProcess[]} processes @returns {Experiment} */
function experimentOf(variant, processes) {
  const folder = processes[0]?.facts.cwd ?? ''
  const requests = /** @type {const} */ ([{ name: 'its own load', path: '', headers: {}, weight: 1 }])
  const { choosesMetric: _, ...compared } = comparedServers({ variants: [variant], requests: [...requests], folder })
  return { ...compared, name: 'attach', loads: [load] }
}

/** @param {AttachedProcess[]} processes of one side @returns {Variant} */
function variantOf(processes) {
  const [first] = /** @type {[AttachedProcess]} */ (processes)
  const { command, cwd } = first.facts
  const script = path.basename(command.find(word => /\.[cm]?[jt]sx?$/.test(word)) ?? command.at(-1) ?? 'node')
  const more = processes.length > 1 ? ` and ${processes.length - 1} more` : ''
  return {
    name: `${script} (${first.target.name}${more})`,
    command: maskedWords(command),
    env: {},
    cwd,
    contentEncoding: null
  }
}

/** @param {AttachedProcess} process @param {string} variant @param {number} round @returns {Looked} */
function lookedAt(process, variant, round) {
  const place = (/** @type {number} */ number) => String(2 * round + number).padStart(2, '0')
  return { process, variant, round, unprofiled: `${place(1)}-unprofiled`, profiled: `${place(2)}-profiled` }
}

/** Returns a design of one round per process: half of its windows with a profiler. @param {number} seconds @param {number} rounds @returns {Design} */
function designOf(seconds, rounds) {
  const detail = Math.floor(seconds / 2)
  return {
    seed: 0,
    rounds,
    detailRounds: rounds,
    loadRounds: { unprofiled: rounds, profiled: rounds },
    coldRequests: null,
    warmUp: { mostMs: 0, mostRequests: 0, chunkMs: 0 },
    sliceMs: WINDOW_MS,
    sharedCoreMs: 0,
    openMs: 0,
    slices: { sharedCore: 0, separate: seconds - detail, detail, others: 0 },
    untilHalfWidth: null,
    maxMs: null,
    loads: [load],
    detailLoad: load,
    warmupLoad: load,
    profilers: [planProfiler('cdp')],
    quick: false
  }
}

/** @param {any} _ */
function ignore(_) {}
