import { WorkshopError } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { lastLines } from '../../errors/words.js'
import { readTail } from '../../system/files/files.js'

/** @import { ErrorDetails, Exit, ServerCause } from '../../errors/types.js' */
/** @import { LaunchSetup } from './launch.js' */

/** A stack of V8 and a list of its last garbage collections come after the line with the error. */
const STDERR_BYTES = 64 * 1024
const HEAP = /heap out of memory|ERR_WORKER_OUT_OF_MEMORY|Allocation failed - JavaScript/
const TAKEN_PORT = /EADDRINUSE\b.*?:(\d+)\s*$/m

/**
 * Returns why a server ended, where its error output or its signal shows it.
 * @param {Exit} exit
 * @param {string} stderr file
 * @returns {ServerCause | null}
 */
export function causeOf({ signal }, stderr) {
  const text = readTail(stderr, STDERR_BYTES)
  if (HEAP.test(text)) return { code: 'heap' }
  const [, port] = TAKEN_PORT.exec(text) ?? []
  if (port !== undefined) return { code: 'taken-port', port: Number(port) }
  return signal === 'SIGKILL' ? { code: 'killed' } : null
}

/**
 * Returns an error of a launch, with the end of the server's error output at this moment.
 * @template {keyof ErrorDetails & `ERR_SERVER_${string}`} Code
 * @param {LaunchSetup} setup @param {Code} code
 * @param {Omit<ErrorDetails[Code], 'variant' | 'launch' | 'round' | 'profiler' | 'tail' | 'command'>} details
 */
export function launchError({ planned, variant, files }, code, details) {
  const { id: launch, round, variant: name, profiler } = planned
  const tail = lastLines(readTail(files.stderr))
  const facts = { variant: name, launch, round, profiler, tail, command: commandText(variant) }
  return new WorkshopError(code, /** @type {any} */ ({ ...facts, ...details }))
}
