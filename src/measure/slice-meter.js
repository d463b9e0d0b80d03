/**
 * @import { ServerReading, ThreadWindow } from '../runs/types.js'
 * @import { AgentLink, AgentStart } from './agent-server.js'
 * @import { AgentReading } from './types.js'
 */

/** @typedef {{ link: AgentLink, start: AgentStart, end: AgentReading }} ThreadReading */

/**
 * Returns a meter that reads the counters of every thread of a launch at the start and at the end of a slice.
 * @param {AgentLink[]} links
 */
export function sliceMeter(links) {
  /** @type {Pick<ThreadReading, 'link' | 'start'>[]} */
  let open = []
  return { start, stop }

  async function start() {
    const asked = links.map(link => unlessGone(link, async () => ({ link, start: await link.start() })))
    open = (await Promise.all(asked)).flat()
  }

  /** @returns {Promise<ServerReading>} */
  async function stop() {
    const asked = open.map(({ link, start }) => unlessGone(link, async () => ({ link, start, end: await link.stop() })))
    const readings = (await Promise.all(asked)).flat()
    if (!readings.some(({ link }) => link.listens)) throw new Error('no process of the launch listens any more')
    return addReadings(readings)
  }
}

/**
 * Asks a thread, and ignores a failure of one that does not listen: worker threads come and go.
 * @template T
 * @param {AgentLink} link
 * @param {() => Promise<T>} ask
 * @returns {Promise<T[]>} one or none
 */
async function unlessGone(link, ask) {
  try {
    return [await ask()]
  } catch (error) {
    if (link.listens) throw error
    return []
  }
}

/**
 * Adds up the readings of a launch. CPU, memory and switches are those of a whole process, so a process with several
 * listening threads counts once. The CPU of the main thread is the sum over all listening threads.
 * @param {ThreadReading[]} readings
 * @returns {ServerReading}
 */
function addReadings(readings) {
  const listening = readings.filter(({ link }) => link.listens)
  const ends = listening.map(reading => reading.end)
  const mainLast = listening.toSorted((a, b) => b.link.threadId - a.link.threadId)
  const wholes = [...new Map(mainLast.map(({ link, end }) => [link.pid, end])).values()]
  const cpuUserMicros = sumOf(wholes, 'cpuUserMicros')
  const cpuSystemMicros = sumOf(wholes, 'cpuSystemMicros')
  const cpuMicros = cpuUserMicros + cpuSystemMicros
  const cpuMainThreadMicros = sumIfKnown(ends, 'cpuMainThreadMicros')
  return {
    cpuMicros,
    cpuUserMicros,
    cpuSystemMicros,
    cpuMainThreadMicros,
    cpuOtherThreadsMicros: cpuMainThreadMicros === null ? null : Math.max(0, cpuMicros - cpuMainThreadMicros),
    cpuPoolMicros: withoutWorkers(sumIfKnown(wholes, 'cpuPoolMicros'), readings),
    cpuHelpersMicros: sumIfKnown(wholes, 'cpuHelpersMicros'),
    rssBytes: sumOf(wholes, 'rssBytes'),
    heapUsedBytes: sumOf(ends, 'heapUsedBytes'),
    eventLoopUtilization: maxOf(ends, 'eventLoopUtilization'),
    eventLoopDelayP99Micros: maxOf(ends, 'eventLoopDelayP99Micros'),
    eventLoopDelayMaxMicros: maxOf(ends, 'eventLoopDelayMaxMicros'),
    gcCount: sumOf(ends, 'gcCount'),
    gcPauseMicros: sumOf(ends, 'gcPauseMicros'),
    voluntarySwitches: sumOf(wholes, 'voluntarySwitches'),
    involuntarySwitches: sumOf(wholes, 'involuntarySwitches'),
    stolenMicros: ends[0]?.stolenMicros ?? null,
    threads: readings.map(windowOf)
  }
}

/**
 * Returns the pool's CPU without that of worker threads, which the main thread cannot distinguish from the pool's.
 * @param {number | null} poolMicros
 * @param {ThreadReading[]} readings
 */
function withoutWorkers(poolMicros, readings) {
  const workers = readings.filter(({ link }) => link.threadId !== 0).map(reading => reading.end)
  return poolMicros === null ? null : Math.max(0, poolMicros - sumOf(workers, 'cpuMainThreadMicros'))
}

/** @param {ThreadReading} reading @returns {ThreadWindow} */
function windowOf({ link: { pid, threadId }, start, end }) {
  return {
    pid,
    threadId,
    startUptimeMs: start.uptimeMs,
    endUptimeMs: end.uptimeMs,
    startMicros: start.monotonicMicros,
    endMicros: end.monotonicMicros,
    cpuMicros: end.cpuMainThreadMicros
  }
}

/** @param {AgentReading[]} readings @param {'cpuMainThreadMicros' | 'cpuPoolMicros' | 'cpuHelpersMicros'} field */
function sumIfKnown(readings, field) {
  return readings.every(reading => reading[field] !== null) ? sumOf(readings, field) : null
}

/** @param {AgentReading[]} readings @param {keyof AgentReading} field */
function sumOf(readings, field) {
  return readings.reduce((sum, reading) => sum + (reading[field] ?? 0), 0)
}

/** @param {AgentReading[]} readings @param {keyof AgentReading} field */
function maxOf(readings, field) {
  return readings.reduce((max, reading) => Math.max(max, reading[field] ?? 0), 0)
}
