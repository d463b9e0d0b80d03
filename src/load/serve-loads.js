import { meterProcess } from './meter-process.js'

/** @import { LoadRequest, LoadResult } from './types.js' */

/**
 * @typedef {object} Answer what a generator process says: nothing set is "ready"
 * @property {LoadResult} [result]
 * @property {string} [problem]
 */

/**
 * The life of a generator process: says that it is ready, plays the loads it is sent one after the other, and ends
 * when whoever started it is gone.
 * @param {(request: LoadRequest) => Promise<Omit<LoadResult, 'generatorProcess'>>} play
 */
export function serveLoads(play) {
  process.on('disconnect', () => process.exit())
  process.on('message', message => answer(/** @type {LoadRequest} */ (message)))
  say({})

  /** @param {LoadRequest} request */
  async function answer(request) {
    const stopMeter = meterProcess()
    try {
      const played = await play(request)
      say({ result: { ...played, generatorProcess: stopMeter() } })
    } catch (error) {
      console.error(error)
      say({ problem: error instanceof Error ? error.message : String(error) })
    }
  }
}

/** @param {Answer} answer */
function say(answer) {
  process.send?.(answer)
}
