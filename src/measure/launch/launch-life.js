import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { lastLines } from '../../errors/words.js'
import { withDeadline } from '../../system/deadline.js'
import { readTail } from '../../system/files/files.js'
import { causeOf, noProgramError } from './failure-causes.js'

/** @import { ErrorDetails, Exit, ServerPhase } from '../../errors/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { ManagedProcess } from '../../system/processes.js' */
/** @import { LaunchSetup } from './launch.js' */

const AGENTS_LIMIT_MS = 10_000
/** A profile of ten minutes is many megabytes. */
const PROFILER_LIMIT_MS = 60_000
const REAP_LIMIT_MS = 1000

/** @typedef {ReturnType<typeof followLife>} LaunchLife */

/**
 * Follows whether the server of a launch is alive, and waits for its answers: until a limit, an abort, or its death.
 * @param {LaunchSetup} setup @param {ManagedProcess} server
 */
export function followLife(setup, server) {
  const { profiler, signal } = setup
  const startedMs = performance.now()
  /** @type {ServerPhase} */
  let phase = 'start'
  let isExpected = false
  /** @type {WorkshopError | undefined} */
  let killedFor
  const died = server.exited.then(failUnlessExpected)
  died.catch(ignore)
  return { whileAlive, fromAgents, fromProfiler, enter, killFor, throwIfKilled, expectEnd }

  /**
   * Rejects with ERR_SERVER_EXITED, or what the server was killed for, when it dies first.
   * @template T @param {Promise<T>} promise @returns {Promise<T>}
   */
  function whileAlive(promise) {
    return Promise.race([promise, died])
  }

  /**
   * Waits for the agents' readings. An agent's link closes a moment before its process is reaped: the error is that of
   * the launch when the launch died, otherwise that one of its processes died, such as a worker of a cluster.
   * @template T @param {Promise<T>} reading
   */
  function fromAgents(reading) {
    const lost = () => launchError(setup, 'ERR_SERVER_LOST_PROCESS', { wrapper: profiler.wraps ? profiler.name : null })
    const orDeath = reading.catch(() => withDeadline(died, { limitMs: REAP_LIMIT_MS, signal, late: lost }))
    return within(AGENTS_LIMIT_MS, orDeath, 'counters')
  }

  /** @template T @param {Promise<T>} asked */
  function fromProfiler(asked) {
    return within(PROFILER_LIMIT_MS, asked, profiler.name)
  }

  /** @template T @param {number} limitMs @param {Promise<T>} promise @param {'counters' | ProfilerName} waitedFor */
  function within(limitMs, promise, waitedFor) {
    const late = () => launchError(setup, 'ERR_SERVER_SILENT', { limitMs, waitedFor })
    return withDeadline(whileAlive(promise), { limitMs, signal, late })
  }

  /** Sets what a death is reported with. @param {ServerPhase} next */
  function enter(next) {
    phase = next
  }

  /** Kills the server because of an error. @param {WorkshopError} error */
  function killFor(error) {
    killedFor = error
    server.end({ signal: 'SIGKILL' })
  }

  function throwIfKilled() {
    if (killedFor) throw killedFor
  }

  /** Makes the end of the server no death from now on. */
  function expectEnd() {
    isExpected = true
  }

  /** @param {Exit} exit @returns {Promise<never>} */
  async function failUnlessExpected(exit) {
    if (isExpected) return new Promise(ignore)
    throwIfKilled()
    if (exit.problem !== undefined) throw noProgramError(setup.variant, exit.problem)
    const afterMs = Math.round(performance.now() - startedMs)
    throw launchError(setup, 'ERR_SERVER_EXITED', { phase, exit, afterMs, cause: causeOf(setup.files.stderr, exit) })
  }
}

function ignore() {}

/**
 * Returns an error of a launch, with the end of the server's error output at this moment.
 * @template {keyof ErrorDetails & (`ERR_SERVER_${string}` | 'ERR_LOGIN')} Code
 * @param {LaunchSetup} setup @param {Code} code
 * @param {Omit<ErrorDetails[Code], 'variant' | 'launch' | 'round' | 'profiler' | 'tail' | 'command'>} details
 */
export function launchError({ planned, variant, files }, code, details) {
  const { id: launch, round, variant: name, profiler } = planned
  const tail = lastLines(readTail(files.stderr))
  const facts = { variant: name, launch, round, profiler, tail, command: commandText(variant) }
  return new WorkshopError(code, /** @type {any} */ ({ ...facts, ...details }))
}
