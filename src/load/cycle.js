/** @import { LoadRequest, SentRequest } from './types.js' */

/**
 * Returns the requests of a load in the order in which they are sent, again and again: one, or those of a mix.
 * @template T
 * @param {LoadRequest} load
 * @param {(request: SentRequest) => T} prepare called once per request
 * @returns {T[]} at least one
 */
export function cycleOf({ mix, url, headers, method, body }, prepare) {
  if (!mix) return [prepare({ url, headers, method, body })]
  const prepared = mix.requests.map(prepare)
  return mix.order.flatMap(index => prepared[index] ?? [])
}

/** Returns what the table of a generator names as the path. @param {LoadRequest} load */
export function pathOf({ mix, url }) {
  const { pathname, search } = new URL(url)
  return mix ? `${mix.requests.length} requests` : pathname + search
}
