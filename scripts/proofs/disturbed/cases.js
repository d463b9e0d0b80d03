import { bankServers } from '../bank/servers.js'

/** How much of a core other processes use, one for each core that they fill. */
export const BUSY_PERCENT = [0, 20, 50, 100, 200]
/** In percent of a request: the same server again, and what a run should find. */
export const PLANTED = [0, 5]
/** One whose work is on the main thread, and one that works in the thread pool. */
export const disturbedServers = bankServers.filter(({ name }) => ['koa-json', 'http-gzip'].includes(name))
