/** @import { Load } from '../../load/types.js' */
/** @import { Experiment, Variant } from '../../experiments/types.js' */

/** So many that the gateway is busy while the others wait for the upstream. @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 50 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/** The certificate of the lab, below the folder of the workshop. */
export const CERTIFICATE_FOLDER = 'node_modules/.cache/profiling-workshop/gateway-certificate'
export const CERTIFICATE_FILE = 'certificate.pem'
const PLAIN = 'upstream'
const SECURE = 'upstream over TLS'

/**
 * The paper's list of overheads (docs/labs/gateway.md), each in a gateway that differs from the baseline in it alone: the profilers
 * show which functions cost what. The upstream is fast, so that the gateway is busy.
 * @type {Experiment}
 */
export const gatewayOverheads = {
  name: 'gateway-overheads',
  question: 'What do TLS, JSON, a synchronous log and fetch cost a gateway per request?',
  variants: [
    variant('plain'),
    variant('TLS', { UPSTREAM: `https://127.0.0.1:{${SECURE}}`, CA: `${CERTIFICATE_FOLDER}/${CERTIFICATE_FILE}` }),
    variant('JSON', { BODY: 'parse' }),
    variant('log', { LOG: 'sync' }),
    variant('fetch', { CLIENT: 'fetch' })
  ],
  hasManyVariants: true,
  request: { path: '/aggregate', headers: { 'accept-encoding': 'identity' } },
  loads,
  // All of it is JavaScript and system calls of the one thread.
  primaryMetric: 'cpuMainThread',
  marginRatio: 0.02,
  needsLabPackages: true,
  served: [upstream(PLAIN, 'off'), upstream(SECURE, 'on')]
}

/**
 * Returns a gateway with every setting that the shell could change.
 * @param {string} name
 * @param {Record<string, string>} [own] what differs from the baseline
 * @returns {Variant}
 */
function variant(name, own = {}) {
  const place = { HOST: '127.0.0.1', PORT: '0', UPSTREAM: `http://127.0.0.1:{${PLAIN}}`, CA: '', COMPILE_CACHE: 'off' }
  const calls = { CLIENT: 'undici', POOL: '168', CALLS: 'sequence', BODY: 'pass', TIMEOUT_MS: '5000' }
  return {
    name,
    command: ['node', 'src/labs/gateway/app/server.js'],
    env: { ...place, ...calls, LOG: 'off', BLOCK_MS: '0', ...own },
    contentEncoding: 'identity'
  }
}

/** @param {string} name @param {'off' | 'on'} tls */
function upstream(name, tls) {
  const times = { MEAN_MS: '2', TAIL_MS: '1', NETWORK_MS: '0', STEP_AFTER_MS: '0', STEP_MS: '0', SEED: '1' }
  return {
    name,
    command: ['node', 'src/labs/gateway/app/upstream.js'],
    env: { HOST: '127.0.0.1', TLS: tls, CERTIFICATE_FOLDER, ...times }
  }
}
