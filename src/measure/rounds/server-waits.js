/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { Launch } from '../launch/launch.js'
 */

/**
 * Returns how long the tasks of a server have waited until now, as the server itself counts it.
 * @param {NonNullable<Experiment['waits']>} source
 * @param {Pick<Launch, 'origin' | 'whileAlive'>} launch
 * @param {AbortSignal} signal
 * @returns {Promise<number>} microseconds, the sum over all tasks
 * @throws {TypeError} where the server does not count it
 */
export async function readWaits({ path, microsField }, { origin, whileAlive }, signal) {
  const url = `${origin}${path}`
  const counts = await whileAlive(fetch(url, { signal }).then(response => response.json()))
  if (typeof counts[microsField] !== 'number') throw new TypeError(`${url} has no number ${microsField}`)
  return counts[microsField]
}
