/**
 * Queueing theory for a pool of c connections: requests arrive at random (Poisson) with `ratePerSecond`, each holds one of
 * `servers` for `serviceMs` on average (exponential), and waits in one queue when all are taken: M/M/c (Erlang 1917; Kleinrock,
 * Queueing Systems I, 1975, section 3.5). Service times that vary less wait less: with constant ones about half as long.
 *
 * @typedef {object} Queue
 * @property {number} ratePerSecond of arrivals
 * @property {number} serviceMs mean
 * @property {number} servers at least one
 */

/**
 * Returns the mean number in a system by Little's law (1961), L = λ W, which needs no assumption about distributions.
 * @param {number} ratePerSecond that enters and leaves
 * @param {number} meanMs in the system
 */
export function littleInSystem(ratePerSecond, meanMs) {
  return (ratePerSecond * meanMs) / 1000
}

/**
 * Returns the rate that a pool can serve at most.
 * @param {Pick<Queue, 'servers' | 'serviceMs'>} pool
 * @returns {number} per second
 */
export function capacityPerSecond({ servers, serviceMs }) {
  return (servers * 1000) / serviceMs
}

/**
 * Returns the share of arrivals that find all servers taken (Erlang C).
 * @param {Queue} queue
 * @returns {number} from 0 to 1; 1 for a queue that grows without end
 */
export function waitingShare({ ratePerSecond, serviceMs, servers }) {
  const load = littleInSystem(ratePerSecond, serviceMs)
  if (load >= servers) return 1
  const blocked = erlangB(load, servers)
  return (servers * blocked) / (servers - load * (1 - blocked))
}

/**
 * Returns the mean wait of all arrivals, those that do not wait too.
 * @param {Queue} queue
 * @returns {number} milliseconds; Infinity for a queue that grows without end
 */
export function meanWaitMs(queue) {
  const spare = capacityPerSecond(queue) - queue.ratePerSecond
  return spare <= 0 ? Number.POSITIVE_INFINITY : (waitingShare(queue) / spare) * 1000
}

/**
 * Returns the share of arrivals that would be lost if there were no queue (Erlang B), by its recursion over the servers, which
 * does not overflow as the factorials of the formula do.
 * @param {number} load mean number of servers that the arrivals need
 * @param {number} servers
 */
function erlangB(load, servers) {
  let blocked = 1
  for (let count = 1; count <= servers; count++) blocked = (load * blocked) / (count + load * blocked)
  return blocked
}
