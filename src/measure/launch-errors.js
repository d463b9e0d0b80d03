import { lastLines, WorkshopError } from '../errors.js'
import { commandText } from '../secrets.js'
import { readTail } from '../system/files.js'

/**
 * @import { ErrorDetails } from '../error-types.js'
 * @import { LaunchSetup } from './launch.js'
 */

/**
 * Returns a function that makes the errors of a launch, each with the end of the server's error output at that moment.
 * @param {LaunchSetup} setup
 */
export function launchErrors({ planned, variant, files }) {
  return makeError

  /**
   * @template {keyof ErrorDetails & `ERR_SERVER_${string}`} Code
   * @param {Code} code
   * @param {Omit<ErrorDetails[Code], 'variant' | 'tail' | 'command'>} details
   */
  function makeError(code, details) {
    const facts = {
      variant: planned.variant,
      tail: lastLines(readTail(files.stderr)),
      command: commandText(variant)
    }
    return new WorkshopError(code, /** @type {any} */ ({ ...facts, ...details }))
  }
}
