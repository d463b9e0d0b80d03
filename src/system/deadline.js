/**
 * Waits for a promise, but no longer than a limit and not past an abort.
 * @template T
 * @param {Promise<T>} promise
 * @param {{ limitMs: number, signal?: AbortSignal, late: () => Error }} bounds `late` makes the error of a missed limit
 * @returns {Promise<T>} rejects with that error, or with the signal's reason
 */
export function withDeadline(promise, { limitMs, signal, late }) {
  return new Promise(function race(resolve, reject) {
    const timer = setTimeout(giveUp, limitMs)
    signal?.addEventListener('abort', stop)
    // Before the abort is checked, so that a promise that fails later always has a handler.
    promise.then(resolve, reject).finally(tidy)
    if (signal?.aborted) stop()

    function giveUp() {
      tidy()
      reject(late())
    }
    function stop() {
      tidy()
      reject(signal?.reason)
    }
    function tidy() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  })
}
