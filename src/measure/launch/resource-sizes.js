import { WorkshopError } from '../../errors/errors.js'
import { oneResponse } from './one-response.js'

/** @import { Resource } from '../../experiments/types.js' */
/** @import { ResourceSize } from '../../runs/types.js' */
/** @import { ResponseReason } from '../../verdict/types.js' */
/** @import { Launch } from './launch.js' */
/** @import { Session } from '../rounds/measure.js' */

/**
 * Measures once how many bytes each resource of a page transfers with each variant, if the experiment asks for it. It comes after the
 * slices of the first launches, which get no more requests than later ones before that.
 * @param {Session} session
 * @param {Launch[]} launches of the first block of a run
 * @throws {WorkshopError} ERR_NOT_MEASURABLE where a response is not 200, is cut off, or does not come
 */
export async function measureResources({ experiment, run, signal }, launches) {
  const { resources } = experiment
  if (!resources) return
  const sizes = await Promise.all(
    launches.map(launch => launch.whileAlive(sizesOn(launch.origin, launch.planned.variant, resources, signal)))
  )
  await run.update({ resources: sizes.flat() })
}

/** @type {(origin: string, variant: string, resources: Resource[], signal: AbortSignal) => Promise<ResourceSize[]>} */
async function sizesOn(origin, variant, resources, signal) {
  /** @type {ResourceSize[]} */
  const sizes = []
  for (const { name, path, headers } of resources) {
    const url = origin + path
    sizes.push({ variant, name, path, ...(await transferredBytes({ url, headers, variant, signal })) })
  }
  return sizes
}

/**
 * Returns the bytes of a response as the socket counts them: status line, headers and body, on a connection of its own.
 * @param {{ url: string, headers: Record<string, string>, variant: string, signal: AbortSignal, limitMs?: number }} resource
 * @returns {Promise<Pick<ResourceSize, 'bytes' | 'contentEncoding'>>} rejects with the signal's reason when it aborts
 * @throws {WorkshopError} ERR_NOT_MEASURABLE
 */
export async function transferredBytes({ url, headers, variant, ...bounds }) {
  const late = () => failure({ code: 'timeouts', discards: 'everything', requests: 1 })
  const failed = (/** @type {Error} */ error) =>
    failure({ code: 'failed-requests', discards: 'everything', requests: 1 }, error)
  const { statusCode, receivedBytes, ...response } = await oneResponse({ url, headers }, { ...bounds, late, failed })
  if (statusCode !== 200) throw failure({ code: 'wrong-status', discards: 'everything', responses: 1 })
  return { bytes: receivedBytes, contentEncoding: response.headers['content-encoding'] ?? 'identity' }

  /** @param {ResponseReason} reason @param {unknown} [cause] */
  function failure(reason, cause) {
    return new WorkshopError('ERR_NOT_MEASURABLE', { variant, reasons: [reason], url }, cause)
  }
}
