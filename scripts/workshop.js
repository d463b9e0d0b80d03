#!/usr/bin/env node
import './check-installed.js'
import { writeFileSync } from 'node:fs'
import { toSaved, WorkshopError } from '../src/errors/errors.js'
import { knownError } from '../src/measure/project/problem-of.js'

// Imports that are not dynamic are resolved before any of them runs, also those of missing packages.
const { main } = await import('../src/cli/main.js').catch(endUnloaded)
/** `code`: of the command; null until it has ended */
const ended = { code: /** @type {number | null} */ (null) }
process.on('exit', keepWorst)
ended.code = await main(process.argv.slice(2), saveFailure)
process.exitCode = ended.code
// What is still open, such as a pipe that a server has left to others, does not keep the command.
setInterval(function exitWhenPrinted() {
  if (process.stdout.writableLength === 0) process.exit()
}, 1000).unref()

/**
 * Keeps the code of a command that has ended; where something else ends the process before, such as process.exit(0) in a configuration,
 * it has no verdict. An error that ends it before has a code above 1.
 * @param {number} code
 */
function keepWorst(code) {
  process.exitCode = Math.max(code, ended.code ?? 0)
  if (ended.code !== null || code > 1) return
  const failure = new WorkshopError('ERR_EXITED', { code })
  console.error(failure.message)
  saveFailure(failure)
  process.exitCode = failure.exitCode
}

/** Ends a command that could not open its modules, as with few file descriptors. @param {unknown} error @returns {never} */
function endUnloaded(error) {
  const failure = knownError(error)
  console.error(failure.message)
  saveFailure(failure)
  process.exit(failure.exitCode)
}

/** Saves the error that ended a command for the program that started it, such as the action. @param {WorkshopError} failure */
function saveFailure(failure) {
  const { WORKSHOP_FAILURE_FILE: file } = process.env
  try {
    if (file) writeFileSync(file, JSON.stringify(toSaved(failure)))
  } catch {
    // It was printed before.
  }
}
