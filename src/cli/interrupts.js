import { WorkshopError } from '../errors.js'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP) into an abort, so that the run can end its children and keep what it has;
 * the second ends the process at once.
 */
export function watchForInterrupts() {
  const controller = new AbortController()
  for (const signal of signals) process.on(signal, interrupt)
  return {
    signal: controller.signal,
    stop() {
      for (const signal of signals) process.off(signal, interrupt)
    }
  }

  /** @param {NodeJS.Signals} signal */
  function interrupt(signal) {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new WorkshopError('ERR_INTERRUPTED', { signal }))
  }
}
