import fc from 'fast-check'
import { damages } from './damaged-file.js'
import { runFolder } from './run-folder.js'

/** @import { FuzzTarget } from './targets.js' */

/**
 * Damaged copies of a run that ended before it read its profiles: what the profilers left is read, or refused, as of other run folders.
 * @type {FuzzTarget}
 */
export const interruptedFolder = {
  arbitrary: fc.record({ recorded: fc.constant('interrupted'), damages }),
  check: runFolder.check
}
