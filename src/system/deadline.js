/**
 * Waits for a promise, but no longer than a limit and not past an abort.
 * @template T
 * @param {Promise<T>} promise
 * @param {{ limitMs: number, signal?: AbortSignal, late: () => Error }} bounds `late` makes the error of a missed limit
 * @returns {Promise<T>} rejects with that error, or with the signal's reason
 */
export function withDeadline(promise, { limitMs, signal, late }) {
  return new Promise(function race(resolve, reject) {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(giveUp, limitMs)
    signal?.addEventListener('abort', stop)
    promise.then(resolve, reject).finally(tidy)

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
