/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGTERM', 'SIGINT']

/**
 * Calls `stop` at the first SIGTERM or SIGINT. The next one ends the process at once, as is Node's default.
 *
 * @param {() => void} stop
 */
export function stopAtSignal(stop) {
  for (const signal of stopSignals) process.on(signal, stopOnce)

  function stopOnce() {
    for (const signal of stopSignals) process.off(signal, stopOnce)
    stop()
  }
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT and ignores the others: a cluster's worker gets one Ctrl-C twice, from
 * the terminal and from its primary.
 *
 * @param {() => void} stop
 */
export function stopWorkerAtSignal(stop) {
  let stopping = false
  for (const signal of stopSignals) process.on(signal, stopOnce)

  function stopOnce() {
    if (stopping) return
    stopping = true
    stop()
  }
}
