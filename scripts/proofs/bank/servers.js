import { infoExperiment, infoLog } from '../../../src/experiments/info.js'
import { allKinds } from '../../../test/fixtures/servers/zoo/catalog.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */

/**
 * The servers of the bank: each is compared with itself, and with itself plus a planted cost per request.
 *
 * @typedef {object} BankServer
 * @property {string} name of a kind of the zoo, or `info`
 * @property {number} stepsPerPercent how many steps of burn.js cost 1% of a request, about: what they cost is measured
 */

/** In percent of a request of the baseline; 0 is the same server again. */
export const PLANTED_PERCENT = [0, 2, 3, 5, 8]

/** Chosen before anything was measured: one of each framework, one that works in the thread pool, and the app under study. */
/** @type {BankServer[]} */
export const bankServers = [
  { name: 'info', stepsPerPercent: 8200 },
  { name: 'http-gzip', stepsPerPercent: 2450 },
  { name: 'koa-json', stepsPerPercent: 1230 },
  { name: 'fastify-package', stepsPerPercent: 820 },
  { name: 'hono-route-name', stepsPerPercent: 820 }
]

/** @param {BankServer} server @param {number[]} [planted] @returns {Experiment} with all candidates in one round */
export function bankExperiment({ name, stepsPerPercent }, planted = PLANTED_PERCENT) {
  const kind = allKinds.find(each => each.name === name)
  const [unlogged] = infoLog.variants
  const command = kind?.baseline ?? unlogged.command
  const contentEncoding = kind ? (kind.contentEncoding ?? 'identity') : unlogged.contentEncoding
  const env = kind ? { PORT: '0', NODE_ENV: 'production' } : unlogged.env
  const candidates = planted.map(percent => variant(`plus-${percent}`, percent * stepsPerPercent))
  return {
    name: `bank-${name}`,
    question: `Which change of ${name} is found?`,
    variants: /** @type {Experiment['variants']} */ ([variant('baseline', 0), ...candidates]),
    request: kind ? { path: kind.path ?? '/', headers: { 'accept-encoding': 'gzip' } } : infoExperiment.request,
    loads: infoExperiment.loads.slice(0, 1),
    primaryMetric: kind?.primaryMetric ?? 'cpuMainThread',
    marginRatio: infoExperiment.marginRatio
  }

  /** @param {string} named @param {number} steps @returns {Variant} */
  function variant(named, steps) {
    const [program, ...rest] = command
    const preloaded = [program ?? 'node', '--import', './scripts/proofs/bank/burn.js', ...rest]
    return { name: named, command: preloaded, env: { ...env, BANK_STEPS: String(Math.round(steps)) }, contentEncoding }
  }
}
