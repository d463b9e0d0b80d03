import { untilInterrupted as withSignal } from '../src/cli/commands/interrupts.js'
import { withExitCode } from './with-exit-code.js'

/**
 * Runs a script's work until it ends or Ctrl-C; an error that a user can act on is printed and sets the exit code.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
export function untilInterrupted(work) {
  return withSignal(signal => withExitCode(() => work(signal)))
}
