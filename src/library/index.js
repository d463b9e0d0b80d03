import { randomInt } from 'node:crypto'
import path from 'node:path'
import { WorkshopError } from '../errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { usableCores } from '../system/cores.js'
import { askedRequests } from './asked-requests.js'
import { askedVariants, checkProfilers, usualProfilers } from './asked-variants.js'
import { badOption } from './bad-option.js'
import { compareServers } from './compare-servers.js'
import { designOf } from './design-of.js'
import { readMeasureOptions, usualLoads } from './measure-options.js'
import { packagesOf, requirePackages } from './require-packages.js'

/**
 * @import { Request } from '../experiments/types.js'
 * @import { Analysis } from '../types.js'
 * @import { PossibleRequest } from './asked-requests.js'
 * @import { Comparison } from './compare-servers.js'
 */

export { WorkshopError }

/**
 * @typedef {object} Server a way to start an HTTP server of Node.js
 * @property {string} name in the report: at most 40 letters, digits, spaces and any of . = , @ + - _
 * @property {string[]} command words, such as ['node', 'server.js']; `node` is the binary that runs this
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd] the folder where it starts; the current one when absent
 *
 * @typedef {object} CompareOptions
 * @property {Server[]} servers two or more, the baseline first
 * @property {Partial<Request>} [request] GET / when absent
 * @property {PossibleRequest[]} [requests] several, instead of `request`: each is measured alone too
 * @property {string[]} [profilers] when absent `prof` and `cdp`, or `cdp` where a command does not begin with node; empty: no blame
 * @property {string[]} [loads] `autocannon` and `paced` when absent
 * @property {number} [rounds] of the verdict
 * @property {number} [maxSeconds] time limit of all rounds
 * @property {'verdict'} [only] ends after the verdict
 * @property {number} [seed] a random one when absent
 * @property {string} [out] folder for the run folders, `profiles` when absent
 * @property {AbortSignal} [signal] ends the run; what was measured is kept, and returned with a problem
 * @property {Comparison['notify']} [onProgress]
 *
 * @typedef {object} CompareResult
 * @property {Analysis} analysis every figure of the report, as in analysis.json
 * @property {string} folder of the run, absolute
 * @property {string | null} page report.html, absolute; null where it could not be written
 * @property {WorkshopError | null} problem why the run did not complete, such as a server that died or an interruption
 */

/**
 * Compares the performance of HTTP servers, as the command `compare` does with several commands.
 * @param {CompareOptions} options
 * @returns {Promise<CompareResult>}
 * @throws {WorkshopError} with a `code`, where nothing was measured: invalid options, a server that does not start, responses that
 *   cannot be compared
 */
export async function compare({ servers, request, requests, signal, onProgress = () => {}, ...options }) {
  if (servers.length < 2) throw badOption('servers', 'a comparison needs two', 'two servers or more')
  const variants = askedVariants(
    servers.map(({ env = {}, cwd = '.', command, name }) => ({ name, words: command, env, cwd }))
  )
  const measured = readMeasureOptions(valuesOf(options, variants))
  checkProfilers(variants, measured.profilers)
  if (request && requests) throw badOption('requests', 'there is a request too', 'either of them')
  const asked = askedRequests(requests ?? [request ?? {}], 'requests')
  const seed = options.seed ?? randomInt(1e6)
  const experiment = comparedServers({ variants, requests: asked, folder: '' })
  const design = designOf(experiment, measured, seed, await usableCores())
  requirePackages(packagesOf(design))
  const { analysis, saved, problem } = await compareServers({
    asked: { variants, revisions: [], nodes: [] },
    requests: asked,
    design,
    out: measured.out,
    reproduce: `compare() with seed ${seed}`,
    signal: interruptedBy(signal),
    notify: onProgress
  })
  return { analysis, folder: path.resolve(saved.folder), page: saved.page && path.resolve(saved.page), problem }
}

/** @param {Pick<CompareOptions, 'profilers' | 'loads' | 'rounds' | 'maxSeconds' | 'only' | 'out'>} options @param {ReturnType<typeof askedVariants>} variants */
function valuesOf({ profilers, loads, rounds, maxSeconds, only, out }, variants) {
  const usual = only ? undefined : usualProfilers(variants).join()
  return {
    profiler: profilers ? profilers.join() || 'none' : usual,
    load: loads?.join() ?? usualLoads({}),
    rounds: rounds?.toString(),
    'max-time': maxSeconds?.toString(),
    only,
    out
  }
}

/** Returns a signal whose reason is an error of the registry: the run then ends with what it has. @param {AbortSignal} [signal] */
function interruptedBy(signal) {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal: 'the caller' }))
  if (signal?.aborted) interrupt()
  signal?.addEventListener('abort', interrupt, { once: true })
  return controller.signal
}
