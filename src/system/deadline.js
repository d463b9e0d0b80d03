/** The longest that one timer waits. A workshop that is stopped (Ctrl-Z, a laptop that sleeps) loses at most so much of a limit. */
const TICK_MS = 1000

/**
 * Waits for a promise, but no longer than a limit and not past an abort. Time in which this process was stopped does not count.
 * @template T
 * @param {Promise<T>} promise
 * @param {{ limitMs: number, signal?: AbortSignal, late: () => Error }} bounds `late` makes the error of a missed limit
 * @returns {Promise<T>} rejects with that error, or with the signal's reason
 */
export function withDeadline(promise, { limitMs, signal, late }) {
  return new Promise(function race(resolve, reject) {
    const stopTimer = startTimer(limitMs, giveUp)
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
      stopTimer()
      signal?.removeEventListener('abort', stop)
    }
  })
}

/**
 * Calls a function when this process has been running for a time.
 * @param {number} limitMs @param {() => void} done
 * @returns {() => void} stops it
 */
export function startTimer(limitMs, done) {
  let leftMs = limitMs
  let timer = setTimeout(tick, Math.min(leftMs, TICK_MS))
  return () => clearTimeout(timer)

  function tick() {
    leftMs -= TICK_MS
    if (leftMs <= 0) return done()
    timer = setTimeout(tick, Math.min(leftMs, TICK_MS))
  }
}
