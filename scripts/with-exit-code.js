import { WorkshopError } from '../src/errors/errors.js'

/**
 * Runs a script's work; an error that a user can act on is printed without its stack, and sets the exit code.
 * @param {() => Promise<void>} work
 */
export async function withExitCode(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WorkshopError)) throw error
    console.error(error.message)
    process.exitCode = error.exitCode
  }
}
