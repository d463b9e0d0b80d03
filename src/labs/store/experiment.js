/** @import { Load } from '../../load/types.js' */
/** @import { Experiment, Variant } from '../../experiments/types.js' */

/** As many connections as every variant accepts at once: none refuses. @type {Load[]} */
const loads = [
  { generator: 'autocannon', mode: 'closed', connections: 12 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/**
 * Two kinds of queue of the lab `store`, with PUT requests: the profilers show where CPU and allocations go. Each server
 * has a store of its own, since two that share one would wait for each other's writes.
 * @type {Experiment}
 */
export const storeQueues = {
  name: 'store-queues',
  question: 'What does a hand-over cost a store, compared with a pool with a queue?',
  variants: [
    variant('queue 128', { EXECUTOR: 'pool', MIN: '2', MAX: '4', QUEUE: '128' }),
    variant('hand-over', { EXECUTOR: 'pool', MIN: '1', MAX: '16', QUEUE: 'hand-over' })
  ],
  request: { path: '/v0/entity?id=abc', method: 'PUT', headers: {}, body: 'x'.repeat(300) },
  loads,
  // Most of the work is in the threads of the pools and of lmdb.
  primaryMetric: 'cpuPerRequest',
  marginRatio: 0.02,
  waits: { path: '/v0/counts', microsField: 'waitedMicros' },
  needsLabPackages: true
}

/** @param {string} name @param {Record<string, string>} settings @returns {Variant} */
function variant(name, settings) {
  return {
    name,
    command: ['node', 'src/labs/store/app/server.js'],
    env: { PORT: '0', DATA: `node_modules/.cache/profiling-workshop/store-${name.replace(' ', '-')}`, ...settings },
    contentEncoding: null
  }
}
