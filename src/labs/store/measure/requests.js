import { seededRandom } from '../../../stats/seeded-random.js'

/**
 * @import { StoreLab, StoreOperation } from '../types.js'
 * @import { Mix, SentRequest } from '../../../load/types.js'
 */

/** Different requests of a load, which are sent in this order again and again. */
const REQUESTS = 2000

/**
 * Returns requests with random ids, and random values where they write, always the same ones for a seed.
 * @param {Pick<StoreLab, 'alphabet' | 'idLength' | 'valueLength'>} lab
 * @param {{ origin: string, operation: StoreOperation, seed: number }} options
 * @returns {SentRequest & { mix: Mix }} a load of all of them
 */
export function storeRequests({ alphabet, idLength, valueLength }, { origin, operation, seed }) {
  const random = seededRandom(seed)
  const requests = Array.from({ length: REQUESTS }, () => ({
    url: `${origin}/v0/entity?id=${randomText(idLength)}`,
    headers: {},
    method: operation,
    ...(operation === 'PUT' && { body: randomText(valueLength) })
  }))
  return { url: `${origin}/v0/entity`, headers: {}, mix: { requests, order: requests.map((_, index) => index) } }

  /** @param {number} length */
  function randomText(length) {
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  }
}
