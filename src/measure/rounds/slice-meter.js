/** @import { ServerReading } from '../../runs/types.js' */
/** @import { AgentLink, AgentStart } from '../agent/agent-server.js' */
/** @import { AgentReading, ThreadKept } from '../types.js' */

/**
 * @typedef {Pick<AgentLink, 'pid' | 'threadId' | 'listens'>} OfThread
 * @typedef {{ link: OfThread, start: AgentStart, end: AgentReading }} ThreadReading
 */

/**
 * Returns a meter that reads the counters of every thread of a launch at the start and at the end of a slice.
 * @param {AgentLink[]} links
 */
export function sliceMeter(links) {
  /** @type {{ link: AgentLink, start: AgentStart }[]} */
  let open = []
  return { start, stop }

  async function start() {
    const { wholes, others } = byRole(links.map(link => ({ link })))
    open = [...(await askAll(others, startOne)), ...(await askAll(wholes, startOne))]
  }

  /** @returns {Promise<ServerReading>} */
  async function stop() {
    const { wholes, others } = byRole(open)
    const readings = [...(await askAll(wholes, stopOne)), ...(await askAll(others, stopOne))]
    if (!readings.some(({ link }) => link.listens)) throw new Error('no process of the launch listens any more')
    return addReadings(readings)
  }
}

/** @param {{ link: AgentLink }} thread */
async function startOne({ link }) {
  return { link, start: await link.start() }
}

/** @param {{ link: AgentLink, start: AgentStart }} started */
async function stopOne({ link, start }) {
  return { link, start, end: await link.stop() }
}

/**
 * Returns the bytes that each thread of a launch keeps after a forced garbage collection, on V8's heap and outside of it.
 * @param {AgentLink[]} links @returns {Promise<ThreadKept[]>}
 */
export async function readKeptBytes(links) {
  const threads = links.map(link => ({ link }))
  return (await askAll(threads, readKept)).flat()
}

/** @param {{ link: AgentLink }} thread */
async function readKept({ link: { pid, threadId, heap } }) {
  const kept = await heap()
  return kept ? [{ pid, threadId, bytes: kept.heapUsedBytes + kept.externalBytes }] : []
}

/**
 * Asks threads at once, and ignores failures of those that do not listen: worker threads come and go.
 * @template {{ link: AgentLink }} Thread @template T
 * @param {Thread[]} threads @param {(thread: Thread) => Promise<T>} ask
 */
async function askAll(threads, ask) {
  const answers = threads.map(async function askOne(thread) {
    try {
      return [await ask(thread)]
    } catch (error) {
      if (thread.link.listens) throw error
      return []
    }
  })
  return (await Promise.all(answers)).flat()
}

/**
 * Separates the threads that count for their whole process, of each process the first that listens, from the others. The
 * former start last and stop first, so that what the agents of the latter read is not counted.
 * @template {{ link: OfThread }} Thread
 * @param {Thread[]} threads
 */
function byRole(threads) {
  const listening = threads.filter(({ link }) => link.listens)
  const mainLast = listening.toSorted((a, b) => b.link.threadId - a.link.threadId)
  const wholes = [...new Map(mainLast.map(thread => [thread.link.pid, thread])).values()]
  return { wholes, others: threads.filter(thread => !wholes.includes(thread)) }
}

/**
 * Adds up the readings of a launch. CPU, memory and switches are those of a whole process, so a process with several
 * listening threads counts once. The CPU of the main thread is the sum over all listening threads.
 * @param {ThreadReading[]} readings @returns {ServerReading}
 */
export function addReadings(readings) {
  const all = readings.map(reading => reading.end)
  const ends = readings.filter(({ link }) => link.listens).map(reading => reading.end)
  const wholes = byRole(readings).wholes.map(reading => reading.end)
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
    allocatedBytes: sumIfKnown(all, 'allocatedBytes'),
    minorFaults: sumOf(wholes, 'minorFaults'),
    majorFaults: sumOf(wholes, 'majorFaults'),
    loopTurns: sumIfKnown(ends, 'loopTurns'),
    readCalls: sumIfKnown(wholes, 'readCalls'),
    writeCalls: sumIfKnown(wholes, 'writeCalls'),
    readBytes: sumIfKnown(wholes, 'readBytes'),
    writtenBytes: sumIfKnown(wholes, 'writtenBytes'),
    stolenMicros: ends[0]?.stolenMicros ?? null,
    threads: readings.map(({ link: { pid, threadId }, start, end }) => ({
      pid,
      threadId,
      startUptimeMs: start.uptimeMs,
      endUptimeMs: end.uptimeMs,
      startMicros: start.monotonicMicros,
      endMicros: end.monotonicMicros,
      cpuMicros: end.cpuMainThreadMicros
    }))
  }
}

/**
 * Returns the pool's CPU without that of worker threads, which the main thread cannot distinguish from the pool's.
 * @param {number | null} poolMicros @param {ThreadReading[]} readings
 */
function withoutWorkers(poolMicros, readings) {
  const workers = readings.filter(({ link }) => link.threadId !== 0).map(reading => reading.end)
  return poolMicros === null ? null : Math.max(0, poolMicros - sumOf(workers, 'cpuMainThreadMicros'))
}

/** @param {AgentReading[]} readings @param {keyof AgentReading} field */
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
