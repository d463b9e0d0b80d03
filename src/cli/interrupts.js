import { WorkshopError } from '../errors.js'
import { interruptPrograms } from '../system/processes.js'
import { startWatcher } from '../system/watcher.js'
import { printError } from './print.js'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let isWatched = false

/** Ends the command at a signal while it does not watch for one, with all programs that it has started. */
export function exitAtSignals() {
  for (const signal of signals) process.on(signal, exitUnlessWatched)

  /** @param {NodeJS.Signals} signal */
  function exitUnlessWatched(signal) {
    if (!isWatched) exitWith(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }
}

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP) into an abort, so that the run can end its children and keep what it has;
 * the second ends the process at once. When the process is killed, another one ends its children.
 */
export function watchForInterrupts() {
  const controller = new AbortController()
  const stopWatcher = startWatcher()
  interruptPrograms(controller.signal)
  isWatched = true
  for (const signal of signals) process.on(signal, interrupt)
  return {
    signal: controller.signal,
    stop() {
      for (const signal of signals) process.off(signal, interrupt)
      isWatched = false
      interruptPrograms()
      stopWatcher()
    }
  }

  /** @param {NodeJS.Signals} signal */
  function interrupt(signal) {
    if (controller.signal.aborted) exitWith(new WorkshopError('ERR_INTERRUPTED_AGAIN', { signal }))
    controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }
}

/** @param {WorkshopError} error */
function exitWith({ message, exitCode }) {
  printError(message)
  process.exit(exitCode)
}
