import { bankServers } from '../bank/servers.js'

/** How much of a core another process uses. */
export const BUSY_PERCENT = [0, 20, 50, 100]
/** In percent of a request: the same server again, and what a run should find. */
export const PLANTED = [0, 5]
export const disturbedServers = bankServers.filter(({ name }) => name === 'koa-json')
