import module from 'node:module'
import { readChoice, UsageError } from '../../../app/toggles.js'
import { readWhole } from '../../skeleton/app/read-whole.js'

/** @import { Choice } from '../../../app/toggles.js' */

/**
 * @typedef {object} GatewaySettings
 * @property {string} host
 * @property {number} port 0 for any free one
 * @property {URL} upstream the origin that is called; https for calls over TLS
 * @property {string | null} caFile the certificate that calls over TLS trust; those of Node.js when null
 * @property {'undici' | 'fetch' | 'http'} client `http`: node:http without keep-alive
 * @property {number | null} poolSize the most connections to the upstream; null for no limit
 * @property {'sequence' | 'together'} calls
 * @property {'parse' | 'pass'} body whether the responses of the upstream are parsed and serialised again, or passed through
 * @property {'off' | 'sync'} log
 * @property {number} blockMs how long each request blocks the event loop, without using CPU
 * @property {number} timeoutMs how long a request may take in all
 * @property {'off' | 'on'} compileCache
 */

/**
 * Keeps compiled code on disk for the next start; undefined before Node.js 22.8.
 * @type {(() => void) | undefined}
 */
export const enableCompileCache = Reflect.get(module, 'enableCompileCache')

/** @type {Choice<GatewaySettings['client']>} */
const clientChoice = { flag: '', variable: 'CLIENT', values: ['undici', 'fetch', 'http'] }
/** @type {Choice<GatewaySettings['calls']>} */
const callsChoice = { flag: '', variable: 'CALLS', values: ['sequence', 'together'] }
/** @type {Choice<GatewaySettings['body']>} */
const bodyChoice = { flag: '', variable: 'BODY', values: ['parse', 'pass'] }
/** @type {Choice<GatewaySettings['log']>} */
const logChoice = { flag: '', variable: 'LOG', values: ['off', 'sync'] }
/** @type {Choice<GatewaySettings['compileCache']>} */
const compileCacheChoice = { flag: '', variable: 'COMPILE_CACHE', values: ['off', 'on'] }

const MOST_CONNECTIONS = 10_000
const MOST_MS = 60_000

/**
 * Reads the environment. An empty variable counts as not set; the first value of a choice is the default.
 *
 * @param {NodeJS.ProcessEnv} env @returns {GatewaySettings}
 * @throws {UsageError}
 */
export function readGatewaySettings(env) {
  const settings = {
    host: env.HOST || '127.0.0.1',
    port: readWhole('PORT', env.PORT || '8080', { least: 0, most: 65_535 }),
    upstream: readOrigin(env.UPSTREAM),
    caFile: env.CA || null,
    client: readChoice(clientChoice, {}, env),
    poolSize: readPoolSize(env.POOL || '168'),
    calls: readChoice(callsChoice, {}, env),
    body: readChoice(bodyChoice, {}, env),
    log: readChoice(logChoice, {}, env),
    blockMs: readWhole('BLOCK_MS', env.BLOCK_MS || '0', { least: 0, most: MOST_MS }),
    timeoutMs: readWhole('TIMEOUT_MS', env.TIMEOUT_MS || '5000', { least: 1, most: MOST_MS }),
    compileCache: readChoice(compileCacheChoice, {}, env)
  }
  if (settings.caFile !== null && settings.upstream.protocol !== 'https:')
    throw new UsageError('CA is the certificate of an https upstream; UPSTREAM is an http one')
  if (settings.compileCache === 'on' && !enableCompileCache)
    throw new UsageError(`COMPILE_CACHE=on needs Node.js 22.8 or newer; this is ${process.version}`)
  return settings
}

/**
 * Returns the settings as text, such as `client=undici pool=168 tls=on calls=sequence body=parse log=off`.
 *
 * @param {GatewaySettings} settings
 */
export function describeGateway({ client, poolSize, upstream, calls, body, log, blockMs, compileCache }) {
  const tls = upstream.protocol === 'https:' ? 'on' : 'off'
  const rare = [...(blockMs > 0 ? [`block=${blockMs}ms`] : []), ...(compileCache === 'on' ? ['compile-cache=on'] : [])]
  const usual = [`client=${client}`, `pool=${poolSize ?? 'unlimited'}`, `tls=${tls}`, `calls=${calls}`]
  return [...usual, `body=${body}`, `log=${log}`, ...rare].join(' ')
}

/** @param {string | undefined} text */
function readOrigin(text) {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : null
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === ''
  if (isOrigin) return url
  throw new UsageError(
    `UPSTREAM must be the origin of the upstream, such as https://127.0.0.1:9443, not ${JSON.stringify(text ?? '')}`
  )
}

/** @param {string} text */
function readPoolSize(text) {
  if (text === 'unlimited') return null
  return readWhole('POOL', text, { least: 1, most: MOST_CONNECTIONS, others: ' or unlimited' })
}
