/**
 * @typedef {import('../types.js').AgentReading} AgentReading
 * @typedef {import('../types.js').ServerReading} ServerReading
 * @typedef {{ pid: number, start: AgentReading, end: AgentReading }} ProcessReading
 */

/**
 * Asks every listening process of a launch at the start and at the end of a slice, and adds up what they say.
 * @param {import('./agent-server.js').AgentLink[]} links
 */
export function sliceMeter(links) {
  /** @type {{ link: import('./agent-server.js').AgentLink, start: AgentReading }[]} */
  let open = []
  return {
    async start() {
      open = await Promise.all(links.map(async link => ({ link, start: await link.ask('start') })))
    },
    /** @returns {Promise<ServerReading>} */
    async stop() {
      const readings = open.map(async ({ link, start }) => ({ pid: link.pid, start, end: await link.ask('stop') }))
      return addReadings(await Promise.all(readings))
    }
  }
}

/**
 * @param {ProcessReading[]} readings at least one
 * @returns {ServerReading}
 */
export function addReadings(readings) {
  const ends = readings.map(reading => reading.end)
  const cpuUserMicros = sumOf(ends, 'cpuUserMicros')
  const cpuSystemMicros = sumOf(ends, 'cpuSystemMicros')
  const cpuMicros = cpuUserMicros + cpuSystemMicros
  const isByThread = ends.every(end => end.cpuMainThreadMicros !== null)
  const cpuMainThreadMicros = isByThread ? sumOf(ends, 'cpuMainThreadMicros') : null
  return {
    cpuMicros,
    cpuUserMicros,
    cpuSystemMicros,
    cpuMainThreadMicros,
    cpuOtherThreadsMicros: cpuMainThreadMicros === null ? null : Math.max(0, cpuMicros - cpuMainThreadMicros),
    rssBytes: sumOf(ends, 'rssBytes'),
    heapUsedBytes: sumOf(ends, 'heapUsedBytes'),
    eventLoopUtilization: maxOf(ends, 'eventLoopUtilization'),
    eventLoopDelayP99Micros: maxOf(ends, 'eventLoopDelayP99Micros'),
    eventLoopDelayMaxMicros: maxOf(ends, 'eventLoopDelayMaxMicros'),
    gcCount: sumOf(ends, 'gcCount'),
    gcPauseMicros: sumOf(ends, 'gcPauseMicros'),
    voluntarySwitches: sumOf(ends, 'voluntarySwitches'),
    involuntarySwitches: sumOf(ends, 'involuntarySwitches'),
    processes: readings.map(({ pid, start, end }) => ({
      pid,
      startUptimeMs: start.uptimeMs,
      endUptimeMs: end.uptimeMs
    }))
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
