import { seededRandom } from '../../stats/seeded-random.js'
import { weightedOrder } from '../../stats/weighted-order.js'

/**
 * @import { Experiment, Request } from '../../experiments/types.js'
 * @import { Mix, SentRequest } from '../../load/types.js'
 */

/**
 * Returns what a load sends: the one request, or the mix of several in an order that is the same for all variants. Slices begin at
 * different places of that order, so that slices too short for all of it leave out no request.
 * @param {Pick<Experiment, 'request' | 'requests'>} experiment
 * @param {string} origin
 * @param {{ name?: string, seed: number, slice: number }} asked `name`: one of several requests, which is sent alone
 * @returns {SentRequest & { mix?: Mix }}
 * @throws {TypeError} for a name that the experiment has not
 */
export function sentRequests({ request, requests }, origin, { name, seed, slice }) {
  if (name !== undefined) {
    const named = requests?.find(each => each.name === name)
    if (!named) throw new TypeError(`no request is named ${name}`)
    return sentTo(origin, named)
  }
  const sent = sentTo(origin, request)
  if (!requests) return sent
  const weights = requests.map(({ weight }) => weight)
  const order = rotated(weightedOrder(weights, seed), seededRandom(seed + slice)())
  return { ...sent, mix: { requests: requests.map(each => sentTo(origin, each)), order } }
}

/** @param {string} origin @param {Request} request @returns {SentRequest} */
function sentTo(origin, { path, headers, method, body }) {
  return { url: `${origin}${path}`, headers, method, body }
}

/** @param {number[]} order @param {number} share of it that comes last */
function rotated(order, share) {
  const first = Math.floor(share * order.length)
  return [...order.slice(first), ...order.slice(0, first)]
}
