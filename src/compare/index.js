import path from 'node:path'
import { WorkshopError } from '../errors/errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { usableCores } from '../system/cores.js'
import { startWatcher } from '../system/watcher.js'
import { askedCompanions, askedVariants, checkProfilers, usualProfilers } from './ask/asked-variants.js'
import { badOption } from './ask/bad-option.js'
import { compareServers } from './ask/compare-servers.js'
import { designOf } from './ask/design-of.js'
import { readMeasureOptions, seedOf, usualLoads, valuesOfKeys } from './ask/measure-options.js'
import { measureOptions } from './ask/options.js'
import { optionalCommand, parsedCommand } from './ask/parse-command.js'
import { packagesOf, requirePackages } from './ask/require-packages.js'
import { checkProfile } from './ask/verdict-options.js'
import { checkConfig } from './config/check-config.js'
import { askedLogin } from './requests/asked-login.js'
import { askedRequests, checkPath } from './requests/asked-requests.js'

/** @import { Request } from '../experiments/types.js' */
/** @import { Analysis } from '../types.js' */
/** @import { Comparison } from './ask/compare-servers.js' */
/** @import { PossibleLogin } from './requests/asked-login.js' */
/** @import { PossibleRequest } from './requests/asked-requests.js' */

/** Keys of a configuration file that only the command has. */
const ONLY_IN_FILES = ['$schema', 'refs', 'nodes', 'preloads']
const ALLOWED = 'the keys and values of schemas/workshop.config.schema.json'

export { WorkshopError }

/**
 * @typedef {object} Server a way to start an HTTP server of Node.js
 * @property {string} name in the report: at most 40 letters, digits, spaces and any of . = , @ + - _
 * @property {Command} command such as 'LOG=1 node server.js' or ['node', 'server.js']; `node` is the binary that runs this
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd] the folder where it starts; the current one when absent
 * @property {number} [memoryMB] a launch whose processes have more resident memory is ended, with ERR_SERVER_MEMORY
 * @property {number} [port] of a server that listens on several: the one to load, as its code has it; the first one when absent
 *
 * @typedef {object} CompanionProcess a process that the servers need, such as a database; it runs in the foreground
 * @property {Command} command
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd] the folder where it starts; the current one when absent
 *
 * @typedef {string | string[]} Command as a person types it, such as `CI=1 npm run build`, or its words; no shell runs
 *
 * @typedef {object} CompareOptions
 * @property {Server[]} servers two or more, the baseline first
 * @property {Partial<Request>} [request] GET / when absent
 * @property {PossibleRequest[]} [requests] several, instead of `request`: each is measured alone too
 * @property {CompanionProcess[]} [companions] started before the servers and `prepare`, stopped after all else
 * @property {string} [health] path that responds with 2xx once a server is ready; a server that listens is ready when absent
 * @property {PossibleLogin[]} [login] played once per launch before its warm-up; what it captures is `{{name}}` in the requests
 * @property {Command} [prepare] runs in the folder of each server before the servers start
 * @property {Command} [clean] runs there after everything, also after a failure
 * @property {string[]} [profilers] when absent `prof` and `cdp`; on Windows `cdp` where a command does not begin with node. Empty: no blame
 * @property {string[]} [loads] `autocannon` and `paced` when absent
 * @property {number} [rounds] of the verdict
 * @property {number} [maxSeconds] time limit of all rounds
 * @property {'verdict' | 'counters'} [only] ends after the verdict, or as soon as the exact counters are decided
 * @property {Record<string, string>} [budgets] by metric what a candidate must not pass, such as `{ cpuPerRequest: '+3%', p99: '50ms' }`:
 *   each is a gate of the analysis
 * @property {number} [seed] a random one when absent
 * @property {string} [out] folder for the run folders, `profiles` when absent
 * @property {AbortSignal} [signal] ends the run; what was measured is kept, and returned with a problem
 * @property {Comparison['notify']} [onProgress]
 *
 * @typedef {Omit<CompareOptions, 'servers' | 'only' | 'budgets'> & { server: Server }} ProfileOptions `rounds`: launches without a profiler
 *
 * @typedef {object} CompareResult
 * @property {Analysis} analysis every figure of the report, as in analysis.json
 * @property {string} folder of the run, absolute
 * @property {string | null} page report.html, absolute; null where it could not be written
 * @property {WorkshopError | null} problem why the run did not complete, such as a server that died or an interruption
 */

/**
 * Compares the performance of HTTP servers, as the command `compare` does with several commands.
 * @param {CompareOptions} options @returns {Promise<CompareResult>}
 * @throws {WorkshopError} with a `code`, where nothing was measured: invalid options, a server that does not start, responses that
 *   cannot be compared
 */
export async function compare(options) {
  checkOptions('compare()', { ...options })
  const { servers } = options
  if (servers.length < 2)
    throw badOption('servers', 'a comparison needs two', 'two servers or more; profile() takes one')
  return measureServers('compare()', options)
}

/**
 * Measures one HTTP server, as the command `profile` does: where the CPU of a request goes is in `analysis.profile`.
 * @param {ProfileOptions} options @returns {Promise<CompareResult>}
 * @throws {WorkshopError} with a `code`, where nothing was measured: invalid options, a server that does not start
 */
export async function profile(options) {
  const { server, ...others } = { ...options }
  if ('servers' in others) throw badOption('profile()', 'servers is an option of compare()', 'server')
  const asked = { ...others, servers: [server] }
  checkOptions('profile()', asked)
  checkProfile(asked, others.profilers)
  return measureServers('profile()', asked)
}

/** @param {string} name of the function that is called @param {CompareOptions} options */
async function measureServers(name, options) {
  const { servers, request, requests, health, login: given, signal, onProgress = () => {}, ...others } = options
  const variants = askedVariants(
    servers.map(({ command, env, cwd = '.', ...server }) => ({ ...server, ...withEnv(command, env), cwd }))
  )
  const measured = readMeasureOptions(valuesOf(others, variants))
  checkProfilers(variants, measured.profilers)
  if (request && requests) throw badOption('requests', 'there is a request too', 'either of them')
  const asked = askedRequests(requests ?? [request ?? {}], 'requests')
  if (health !== undefined) checkPath('health', health)
  const login = await askedLogin(given, asked)
  const seed = seedOf(measured)
  const experiment = comparedServers({ variants, requests: asked, folder: '' })
  const design = designOf(experiment, measured, seed, await usableCores())
  requirePackages(packagesOf(design))
  const [prepare, clean] = [others.prepare, others.clean].map(optionalCommand)
  const stopWatcher = startWatcher()
  const { analysis, saved, problem } = await compareServers({
    asked: { variants, revisions: [], nodes: [], packages: [], prepare, clean },
    companions: companionsOf(others.companions),
    requests: asked,
    health,
    login,
    design,
    out: measured.out,
    baselines: measured.baselines,
    reproduce: `${name} with seed ${seed}`,
    signal: interruptedBy(signal),
    notify: onProgress
  }).finally(stopWatcher)
  return { analysis, folder: path.resolve(saved.folder), page: saved.page && path.resolve(saved.page), problem }
}

/** @param {CompanionProcess[]} [companions] */
function companionsOf(companions = []) {
  return askedCompanions(companions.map(({ command, env, cwd = '.' }) => ({ command: withEnv(command, env), cwd })))
}

/** @param {Command} command @param {Record<string, string>} [env] */
function withEnv(command, env = {}) {
  const parsed = parsedCommand(command)
  return { words: parsed.words, env: { ...parsed.env, ...env } }
}

/** @param {Partial<CompareOptions>} options @param {ReturnType<typeof askedVariants>} variants */
function valuesOf(options, variants) {
  const usual = options.only ? undefined : usualProfilers(variants).join()
  return { profiler: usual, load: usualLoads({}), ...valuesOfKeys(measureOptions, options) }
}

/** Returns a signal whose reason is an error of the registry: the run then ends with what it has. @param {AbortSignal} [signal] */
function interruptedBy(signal) {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'the caller' }))
  if (signal?.aborted) interrupt()
  signal?.addEventListener('abort', interrupt, { once: true })
  return controller.signal
}

/**
 * Refuses options that a configuration file could not have either: an unknown key, a value of another type.
 * @param {string} name of the function that is called @param {Record<string, unknown>} options
 * @throws {WorkshopError} ERR_BAD_OPTION
 */
function checkOptions(name, { signal: _signal, onProgress: _onProgress, ...options } = {}) {
  const problems = checkConfig(options).map(({ problem }) => problem)
  if (problems.length > 0) throw badOption(name, problems.join('; '), ALLOWED)
  const other = ONLY_IN_FILES.find(key => key in options)
  if (other !== undefined) throw badOption(name, `${other} is a key of files only`, 'servers, one per variant')
}
