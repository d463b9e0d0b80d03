import path from 'node:path'
import { WorkshopError } from '../../errors/errors.js'
import { maskedWords } from '../../errors/secrets.js'
import { comparedServers } from '../../experiments/compared-servers.js'
import { withAttached } from '../../measure/attach/attached-processes.js'
import { measureWindows } from '../../measure/attach/measure-windows.js'
import { makeDesign } from '../../measure/rounds/design.js'
import { RunFolder } from '../../runs/run-folder.js'
import { processesOf } from '../../verdict/decide/attached.js'
import { isAttached } from '../../verdict/slices/limits.js'
import { checkSlices } from '../../verdict/slices/slice-validity.js'
import { measureAndSave } from '../save/measure-and-save.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { AttachedProcess, AttachTarget } from '../../measure/attach/attached-processes.js' */
/** @import { Side } from '../../measure/attach/measure-windows.js' */
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
/** An interval over windows needs so many. */
const FEWEST_WINDOWS = 2

/**
 * Measures servers that run already under the load that they have, and saves a run, or two of servers that are compared. Each server is
 * then left as it was.
 * @param {AskedAttach} asked @returns {Promise<Measured[]>} the candidate's last
 * @throws {WorkshopError} ERR_ATTACH, ERR_ATTACHED, ERR_NO_SUCH_RUN and those of a run
 */
export async function attachServers({ targets, candidates, against, notify, seconds, ...others }) {
  const earlier = against === undefined ? undefined : earlierRun(against)
  /** @type {Promise<void> | undefined} of all servers */
  let windows
  return withAttached([...targets, ...candidates], others.signal, async function measureAttached(processes) {
    notify(processes)
    const servers = [processes.slice(0, targets.length), processes.slice(targets.length)]
    return measureServers(servers.filter(({ length }) => length > 0))
  })

  /**
   * Measures servers at the same time: the run of each lasts until that of the next one has ended.
   * @param {AttachedProcess[][]} servers those whose run has not begun @param {Side[]} [begun] @returns {Promise<Measured[]>}
   */
  async function measureServers([processes = [], ...next], begun = []) {
    const { length } = processes
    const experiment = experimentOf(processes)
    const [{ name: variant }] = experiment.variants
    /** @type {Promise<Measured[]>} */
    let inner = Promise.resolve([])
    const measured = await measureAndSave({
      ...others,
      experiment,
      design: designOf(seconds, length),
      answers: [{ variant, wantedPort: 0, nodeVersion: processes[0]?.facts.version, answers: [] }],
      baselines: { force: false },
      play,
      notify() {}
    })
    return [measured, ...(await inner)]

    /** @param {Side['setup']} setup */
    async function play(setup) {
      const sides = [...begun, { processes, setup }]
      if (next.length === 0) windows = measureWindows(sides)
      else inner = measureServers(next, sides)
      // What fails there after the windows is a fault of that run alone.
      await inner.catch(error => windows ?? Promise.reject(error))
      await windows
      const [before] = begun.map(({ setup: { run } }) => attachedTo(run.read(), { run: run.name, isAtOnce: true }))
      const attached = before ?? earlier
      if (attached) await setup.run.update({ attachedTo: attached })
    }
  }
}

/** Returns what is compared with an earlier run. @param {string} root its folder @returns {AttachedTo} @throws {WorkshopError} ERR_NO_SUCH_RUN */
function earlierRun(root) {
  const saved = new RunFolder(root).read()
  if (!isAttached(saved.manifest.experiment)) throw noRun('it is not a run of attach')
  const known = attachedTo(saved, { run: root, isAtOnce: false })
  if (known.processes.flat().length < FEWEST_WINDOWS)
    throw noRun('it has no two windows without the profiler, so there is nothing to compare with; attach for longer')
  return known

  /** @param {string} problem */
  function noRun(problem) {
    return new WorkshopError('ERR_NO_SUCH_RUN', { path: root, problem })
  }
}

/** @param {SavedRun} saved @param {Pick<AttachedTo, 'run' | 'isAtOnce'>} about @returns {AttachedTo} */
function attachedTo({ manifest: { experiment, startedAt, answers }, slices }, about) {
  const { valid } = checkSlices(slices, experiment)
  const nodeVersion = answers?.[0]?.nodeVersion
  return { ...about, variant: experiment.variants[0].name, nodeVersion, startedAt, processes: processesOf(valid) }
}

/** @param {AttachedProcess[]} processes of one server @returns {Experiment} */
function experimentOf(processes) {
  const [first] = /** @type {[AttachedProcess]} */ (processes)
  const { command, cwd } = first.facts
  const script = path.basename(command.find(word => /\.[cm]?[jt]sx?$/.test(word)) ?? command.at(-1) ?? 'node')
  const more = processes.length > 1 ? ` and ${processes.length - 1} more` : ''
  const name = `${script} (${first.target.name}${more})`
  const { choosesMetric: _, ...compared } = comparedServers({
    variants: [{ name, command: maskedWords(command), env: {}, cwd, contentEncoding: null }],
    requests: [{ name: 'its own load', path: '', headers: {}, weight: 1 }],
    folder: cwd
  })
  return { ...compared, name: 'attach', loads: [load] }
}

/** Returns a design of one round per process: half of its windows with a profiler. @param {number} seconds @param {number} rounds @returns {Design} */
function designOf(seconds, rounds) {
  const detail = Math.floor(seconds / 2)
  return {
    ...makeDesign({ profilers: ['cdp'], loads: [load], seed: 0, rounds, isProfile: true, sliceMs: WINDOW_MS }),
    detailRounds: rounds,
    loadRounds: { unprofiled: rounds, profiled: rounds },
    slices: { sharedCore: 0, separate: seconds - detail, detail, others: 0 }
  }
}
