'use strict'
/**
 * Reads what a slice costs a server process, for agent.cjs. Between start and stop it costs the process one timer 100
 * times per second and one callback per garbage collection.
 */
const fs = require('node:fs')
const { monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks')
const v8 = require('node:v8')
const { isMainThread } = require('node:worker_threads')
const { PROC } = require('../../system/platform.cjs')
const { startCalls } = require('./agent-calls.cjs')
const { startAllocated } = require('./agent-heap.cjs')

const LOOP_DELAY_RESOLUTION_MS = 10
/** Linux lists the threads here, with the CPU of each. When this file is loaded only the main thread and V8's exist. */
const TASKS = `${PROC}/self/task`
const earlyTasks = new Set(listTasks())
/** The first line of this file adds up the cores. Its eighth figure is time that the host gave to others, in 10 ms. */
const MACHINE_TIMES = `${PROC}/stat`
const STOLEN_FIELD = 8
const MICROS_PER_TICK = 10_000
/** Threads of the inspector and of V8's profilers, which exist only under a profiler. */
const profilerThreads = new Set(['v8:ProfEvntProc', 'v8:Profiler', 'SamplingThread', 'InspectorIo', 'SignalInspector'])

/** Returns the resident memory of the process; on a Linux without /proc, where only getrusage has it, the most that it was. */
function readResident() {
  try {
    return process.memoryUsage.rss()
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

/** Starts the counters of a slice. `stop` returns an AgentReading. */
function startCounters() {
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_DELAY_RESOLUTION_MS })
  loopDelay.enable()
  const gc = { count: 0, pauseMicros: 0 }
  const observer = new PerformanceObserver(list => addPauses(gc, list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  const before = readCounters()
  const stopAllocated = startAllocated()
  const stopCalls = startCalls()
  return { clocks: before.clocks, stop }

  function stop() {
    const calls = stopCalls()
    const after = readCounters()
    const allocatedBytes = stopAllocated()
    addPauses(gc, observer.takeRecords())
    observer.disconnect()
    loopDelay.disable()
    return {
      ...after.clocks,
      cpuUserMicros: after.usage.userCPUTime - before.usage.userCPUTime,
      cpuSystemMicros: after.usage.systemCPUTime - before.usage.systemCPUTime,
      cpuMainThreadMicros: difference(after.threadMicros, before.threadMicros),
      ...otherThreads(before.tasks, after.tasks),
      rssBytes: readResident(),
      heapUsedBytes: v8.getHeapStatistics().used_heap_size,
      eventLoopUtilization: performance.eventLoopUtilization(after.loop, before.loop).utilization,
      eventLoopDelayP99Micros: beyondResolution(loopDelay.percentile(99)),
      eventLoopDelayMaxMicros: beyondResolution(loopDelay.max),
      gcCount: gc.count,
      gcPauseMicros: gc.pauseMicros,
      voluntarySwitches: after.usage.voluntaryContextSwitches - before.usage.voluntaryContextSwitches,
      involuntarySwitches: after.usage.involuntaryContextSwitches - before.usage.involuntaryContextSwitches,
      allocatedBytes,
      minorFaults: after.usage.minorPageFault - before.usage.minorPageFault,
      majorFaults: after.usage.majorPageFault - before.usage.majorPageFault,
      loopTurns: difference(after.loopTurns, before.loopTurns),
      ...calls,
      stolenMicros: difference(after.stolenMicros, before.stolenMicros)
    }
  }
}

/** @param {number | null | undefined} after @param {number | null | undefined} before */
function difference(after, before) {
  return typeof after === 'number' && typeof before === 'number' ? after - before : null
}

function readCounters() {
  return {
    clocks: readClocks(),
    usage: process.resourceUsage(),
    threadMicros: readThreadCpuMicros(),
    tasks: isMainThread ? readTasks() : null,
    loop: performance.eventLoopUtilization(),
    loopTurns: readLoopTurns(),
    stolenMicros: readStolenMicros()
  }
}

/**
 * Reads the time bases of profiles. The clock of a process's V8 log starts with V8, up to 40 ms after the process:
 * compared with the ticks of a marked busy loop on Node 20 to 26, the two agree to 2 ms.
 */
function readClocks() {
  return {
    uptimeMs: performance.now() - performance.nodeTiming.v8Start,
    monotonicMicros: Number(process.hrtime.bigint() / 1000n)
  }
}

/** Reads how often the event loop has turned. libuv counts it since Node 20.18 and 22.8. */
function readLoopTurns() {
  const { uvMetricsInfo } = /** @type {{ uvMetricsInfo?: { loopCount: number } }} */ (performance.nodeTiming)
  return uvMetricsInfo?.loopCount ?? null
}

function readStolenMicros() {
  try {
    const [machine = ''] = fs.readFileSync(MACHINE_TIMES, 'utf8').split('\n', 1)
    return Number(machine.split(/\s+/)[STOLEN_FIELD]) * MICROS_PER_TICK
  } catch {
    return null
  }
}

/**
 * Reads the CPU of the calling thread. process.threadCpuUsage came with Node 23.9. Before that Linux has it in
 * schedstat, whose first figure is nanoseconds on a CPU and lags by up to one scheduler tick (4 ms). Elsewhere it is
 * unknown: null.
 */
function readThreadCpuMicros() {
  const { threadCpuUsage } = /** @type {{ threadCpuUsage?: () => NodeJS.CpuUsage }} */ (process)
  if (threadCpuUsage) {
    const { user, system } = Reflect.apply(threadCpuUsage, process, [])
    return user + system
  }
  try {
    return Number.parseInt(fs.readFileSync(`${PROC}/thread-self/schedstat`, 'utf8'), 10) / 1e3
  } catch {
    return null
  }
}

/**
 * Returns the CPU of the threads that run none of the main thread's JavaScript, where Linux lists them. Those that
 * existed before any code ran are V8's helpers, later ones are libuv's pool, except those of a profiler. A thread that
 * ended in between is left out.
 * @param {ReturnType<typeof readTasks>} before @param {ReturnType<typeof readTasks>} after
 */
function otherThreads(before, after) {
  if (!before || !after) return { cpuPoolMicros: null, cpuHelpersMicros: null }
  const spent = { cpuPoolMicros: 0, cpuHelpersMicros: 0 }
  for (const [task, { name, cpuMicros }] of after) {
    if (profilerThreads.has(name)) continue
    const kind = earlyTasks.has(task) ? 'cpuHelpersMicros' : 'cpuPoolMicros'
    spent[kind] += cpuMicros - (before.get(task)?.cpuMicros ?? 0)
  }
  return spent
}

function readTasks() {
  /** @type {Map<string, { name: string, cpuMicros: number }>} */
  const tasks = new Map()
  for (const task of listTasks()) {
    const read = task === String(process.pid) ? null : readTask(task)
    if (read) tasks.set(task, read)
  }
  return tasks.size === 0 ? null : tasks
}

function listTasks() {
  try {
    return fs.readdirSync(TASKS)
  } catch {
    return []
  }
}

/** @param {string} task */
function readTask(task) {
  try {
    const name = fs.readFileSync(`${TASKS}/${task}/comm`, 'utf8').trim()
    return { name, cpuMicros: Number.parseInt(fs.readFileSync(`${TASKS}/${task}/schedstat`, 'utf8'), 10) / 1e3 }
  } catch {
    return null
  }
}

/** @param {{ count: number, pauseMicros: number }} gc @param {{ duration: number }[]} entries */
function addPauses(gc, entries) {
  gc.count += entries.length
  for (const entry of entries) gc.pauseMicros += entry.duration * 1e3
}

/**
 * Returns by how many microseconds a tick exceeds the timer's own period: the histogram holds the time between two
 * ticks.
 * @param {number} nanos
 */
function beyondResolution(nanos) {
  return Math.max(0, nanos / 1e3 - LOOP_DELAY_RESOLUTION_MS * 1e3)
}

module.exports = { startCounters }
