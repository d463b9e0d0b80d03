import { WorkshopError } from '../../errors/errors.js'
import { keepTo } from '../../system/cores.js'

/** taskset fails when a thread ends while it works. */
const TRIES = 3

/**
 * Keeps all servers to the last of at least two cores and the generators to the others, or lets all use all cores again.
 * @param {boolean} isKept
 * @param {{ cores: number[], servers: { pids: () => number[] }[], generators: { pids: () => number[] } }} sharers
 * @throws {WorkshopError} ERR_PINNING
 */
export async function keepToOneCore(isKept, { cores, servers, generators }) {
  const pids = servers.flatMap(server => server.pids())
  if (!isKept) return keepOrFail([...pids, ...generators.pids()], cores)
  await keepOrFail(pids, cores.slice(-1))
  await keepOrFail(generators.pids(), cores.slice(0, -1))
}

/** @param {number[]} pids @param {number[]} cores */
async function keepOrFail(pids, cores) {
  for (let tried = 0; tried < TRIES; tried++) if (await keepTo(pids, cores)) return
  throw new WorkshopError('ERR_PINNING', { pids: pids.join(', '), cores: cores.join(', ') })
}
