/**
 * @import { Load } from '../load/types.js'
 * @import { Variant } from './types.js'
 */

/** What the experiments on the /info route share. */

/** As a browser asks, with the encoding stated: the generators' own defaults differ. */
export const infoRequest = { path: '/info', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }

/** @type {Load[]} */
export const infoLoads = [
  { generator: 'autocannon', mode: 'closed', connections: 100 },
  { generator: 'artillery', mode: 'batch', users: 50, requestsPerUser: 20 },
  { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
]

/**
 * One way to run the app. Views are compiled on every request, and everything is stated that the shell could change.
 * @param {string} name
 * @param {{ gzip: 'on' | 'off', log: 'off' | 'sync' }} toggles
 * @returns {Variant}
 */
export function infoVariant(name, { gzip, log }) {
  return {
    name,
    command: ['node', 'src/app/server.js', '--gzip', gzip, '--log', log, '--view-cache', 'off'],
    env: { PORT: '0', HOST: '127.0.0.1', MODE: 'fork', NODE_ENV: 'development' },
    contentEncoding: gzip === 'on' ? 'gzip' : 'identity'
  }
}
