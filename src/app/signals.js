import cluster from 'node:cluster'

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGTERM', 'SIGINT']

/**
 * Calls `stop` at the first SIGTERM or SIGINT. The next one ends the process at once, as is Node's default. A cluster's
 * worker ignores it: it gets one Ctrl-C twice, from the terminal and from its primary.
 *
 * @param {() => void} stop
 */
export function stopAtSignal(stop) {
  let stopping = false
  for (const signal of stopSignals) process.on(signal, stopOnce)

  function stopOnce() {
    if (cluster.isPrimary) for (const signal of stopSignals) process.off(signal, stopOnce)
    if (stopping) return
    stopping = true
    stop()
  }
}
