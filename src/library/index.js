import { randomInt } from 'node:crypto'
import path from 'node:path'
import { WorkshopError } from '../errors.js'
import { comparedServers } from '../experiments/compared-servers.js'
import { usableCores } from '../system/cores.js'
import { compareServers } from './compare-servers.js'
import { designOf } from './design-of.js'

/**
 * @import { Experiment, Request, Variant } from '../experiments/types.js'
 * @import { Order } from '../measure/run-experiment.js'
 * @import { Analysis } from '../types.js'
 * @import { CheckoutEvent } from './with-variants.js'
 */

export { WorkshopError }

/**
 * @typedef {object} Server a way to start an HTTP server of Node.js
 * @property {string} name in the report, at most 40 characters that file names can have
 * @property {string[]} command words, such as ['node', 'server.js']; `node` is the binary that runs this
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd] the folder where it starts; the current one when absent
 *
 * @typedef {object} CompareOptions
 * @property {Server[]} servers two or more, the baseline first
 * @property {Partial<Request>} [request] GET / when absent
 * @property {string[]} [profilers] `prof` and `cdp` when absent; none: no blame
 * @property {string[]} [loads] autocannon and paced when absent
 * @property {number} [rounds] of the verdict
 * @property {number} [maxMs] time limit of all rounds
 * @property {'verdict'} [only] ends after the verdict
 * @property {number} [seed] a random one when absent
 * @property {string} [out] folder for the run folders, `profiles` when absent
 * @property {AbortSignal} [signal] ends the run; what was measured is kept
 * @property {(event: Parameters<Order['notify']>[0] | CheckoutEvent) => void} [onProgress]
 *
 * @typedef {object} CompareResult
 * @property {Analysis} analysis every figure of the report, as in analysis.json
 * @property {string} folder of the run
 * @property {string | null} page report.html; null where it could not be written
 */

const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip' }

/**
 * Compares the performance of HTTP servers, as the command `compare` does.
 * @param {CompareOptions} options
 * @returns {Promise<CompareResult>}
 * @throws {WorkshopError} with a `code`: a server that does not start, responses that cannot be compared, an interrupted run
 */
export async function compare({ servers, request, profilers, loads, seed = randomInt(1e6), ...options }) {
  const asked = { variants: variantsOf(servers), revisions: [], nodes: [] }
  const full = { ...request, path: request?.path ?? '/', headers: { ...usualHeaders, ...request?.headers } }
  const experiment = comparedServers({ variants: asked.variants, request: full, folder: '' })
  const isShort = options.only === 'verdict'
  const chosen = {
    profilers: profilers ?? (isShort ? [] : ['prof', 'cdp']),
    generators: loads ?? ['autocannon', 'paced'],
    rounds: options.rounds,
    sliceMs: undefined,
    untilHalfWidth: undefined,
    maxMs: options.maxMs,
    only: options.only,
    isCold: false,
    isQuick: false,
    isShort: false
  }
  const { analysis, saved, problem } = await compareServers({
    asked,
    request: full,
    design: designOf(experiment, chosen, seed, await usableCores()),
    out: options.out ?? 'profiles',
    reproduce: `compare() with seed ${seed}`,
    signal: options.signal ?? new AbortController().signal,
    notify: options.onProgress ?? (() => {})
  })
  if (problem) throw problem
  return { analysis, folder: saved.folder, page: saved.page }
}

/** @param {Server[]} servers @returns {Experiment['variants']} */
function variantsOf(servers) {
  if (servers.length < 2) throw new TypeError('compare needs two servers or more')
  /** @type {Variant[]} */
  const variants = servers.map(({ name, command, env = {}, cwd = '.' }) => ({
    name,
    command,
    env,
    cwd: path.resolve(cwd),
    contentEncoding: null
  }))
  return /** @type {Experiment['variants']} */ (variants)
}
