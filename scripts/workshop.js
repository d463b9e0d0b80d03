#!/usr/bin/env node
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'

/** @import { SavedProblem } from '../src/errors/types.js' */

/** Modules are opened many at a time, and a run has logs, sockets and pipes. */
const LEAST_FILES = 200
const terminals = [0, 1, 2].filter(isatty)

requireFiles()
// Imports that are not dynamic are resolved before any of them runs, also those of missing packages.
await import('./check-installed.js')
const { toSaved, WorkshopError } = await import('../src/errors/errors.js')
const { knownError } = await import('../src/measure/project/problem-of.js')
const { main } = await import('../src/cli/main.js').catch(endUnloaded)
/** `code`: of the command; null until it has ended */
const ended = { code: /** @type {number | null} */ (null) }
keepExitCode()
process.on('exit', releaseTerminals)
ended.code = await main(process.argv.slice(2), failure => saveFailure(toSaved(failure)))
process.exitCode = ended.code
// What is still open, such as a pipe that a server has left to others, does not keep the command.
setInterval(function exitWhenPrinted() {
  if (process.stdout.writableLength === 0) process.exit()
}, 1000).unref()

/**
 * Lets nothing that a configuration loads set another exit code: neither a listener of the exit, nor a call of what `process.exit` calls.
 * That is undocumented, and programs replace it, as the package signal-exit does.
 */
function keepExitCode() {
  const internals = /** @type {{ reallyExit: (code: number) => never }} */ (/** @type {unknown} */ (process))
  const { reallyExit } = internals
  /** @type {number | undefined} */
  let kept
  process.on('exit', keep)
  process.on('beforeExit', function exit() {
    if (ended.code !== null) process.exit()
  })
  internals.reallyExit = function exitWithKept(code) {
    keep(code)
    return reallyExit.call(process, kept ?? code)
  }

  /** @param {number} code */
  function keep(code) {
    kept ??= worstOf(code)
    process.exitCode = kept
  }
}

/**
 * Returns the code of a command that has ended; where something else ends the process before, such as process.exit(0) in a configuration,
 * it has no verdict. An error that ends it before has a code above 1.
 * @param {number} code
 */
function worstOf(code) {
  if (ended.code !== null || code > 1) return Math.max(code, ended.code ?? 0)
  const failure = new WorkshopError('ERR_EXITED', { code })
  console.error(failure.message)
  saveFailure(toSaved(failure))
  return failure.exitCode
}

/** Ends a command that could not open its modules, as with few file descriptors. @param {unknown} error @returns {never} */
function endUnloaded(error) {
  const failure = knownError(error)
  console.error(failure.message)
  saveFailure(toSaved(failure))
  process.exit(failure.exitCode)
}

/** Ends a command that can open too few files to load even the words of its errors. */
function requireFiles() {
  /** @type {number[]} */
  const opened = []
  try {
    while (opened.length < LEAST_FILES) opened.push(openSync(devNull, 'r'))
  } catch {
    for (const file of opened) closeSync(file)
    const problem = `fewer than ${LEAST_FILES} files can be open at a time`
    console.error(`The run could not begin: ${problem}. Allow more open files: ulimit -n 1024`)
    saveFailure({ code: 'ERR_SYSTEM', details: { problem, systemCode: 'EMFILE' } })
    process.exit(3)
  }
  for (const file of opened) closeSync(file)
}

/** Closes terminals that are gone. Node.js resets each that is open when it exits, and can abort there: nodejs/node, pull request 58200. */
function releaseTerminals() {
  for (const file of terminals) if (!isatty(file)) closeSync(file)
}

/** Saves the error that ended a command for the program that started it, such as the action. @param {SavedProblem} failure */
function saveFailure(failure) {
  const { WORKSHOP_FAILURE_FILE: file } = process.env
  try {
    if (file) writeFileSync(file, JSON.stringify(failure))
  } catch {
    // It was printed before.
  }
}
