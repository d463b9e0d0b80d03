import { WorkshopError } from '../errors.js'
import { interruptPrograms } from '../system/processes.js'
import { startWatcher } from '../system/watcher.js'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const INTERRUPTED = 130
let isWatched = false

/** Ends the command at a signal while it does not watch for one, with all programs that it has started. */
export function exitAtSignals() {
  for (const signal of signals) process.on(signal, exitUnlessWatched)

  function exitUnlessWatched() {
    if (!isWatched) process.exit(INTERRUPTED)
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
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }
}
