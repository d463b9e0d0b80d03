/**
 * @typedef {object} Turn
 * @property {() => void} end lets the next one in; further calls do nothing
 */

/**
 * Limits how many pieces of work run at once. The others wait in the order in which they came; when the queue is full they are
 * refused at once. As with the thread pool of the paper, 25 running and 100 queued accept 125 of 200.
 * @param {{ mostRunning: number, mostQueued: number }} limits
 */
export function createAdmission({ mostRunning, mostQueued }) {
  let running = 0
  /** @type {Set<(turn: Turn) => void>} in the order of arrival */
  const queue = new Set()
  return { enter }

  /**
   * Waits for a turn to run. The place in the queue is free again the moment the signal aborts; a turn that has begun is ended by
   * its owner only.
   * @param {AbortSignal} signal
   * @returns {Promise<Turn | 'full' | 'left'>} `full`: refused; `left`: the signal aborted first
   */
  async function enter(signal) {
    if (signal.aborted) return 'left'
    if (running < mostRunning) return begin()
    if (queue.size >= mostQueued) return 'full'
    return new Promise(function wait(resolve) {
      queue.add(start)
      signal.addEventListener('abort', leave)

      /** @param {Turn} turn */
      function start(turn) {
        signal.removeEventListener('abort', leave)
        resolve(turn)
      }
      function leave() {
        queue.delete(start)
        resolve('left')
      }
    })
  }

  /** @returns {Turn} */
  function begin() {
    running++
    let hasEnded = false
    return {
      end() {
        if (hasEnded) return
        hasEnded = true
        running--
        startNext()
      }
    }
  }

  function startNext() {
    const [next] = queue
    if (!next) return
    queue.delete(next)
    next(begin())
  }
}
