import { UsageError } from '../../../app/toggles.js'
import { readWhole } from '../../skeleton/app/settings.js'

/**
 * @typedef {(typeof strategyNames)[number]} Strategy
 *
 * @typedef {object} UploadSettings
 * @property {Strategy} strategy
 * @property {string} blobService URL of the blob store, such as http://127.0.0.1:10000/devstoreaccount1
 * @property {string} container
 * @property {number} mostRunning uploads at once
 * @property {number} mostQueued uploads that wait for their turn
 * @property {number} mostBytes of a body
 * @property {number} port 0 takes any free one
 */

/** How a body can be stored: the six implementations of the paper. */
export const strategyNames = /** @type {const} */ ([
  'memory',
  'stream',
  'buffer-4k',
  'buffer-4m',
  'buffer-8m',
  'temp-file'
])

const MIB = 1024 * 1024
/** The largest body of one Put Blob request. https://learn.microsoft.com/rest/api/storageservices/put-blob */
const MOST_MIB = 5000
/** https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata */
const CONTAINER_NAME = /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Reads the environment. An empty variable counts as not set.
 * @param {NodeJS.ProcessEnv} env @returns {UploadSettings}
 * @throws {UsageError} for a variable that is missing, unknown or out of range
 */
export function readUploadSettings(env) {
  return {
    strategy: readStrategy(env.STRATEGY),
    blobService: readServiceUrl(env.BLOB_SERVICE),
    container: readContainer(env.CONTAINER || 'uploads'),
    mostRunning: readWhole('RUNNING', env.RUNNING || '25', { least: 1, most: 10_000 }),
    mostQueued: readWhole('QUEUED', env.QUEUED || '100', { least: 0, most: 100_000 }),
    mostBytes: readWhole('MOST_MB', env.MOST_MB || '256', { least: 1, most: MOST_MIB }) * MIB,
    port: readWhole('PORT', env.PORT || '0', { least: 0, most: 65_535 })
  }
}

/** @param {string} [given] */
function readStrategy(given = '') {
  const strategy = strategyNames.find(name => name === given)
  if (strategy) return strategy
  throw new UsageError(`STRATEGY must be ${strategyNames.join(' or ')}, not ${JSON.stringify(given)}`)
}

/** @param {string} [given] */
function readServiceUrl(given = '') {
  const { protocol, pathname } = URL.canParse(given) ? new URL(given) : { protocol: '', pathname: '' }
  if (/^https?:$/.test(protocol) && /^\/[^/]+\/?$/.test(pathname)) return given.replace(/\/$/, '')
  throw new UsageError(
    `BLOB_SERVICE must be the URL of a blob store with its account, such as http://127.0.0.1:10000/devstoreaccount1, not ${JSON.stringify(given)}`
  )
}

/** @param {string} given */
function readContainer(given) {
  if (CONTAINER_NAME.test(given)) return given
  throw new UsageError(
    `CONTAINER must have 3 to 63 lower-case letters, digits and single hyphens, not ${JSON.stringify(given)}`
  )
}
