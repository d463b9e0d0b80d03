import { causeOf, launchErrors } from './launch-errors.js'

/** @import { Exit, ServerPhase } from '../../errors/types.js' */
/** @import { WorkshopError } from '../../errors/errors.js' */
/** @import { ManagedProcess } from '../../system/processes.js' */
/** @import { LaunchSetup } from './launch.js' */

/**
 * @typedef {object} LaunchLife
 * @property {Promise<never>} died rejects when the server dies, with ERR_SERVER_EXITED or what it was killed for
 * @property {<T>(promise: Promise<T>) => Promise<T>} whileAlive rejects as `died` when the server dies first
 * @property {(phase: ServerPhase) => void} enter sets what a death is reported with; `start` at first
 * @property {(error: WorkshopError) => void} killFor kills the server because of an error
 * @property {() => void} throwIfKilled throws that error
 * @property {() => void} expectEnd makes the end of the server no death from now on
 */

/**
 * Follows whether the server of a launch is alive.
 * @param {LaunchSetup} setup @param {ManagedProcess} server @returns {LaunchLife}
 */
export function followLife(setup, server) {
  const makeError = launchErrors(setup)
  /** @type {ServerPhase} */
  let phase = 'start'
  let isExpected = false
  /** @type {WorkshopError | undefined} */
  let killedFor
  const died = server.exited.then(failUnlessExpected)
  died.catch(ignore)
  return { died, whileAlive, enter, killFor, throwIfKilled, expectEnd }

  /** @type {LaunchLife['whileAlive']} */
  function whileAlive(promise) {
    return Promise.race([promise, died])
  }

  /** @type {LaunchLife['enter']} */
  function enter(next) {
    phase = next
  }

  /** @type {LaunchLife['killFor']} */
  function killFor(error) {
    killedFor = error
    server.end({ signal: 'SIGKILL' })
  }

  function throwIfKilled() {
    if (killedFor) throw killedFor
  }

  function expectEnd() {
    isExpected = true
  }

  /** @param {Exit} exit @returns {Promise<never>} */
  async function failUnlessExpected(exit) {
    if (isExpected) return new Promise(ignore)
    throwIfKilled()
    throw makeError('ERR_SERVER_EXITED', { phase, exit, cause: causeOf(exit, setup.files.stderr) })
  }
}

function ignore() {}
