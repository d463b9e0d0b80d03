/** @import { ServerReading, ThreadWindow } from '../../runs/types.js' */
/** @import { AgentLink, AgentStart } from '../agent/agent-server.js' */
/** @import { AgentReading, ThreadKept } from '../types.js' */

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
    const { wholes, others } = byRole(links, link => link)
    open = [...(await startAll(others)), ...(await startAll(wholes))]
  }

  /** @returns {Promise<ServerReading>} */
  async function stop() {
    const { wholes, others } = byRole(open, ({ link }) => link)
    const readings = [...(await stopAll(wholes)), ...(await stopAll(others))]
    if (!readings.some(({ link }) => link.listens)) throw new Error('no process of the launch listens any more')
    return addReadings(readings)
  }
}

/**
 * Returns the bytes that each thread of a launch keeps after a forced garbage collection, on V8's heap and outside of it.
 * @param {AgentLink[]} links @returns {Promise<ThreadKept[]>}
 */
export async function readKeptBytes(links) {
  return (await Promise.all(links.map(link => unlessGone(link, () => readThread(link))))).flat(2)
}

/** @param {AgentLink} link */
async function readThread({ pid, threadId, heap }) {
  const kept = await heap()
  return kept ? [{ pid, threadId, bytes: kept.heapUsedBytes + kept.externalBytes }] : []
}

/** @param {AgentLink[]} links */
async function startAll(links) {
  const asked = links.map(link => unlessGone(link, async () => ({ link, start: await link.start() })))
  return (await Promise.all(asked)).flat()
}

/** @param {Pick<ThreadReading, 'link' | 'start'>[]} started */
async function stopAll(started) {
  const asked = started.map(({ link, start }) =>
    unlessGone(link, async () => ({ link, start, end: await link.stop() }))
  )
  return (await Promise.all(asked)).flat()
}

/**
 * Separates the threads that count for their whole process, of each process the first that listens, from the others. The
 * former start last and stop first, so that what the agents of the latter read is not counted.
 * @template T
 * @param {T[]} threads @param {(thread: T) => AgentLink} linkOf
 */
function byRole(threads, linkOf) {
  const listening = threads.filter(thread => linkOf(thread).listens)
  const mainLast = listening.toSorted((a, b) => linkOf(b).threadId - linkOf(a).threadId)
  const wholes = [...new Map(mainLast.map(thread => [linkOf(thread).pid, thread])).values()]
  return { wholes, others: threads.filter(thread => !wholes.includes(thread)) }
}

/**
 * Asks a thread, and ignores a failure of one that does not listen: worker threads come and go.
 * @template T
 * @param {AgentLink} link @param {() => Promise<T>} ask
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
 * @param {ThreadReading[]} readings @returns {ServerReading}
 */
function addReadings(readings) {
  const listening = readings.filter(({ link }) => link.listens)
  const ends = listening.map(reading => reading.end)
  const wholes = byRole(readings, ({ link }) => link).wholes.map(reading => reading.end)
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
    allocatedBytes: sumIfKnown(
      readings.map(reading => reading.end),
      'allocatedBytes'
    ),
    minorFaults: sumOf(wholes, 'minorFaults'),
    majorFaults: sumOf(wholes, 'majorFaults'),
    loopTurns: sumIfKnown(ends, 'loopTurns'),
    readCalls: sumIfKnown(wholes, 'readCalls'),
    writeCalls: sumIfKnown(wholes, 'writeCalls'),
    readBytes: sumIfKnown(wholes, 'readBytes'),
    writtenBytes: sumIfKnown(wholes, 'writtenBytes'),
    stolenMicros: ends[0]?.stolenMicros ?? null,
    threads: readings.map(windowOf)
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
