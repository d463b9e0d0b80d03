/** @import { Load } from '../../load/types.js' */
/** @import { Experiment, Variant } from '../../experiments/types.js' */

/** @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 20 },
  { generator: 'artillery', mode: 'batch', users: 20, requestsPerUser: 10 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/**
 * The copies of the lab `copy` as requests: the profilers show where their time goes, and the event-loop delay how long a copy
 * keeps every other request waiting.
 * @type {Experiment}
 */
export const copyRoute = {
  name: 'copy-route',
  question: 'What does a stream cost a server that copies files, compared with a synchronous copy?',
  variants: [copyVariant('8 KiB buffer, sync', 'buffer'), copyVariant('stream 64 KiB', 'stream-64k')],
  request: { path: '/copy?kB=1024', method: 'POST', headers: { 'accept-encoding': 'identity' } },
  loads,
  // Streams work in the thread pool.
  primaryMetric: 'cpuPerRequest',
  marginRatio: 0.02
}

/** @param {string} name @param {string} strategy @returns {Variant} */
function copyVariant(name, strategy) {
  return {
    name,
    command: ['node', 'src/labs/copy/app/server.js'],
    env: { PORT: '0', HOST: '127.0.0.1', COPY: strategy, NODE_ENV: 'development' },
    contentEncoding: 'identity'
  }
}
