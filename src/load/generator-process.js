import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { keepAwake } from './keep-awake.js'

/**
 * Plays loads in a process of its own: `node generator-process.js <generator>`.
 *
 * @import { GeneratorName, LoadRequest, LoadResult } from './types.js'
 */

/**
 * @typedef {object} Answer what a generator process sends; an answer without a field means that it is ready
 * @property {LoadResult} [result]
 * @property {string} [problem]
 * @property {number} [id] of the request
 *
 * @typedef {Exclude<GeneratorName, 'existing'>} PlayingName
 * @typedef {(request: LoadRequest) => Promise<Omit<LoadResult, 'generatorProcess'>>} Play
 */

const DELAY_RESOLUTION_MS = 10

/** A process loads its own generator only: artillery takes half a second. @type {Record<PlayingName, () => Promise<Play>>} */
const players = {
  autocannon: async () => (await import('./autocannon.js')).playClosedLoop,
  artillery: async () => (await import('./artillery.js')).playBatch,
  paced: async () => (await import('./paced.js')).openLoopPlayer(),
  sockets: async () => (await import('./sockets.js')).playOverSockets
}

await serveLoads(/** @type {PlayingName} */ (process.argv[2]))

/**
 * Reports that the generator is ready, plays the loads it is sent, several at the same time where it is asked to, and ends when the
 * process that started it is gone.
 * @param {PlayingName} generator
 */
async function serveLoads(generator) {
  const play = await players[generator]()
  process.on('disconnect', () => process.exit())
  process.on('message', message => answer(/** @type {LoadRequest & { id: number }} */ (message)))
  send({})

  /** @param {LoadRequest & { id: number }} request */
  async function answer({ id, ...request }) {
    const endTurning = request.staysAwake ? keepAwake() : () => 0
    const stopMeter = meterProcess()
    try {
      const played = await play(request)
      send({ id, result: { ...played, generatorProcess: stopMeter(endTurning()) } })
    } catch (error) {
      endTurning()
      console.error(error)
      send({ id, problem: error instanceof Error ? error.message : String(error) })
    }
  }
}

/** @param {Answer} answer */
function send(answer) {
  process.send?.(answer)
}

/**
 * Meters the work of this process until the returned function is called: CPU of all its threads, utilization of its event loop, and
 * how much later than asked a timer of 10 ms fired. A generator that is late measures its own lateness as the server's.
 * @returns {(emptyMs: number) => LoadResult['generatorProcess']} takes how long the process was awake without work, which is left out
 */
function meterProcess() {
  const cpuBefore = process.cpuUsage()
  const loopBefore = performance.eventLoopUtilization()
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  return stopMeter

  /** @param {number} emptyMs */
  function stopMeter(emptyMs) {
    delay.disable()
    const cpu = process.cpuUsage(cpuBefore)
    const { active, idle } = performance.eventLoopUtilization(loopBefore)
    const workShare = Math.max(0, 1 - (emptyMs * 1e3) / (cpu.user + cpu.system))
    const isEmpty = delay.max === 0
    return {
      cpuUserMicros: Math.round(cpu.user * workShare),
      cpuSystemMicros: Math.round(cpu.system * workShare),
      eventLoopUtilization: Math.max(0, active - emptyMs) / (active + idle),
      eventLoopDelayP99Micros: isEmpty ? 0 : beyondResolution(delay.percentile(99)),
      eventLoopDelayMaxMicros: isEmpty ? 0 : beyondResolution(delay.max)
    }
  }
}

/** @param {number} nanoseconds between two firings, the timer's own 10 ms included */
function beyondResolution(nanoseconds) {
  return Math.max(0, Math.round(nanoseconds / 1e3 - DELAY_RESOLUTION_MS * 1e3))
}
