import { withDeadline } from '../../system/deadline.js'
import { launchErrors } from './launch-errors.js'

/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { LaunchSetup } from './launch.js' */
/** @import { LaunchLife } from './launch-life.js' */

const AGENTS_LIMIT_MS = 10_000
/** A profile of ten minutes is many megabytes. */
const PROFILER_LIMIT_MS = 60_000
const REAP_LIMIT_MS = 1000

/** @typedef {ReturnType<typeof launchAnswers>} LaunchAnswers */

/**
 * Returns what waits for answers of a launch: until a limit, an abort, or its death.
 * @param {LaunchSetup} setup @param {LaunchLife} life
 */
export function launchAnswers(setup, life) {
  const { profiler, signal } = setup
  const makeError = launchErrors(setup)
  return { fromAgents, fromProfiler }

  /**
   * Waits for the agents' readings. An agent's link closes a moment before its process is reaped: the error is that of
   * the launch when the launch died, otherwise that one of its processes died, such as a worker of a cluster.
   * @template T
   * @param {Promise<T>} reading
   */
  function fromAgents(reading) {
    const lost = () => makeError('ERR_SERVER_LOST_PROCESS', { wrapper: profiler.wraps ? profiler.name : null })
    const orDeath = reading.catch(() => withDeadline(life.died, { limitMs: REAP_LIMIT_MS, signal, late: lost }))
    return within(AGENTS_LIMIT_MS, orDeath, 'counters')
  }

  /** @template T @param {Promise<T>} asked */
  function fromProfiler(asked) {
    return within(PROFILER_LIMIT_MS, asked, profiler.name)
  }

  /** @template T @param {number} limitMs @param {Promise<T>} promise @param {'counters' | ProfilerName} waitedFor */
  function within(limitMs, promise, waitedFor) {
    const late = () => makeError('ERR_SERVER_SILENT', { limitMs, waitedFor })
    return withDeadline(life.whileAlive(promise), { limitMs, signal, late })
  }
}
