import { once } from 'node:events'
import http from 'node:http'
import { WorkshopError } from '../errors.js'

/**
 * @import { Resource } from '../experiments/types.js'
 * @import { ResourceSize } from '../runs/types.js'
 * @import { Launch } from './launch.js'
 * @import { Session } from './measure.js'
 */

/**
 * Measures once how many bytes each resource of a page transfers with each variant, if the experiment asks for it. It comes after the
 * slices of the first launches, which get no more requests than later ones before that.
 * @param {Session} session
 * @param {Launch[]} launches of the first block of a run
 * @throws {WorkshopError} ERR_NOT_MEASURABLE where a response is not 200
 */
export async function measureResources({ experiment, run }, launches) {
  const { resources } = experiment
  if (!resources) return
  const sizes = await Promise.all(
    launches.map(launch => launch.whileAlive(sizesOn(launch.origin, launch.planned.variant, resources)))
  )
  await run.update({ resources: sizes.flat() })
}

/** @type {(origin: string, variant: string, resources: Resource[]) => Promise<ResourceSize[]>} */
async function sizesOn(origin, variant, resources) {
  /** @type {ResourceSize[]} */
  const sizes = []
  for (const { name, path, headers } of resources) {
    const url = origin + path
    sizes.push({ variant, name, path, ...(await transferredBytes(url, headers, variant)) })
  }
  return sizes
}

/**
 * Returns the bytes of a response as the socket counts them: status line, headers and body, on a connection of its own.
 * @type {(url: string, headers: Record<string, string>, variant: string) => Promise<Pick<ResourceSize, 'bytes' | 'contentEncoding'>>}
 */
export async function transferredBytes(url, headers, variant) {
  const request = http.get(url, { headers, agent: false })
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  const { statusCode, socket } = response
  if (statusCode !== 200) {
    const reasons = [
      { code: /** @type {const} */ ('wrong-status'), discards: /** @type {const} */ ('everything'), responses: 1 }
    ]
    throw new WorkshopError('ERR_NOT_MEASURABLE', { variant, reasons, url })
  }
  return { bytes: socket.bytesRead, contentEncoding: response.headers['content-encoding'] ?? 'identity' }
}
