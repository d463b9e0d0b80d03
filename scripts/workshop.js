#!/usr/bin/env node
import './check-installed.js'
import { knownError } from '../src/measure/problem-of.js'

// Imports that are not dynamic are resolved before any of them runs, also those of missing packages.
const { main } = await import('../src/cli/main.js').catch(endUnloaded)
process.exitCode = await main(process.argv.slice(2))
// What is still open, such as a pipe that a server has left to others, does not keep the command.
setInterval(function exitWhenPrinted() {
  if (process.stdout.writableLength === 0) process.exit()
}, 1000).unref()

/** Ends a command that could not open its modules, as with few file descriptors. @param {unknown} error @returns {never} */
function endUnloaded(error) {
  const { message, exitCode } = knownError(error)
  console.error(message)
  process.exit(exitCode)
}
