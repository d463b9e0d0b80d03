import { WorkshopError } from '../../errors/errors.js'
import { keepTo } from '../../system/cores.js'

/** taskset fails when a thread ends while it works. */
const TRIES = 3

/**
 * @typedef {object} Sharers
 * @property {number[]} cores at least two
 * @property {{ pids: () => number[] }[]} servers
 * @property {{ pids: () => number[] }} generators
 */

/**
 * Keeps all servers to the last core and the generators to the others.
 * @param {Sharers} sharers
 * @throws {WorkshopError} ERR_PINNING
 */
export async function keepToOneCore({ cores, servers, generators }) {
  await keepOrFail(
    servers.flatMap(server => server.pids()),
    cores.slice(-1)
  )
  await keepOrFail(generators.pids(), cores.slice(0, -1))
}

/** Lets all servers and generators use all cores again. @param {Sharers} sharers @throws {WorkshopError} ERR_PINNING */
export async function letGo({ cores, servers, generators }) {
  await keepOrFail([...servers.flatMap(server => server.pids()), ...generators.pids()], cores)
}

/** @param {number[]} pids @param {number[]} cores */
async function keepOrFail(pids, cores) {
  for (let tried = 0; tried < TRIES; tried++) if (await keepTo(pids, cores)) return
  throw new WorkshopError('ERR_PINNING', { pids: pids.join(', '), cores: cores.join(', ') })
}
