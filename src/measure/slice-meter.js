/**
 * @typedef {import('../types.js').AgentReading} AgentReading
 * @typedef {import('../types.js').ServerReading} ServerReading
 * @typedef {{ pid: number, startUptimeMs: number, end: AgentReading }} ProcessReading
 */

/**
 * Asks every listening process of a launch at the start and at the end of a slice, and adds up what they say.
 * @param {import('./agent-server.js').AgentLink[]} links
 */
export function sliceMeter(links) {
  /** @type {{ link: import('./agent-server.js').AgentLink, startUptimeMs: number }[]} */
  let open = []
  return { start, stop }

  async function start() {
    open = await Promise.all(links.map(async link => ({ link, startUptimeMs: (await link.start()).uptimeMs })))
  }

  /** @returns {Promise<ServerReading>} */
  async function stop() {
    if (open.length === 0) throw new Error('no process of the launch listens any more')
    const readings = open.map(async ({ link, startUptimeMs }) => ({
      pid: link.pid,
      startUptimeMs,
      end: await link.stop()
    }))
    return addReadings(await Promise.all(readings))
  }
}

/**
 * CPU, memory and switches are told for a whole process, so a process of which several threads listen is taken once;
 * the CPU of its listening threads is that of its main threads together.
 * @param {ProcessReading[]} readings at least one
 * @returns {ServerReading}
 */
function addReadings(readings) {
  const ends = readings.map(reading => reading.end)
  const processes = [...new Map(readings.map(reading => [reading.pid, reading])).values()]
  const wholes = processes.map(reading => reading.end)
  const cpuUserMicros = sumOf(wholes, 'cpuUserMicros')
  const cpuSystemMicros = sumOf(wholes, 'cpuSystemMicros')
  const cpuMicros = cpuUserMicros + cpuSystemMicros
  const isByThread = ends.every(end => end.cpuMainThreadMicros !== null)
  const cpuMainThreadMicros = isByThread ? sumOf(ends, 'cpuMainThreadMicros') : null
  return {
    cpuMicros,
    cpuUserMicros,
    cpuSystemMicros,
    cpuMainThreadMicros,
    cpuOtherThreadsMicros: cpuMainThreadMicros === null ? null : Math.max(0, cpuMicros - cpuMainThreadMicros),
    rssBytes: sumOf(wholes, 'rssBytes'),
    heapUsedBytes: sumOf(ends, 'heapUsedBytes'),
    eventLoopUtilization: maxOf(ends, 'eventLoopUtilization'),
    eventLoopDelayP99Micros: maxOf(ends, 'eventLoopDelayP99Micros'),
    eventLoopDelayMaxMicros: maxOf(ends, 'eventLoopDelayMaxMicros'),
    gcCount: sumOf(ends, 'gcCount'),
    gcPauseMicros: sumOf(ends, 'gcPauseMicros'),
    voluntarySwitches: sumOf(wholes, 'voluntarySwitches'),
    involuntarySwitches: sumOf(wholes, 'involuntarySwitches'),
    processes: processes.map(({ pid, startUptimeMs, end }) => ({ pid, startUptimeMs, endUptimeMs: end.uptimeMs }))
  }
}

/**
 * @param {AgentReading[]} readings
 * @param {keyof AgentReading} field
 */
function sumOf(readings, field) {
  return readings.reduce((sum, reading) => sum + (reading[field] ?? 0), 0)
}

/**
 * @param {AgentReading[]} readings
 * @param {keyof AgentReading} field
 */
function maxOf(readings, field) {
  return readings.reduce((max, reading) => Math.max(max, reading[field] ?? 0), 0)
}
