import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { ContainerClient, Pipeline, RestError, StorageSharedKeyCredential } from '@azure/storage-blob'

/**
 * @import { Readable } from 'node:stream'
 *
 * @typedef {object} Target
 * @property {string} name of the blob
 * @property {number} bytes
 * @property {ContainerClient} container
 * @property {AbortSignal} signal
 *
 * @typedef {{ name: string, bytes: number, sha256: string }} BlobHash
 */

/**
 * The account of Azurite, which everyone knows.
 * https://learn.microsoft.com/azure/storage/common/storage-use-azurite#well-known-storage-account-and-key
 */
const account = 'devstoreaccount1'
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Less than the 5 s after which Azurite closes an idle connection: a request on one that is being closed would fail. */
const IDLE_LIMIT_MS = 1000
const AT_ONCE = 4

/**
 * Returns a client of a container. It sends each request once: a body that is a stream can be read only once.
 * @param {string} serviceUrl such as http://127.0.0.1:10000/devstoreaccount1
 * @param {string} container
 */
export function connectContainer(serviceUrl, container) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_LIMIT_MS })
  const credential = new StorageSharedKeyCredential(account, accountKey)
  const pipeline = new Pipeline([{ create: useAgent }, credential], { retryOptions: { maxTries: 1 } })
  return new ContainerClient(`${serviceUrl}/${container}`, pipeline)

  /** @type {import('@azure/storage-blob').RequestPolicyFactory['create']} */
  function useAgent(next) {
    return {
      sendRequest(request) {
        request.agent = agent
        return next.sendRequest(request)
      }
    }
  }
}

/** Stores a blob with one request. @param {Buffer} body @param {Target} target */
export async function storeWhole(body, { container, name, bytes, signal }) {
  await container.getBlockBlobClient(name).upload(body, bytes, { abortSignal: signal })
}

/**
 * Stores a blob with one request, whose body is a stream. When it fails, the stream is no longer read.
 * @param {Readable} body @param {Target} target
 * @returns {Promise<void>} rejects with the error of the stream, of the store, or with an AbortError
 */
export async function storeStream(body, { container, name, bytes, signal }) {
  // The client notices no error of the stream, and goes on to send it when the store has refused it.
  const request = new AbortController()
  body.on('error', error => request.abort(error))
  const abortSignal = AbortSignal.any([signal, request.signal])
  try {
    await container.getBlockBlobClient(name).upload(() => body, bytes, { abortSignal })
  } catch (error) {
    body.unpipe()
    request.abort(error)
    throw request.signal.reason
  }
}

/**
 * Returns why the blob store failed, such as ECONNREFUSED or ContainerNotFound; null for an error that is not of the store.
 * @param {unknown} error
 */
export function storeProblem(error) {
  if (!(error instanceof RestError)) return null
  return error.code ?? `status ${error.statusCode}`
}

/**
 * Deletes all blobs of a container, if there is one.
 * @param {string} serviceUrl @param {string} container
 * @returns {Promise<number>} how many
 */
export async function emptyContainer(serviceUrl, container) {
  const client = connectContainer(serviceUrl, container)
  const deleted = await forEachBlob(client, async function deleteBlob(name) {
    await client.deleteBlob(name)
  })
  return deleted.length
}

/**
 * Returns the size and hash of each blob of a container, by name. They are read a few at a time, and none is held in memory.
 * @param {string} serviceUrl @param {string} container @returns {Promise<BlobHash[]>}
 */
export async function hashBlobs(serviceUrl, container) {
  const client = connectContainer(serviceUrl, container)
  const hashed = await forEachBlob(client, async function hashBlob(name) {
    const { readableStreamBody } = await client.getBlobClient(name).download()
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of readableStreamBody ?? []) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { name, bytes, sha256: hash.digest('hex') }
  })
  return hashed.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Does some work on each blob of a container, if there is one, on a few at a time.
 * @template T
 * @param {ContainerClient} client @param {(name: string) => Promise<T>} work
 * @returns {Promise<T[]>} in the order in which the work was done
 */
async function forEachBlob(client, work) {
  if (!(await client.exists())) return []
  const blobs = client.listBlobsFlat()[Symbol.asyncIterator]()
  /** @type {T[]} */
  const results = []
  await Promise.all(Array.from({ length: AT_ONCE }, workOnNext))
  return results

  async function workOnNext() {
    for (let blob = await blobs.next(); !blob.done; blob = await blobs.next()) results.push(await work(blob.value.name))
  }
}
