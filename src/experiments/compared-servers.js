/** @import { Load } from '../load/types.js' */
/** @import { Experiment, LoginRequest, Variant, WeightedRequest } from './types.js' */

/** As many as most servers are busy with, and few enough that latency is not mostly queueing. */
const CONNECTIONS = 50

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: CONNECTIONS },
  { generator: 'artillery', mode: 'batch', users: CONNECTIONS, requestsPerUser: 20 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/**
 * Returns the experiment that compares servers of a user, or that profiles one.
 * @param {object} asked
 * @param {[Variant, ...Variant[]]} asked.variants the first is the baseline
 * @param {[WeightedRequest, ...WeightedRequest[]]} asked.requests
 * @param {string} asked.folder of the project
 * @param {string} [asked.health] path that responds with 2xx once a server is ready
 * @param {LoginRequest[]} [asked.login] played once per launch, before its warm-up
 * @param {string[]} [asked.companions] names of processes that run beside the servers
 * @returns {Experiment}
 */
export function comparedServers({ variants, requests, folder, health, login, companions = [] }) {
  const [baseline, ...candidates] = variants
  const [{ name: only, weight: _, ...request }] = requests
  const isOne = requests.length === 1
  const names = candidates.map(({ name }) => name).join(' or ')
  const load = isOne ? only : `${requests.length} requests`
  return {
    ...(candidates.length === 0
      ? { name: 'profile', question: `Where does the CPU of ${load} go in ${baseline.name}?` }
      : { name: 'compare', question: `Is ${names} slower than ${baseline.name} on ${load}?` }),
    variants,
    request,
    ...(!isOne && { requests }),
    folder,
    ...(health !== undefined && { health }),
    ...(login && { login }),
    ...(companions.length > 0 && { companions }),
    loads,
    primaryMetric: 'cpuMainThread',
    choosesMetric: true,
    marginRatio: 0.02
  }
}
