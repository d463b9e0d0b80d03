import { info, infoExperiment } from '../../../src/experiments/info.js'
import { allKinds } from '../../../test/fixtures/servers/zoo/catalog.js'

/** @import { Experiment, Variant } from '../../../src/experiments/types.js' */

/**
 * The servers of the bank: each is compared with itself, and with itself plus a planted cost per request.
 *
 * @typedef {object} BankServer
 * @property {string} name of a kind of the zoo, or `info`
 * @property {number} stepsPerPercent how many steps of burn.js cost 1% of a request, about: what they cost is measured
 * @property {boolean} [isInPairs] each candidate plays with a baseline of its own: with six of these servers on a core a round is off by
 *   3%, with two of them by 1.8%, and a comparison has two
 *
 * @typedef {'cpuPerRequest' | 'cpuMainThread'} BankMetric
 * @typedef {{ server: BankServer, planted: number[], roundsPerRun: number }} BankSeries candidates that play in one round
 */

/** In percent of a request of the baseline; 0 is the same server again. */
export const PLANTED_PERCENT = [0, 2, 3, 5, 8]

/** Chosen before anything was measured: one of each framework, one that works in the thread pool, and the app under study. */
/** @type {BankServer[]} */
export const bankServers = [
  { name: 'info', stepsPerPercent: 2300, isInPairs: true },
  { name: 'http-gzip', stepsPerPercent: 1150 },
  { name: 'koa-json', stepsPerPercent: 670 },
  { name: 'fastify-package', stepsPerPercent: 600 },
  { name: 'hono-route-name', stepsPerPercent: 650 }
]

/**
 * Returns the series in two groups: a run of each of the first is recorded, again and again, then of each of the second. The first group
 * has all planted costs that docs/verdicts.md sets an aim for.
 * @returns {BankSeries[][]}
 */
export function bankSeries() {
  const pairs = bankServers.filter(({ isInPairs }) => isInPairs)
  const others = bankServers.filter(({ isInPairs }) => !isInPairs)
  const [first, second] = [[0, 5], PLANTED_PERCENT.filter(percent => percent !== 0 && percent !== 5)].map(own =>
    pairs.flatMap(server => own.map(percent => ({ server, planted: [percent], roundsPerRun: 6 })))
  )
  return [
    [...(first ?? []), ...others.map(server => ({ server, planted: PLANTED_PERCENT, roundsPerRun: 6 }))],
    second ?? []
  ]
}

/**
 * Returns the metric that decides about a server: as a comparison chooses it, of /info, whose other threads use a tenth of the CPU, that of its
 * experiment.
 * @param {string} server @returns {BankMetric}
 */
export function metricOf(server) {
  return kindOf(server)?.primaryMetric ?? 'cpuMainThread'
}

/** @param {string} server @returns {typeof allKinds[0] | undefined} undefined of the app under study */
function kindOf(server) {
  return allKinds.find(({ name }) => name === server)
}

/** @param {BankServer} server @param {number[]} [planted] @returns {Experiment} with all candidates in one round */
export function bankExperiment({ name, stepsPerPercent }, planted = PLANTED_PERCENT) {
  const kind = kindOf(name)
  const [plain] = info.variants
  const command = kind?.baseline ?? plain.command
  const contentEncoding = kind ? (kind.contentEncoding ?? 'identity') : plain.contentEncoding
  const env = kind ? { PORT: '0', NODE_ENV: 'production' } : plain.env
  const candidates = planted.map(percent => variant(`plus-${percent}`, percent * stepsPerPercent))
  return {
    name: `bank-${name}`,
    question: `Which change of ${name} is found?`,
    variants: /** @type {Experiment['variants']} */ ([variant('baseline', 0), ...candidates]),
    request: kind ? { path: kind.path ?? '/', headers: { 'accept-encoding': 'gzip' } } : infoExperiment.request,
    loads: infoExperiment.loads.slice(0, 1),
    primaryMetric: metricOf(name),
    marginRatio: infoExperiment.marginRatio
  }

  /** @param {string} named @param {number} steps @returns {Variant} */
  function variant(named, steps) {
    const [program, ...rest] = command
    const preloaded = [program ?? 'node', '--import', './scripts/proofs/bank/burn.js', ...rest]
    return { name: named, command: preloaded, env: { ...env, BANK_STEPS: String(Math.round(steps)) }, contentEncoding }
  }
}
