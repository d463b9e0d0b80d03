import { watchForInterrupts } from '../src/cli/interrupts.js'
import { WorkshopError } from '../src/errors.js'

/**
 * Runs a script's work until it ends or Ctrl-C; an error that a user can act on is printed and sets the exit code.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
export async function untilInterrupted(work) {
  const interrupts = watchForInterrupts()
  try {
    await work(interrupts.signal)
  } catch (error) {
    if (!(error instanceof WorkshopError)) throw error
    console.error(error.message)
    process.exitCode = error.exitCode
  } finally {
    interrupts.stop()
  }
}
