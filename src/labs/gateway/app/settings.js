import module from 'node:module'
import { readChoice, UsageError } from '../../../app/toggles.js'
import { readWhole } from '../../skeleton/app/settings.js'

/** @typedef {ReturnType<typeof readGatewaySettings>} GatewaySettings */

/** Keeps compiled code on disk for the next start; undefined before Node.js 22.8. @type {(() => void) | undefined} */
export const enableCompileCache = Reflect.get(module, 'enableCompileCache')

const MOST_CONNECTIONS = 10_000
const MOST_MS = 60_000

/**
 * Reads the environment. An empty variable counts as not set; the first value of a choice is the default.
 * @param {NodeJS.ProcessEnv} env
 * @throws {UsageError}
 */
export function readGatewaySettings(env) {
  const settings = {
    host: env.HOST || '127.0.0.1',
    /** 0 for any free one. */
    port: readWhole('PORT', env.PORT || '8080', { least: 0, most: 65_535 }),
    /** The origin that is called; https for calls over TLS. */
    upstream: readOrigin(env.UPSTREAM),
    /** The certificate that calls over TLS trust; those of Node.js when null. */
    caFile: env.CA || null,
    /** `http`: node:http without keep-alive. */
    client: readWord(env, 'CLIENT', ['undici', 'fetch', 'http']),
    /** The most connections to the upstream; null for no limit. */
    poolSize: readPoolSize(env.POOL || '168'),
    calls: readWord(env, 'CALLS', ['sequence', 'together']),
    /** Whether the responses of the upstream are parsed and serialised again, or passed through. */
    body: readWord(env, 'BODY', ['parse', 'pass']),
    log: readWord(env, 'LOG', ['off', 'sync']),
    /** How long each request blocks the event loop, without using CPU. */
    blockMs: readWhole('BLOCK_MS', env.BLOCK_MS || '0', { least: 0, most: MOST_MS }),
    /** How long a request may take in all. */
    timeoutMs: readWhole('TIMEOUT_MS', env.TIMEOUT_MS || '5000', { least: 1, most: MOST_MS }),
    compileCache: readWord(env, 'COMPILE_CACHE', ['off', 'on'])
  }
  if (settings.caFile !== null && settings.upstream.protocol !== 'https:')
    throw new UsageError('CA is the certificate of an https upstream; UPSTREAM is an http one')
  if (settings.compileCache === 'on' && !enableCompileCache)
    throw new UsageError(`COMPILE_CACHE=on needs Node.js 22.8 or newer; this is ${process.version}`)
  return settings
}

/**
 * Returns the word that a variable has, the first one by default.
 * @template {string} Word
 * @param {NodeJS.ProcessEnv} env @param {string} variable @param {[Word, ...Word[]]} values @returns {Word}
 */
export function readWord(env, variable, values) {
  return readChoice({ flag: '', variable, values }, {}, env)
}

/**
 * Returns the settings as text, such as `client=undici pool=168 tls=on calls=sequence body=parse log=off`.
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
