#!/usr/bin/env node
import './check-installed.js'
import { writeFileSync } from 'node:fs'
import { toSaved } from '../src/errors/errors.js'
import { knownError } from '../src/measure/project/problem-of.js'

/** @import { WorkshopError } from '../src/errors/errors.js' */

// Imports that are not dynamic are resolved before any of them runs, also those of missing packages.
const { main } = await import('../src/cli/main.js').catch(endUnloaded)
process.exitCode = await main(process.argv.slice(2), saveFailure)
// What is still open, such as a pipe that a server has left to others, does not keep the command.
setInterval(function exitWhenPrinted() {
  if (process.stdout.writableLength === 0) process.exit()
}, 1000).unref()

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
