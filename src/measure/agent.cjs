'use strict'
/**
 * Preloaded into every node process of a launch (NODE_OPTIONS=--require). It sleeps until a server of that process
 * listens; then it tells the workshop where, and answers its questions: `start` and `stop` of a slice. Between the two
 * it costs one timer a hundred times a second and one callback a garbage collection.
 * CommonJS and --require, because --import takes a CommonJS entry through the ESM loader, which breaks 0x and ts-node.
 *
 * Messages are JSON, one a line. Out: { token, type: 'listening', pid, port, ... } and { id, answer }. In: { id, ask }.
 */
const fs = require('node:fs')
const net = require('node:net')
const { monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks')

const LOOP_DELAY_RESOLUTION_MS = 10
const LAST_WORDS_MS = 5000
const [workshopPort, token] = (process.env.WORKSHOP_AGENT ?? '').split(':')
const asks = { start, stop }

/** @type {net.Socket | undefined} */
let workshop
/** @type {ReturnType<typeof beginSlice> | undefined} */
let slice

if (token) watchForServers()

function watchForServers() {
  const { listen } = net.Server.prototype
  /**
   * @this {net.Server}
   * @param {any[]} args
   */
  net.Server.prototype.listen = function listenAndReport(...args) {
    this.once('listening', report)
    return Reflect.apply(listen, this, args)
  }
}

/** @this {net.Server} */
function report() {
  const address = this.address()
  if (address === null || typeof address === 'string') return
  workshop ??= connectToWorkshop()
  send({
    token,
    type: 'listening',
    pid: process.pid,
    address: address.address,
    port: address.port
  })
}

function connectToWorkshop() {
  const socket = net.connect(Number(workshopPort), '127.0.0.1')
  let pending = ''
  socket.setEncoding('utf8').setNoDelay(true).unref()
  socket.on('data', function readLines(chunk) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) answer(JSON.parse(line))
  })
  socket.on('error', ignore)
  socket.on('close', endWithWorkshop)
  return socket
}

/** A workshop that was killed cannot end its servers any more; they must not outlive it. */
function endWithWorkshop() {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_WORDS_MS).unref()
}

/** The 'close' that follows says enough. */
function ignore() {}

/** @param {{ id: number, ask: 'start' | 'stop' }} message */
function answer({ id, ask }) {
  send({ id, answer: asks[ask]() })
}

/** @param {object} message */
function send(message) {
  workshop?.write(`${JSON.stringify(message)}\n`)
}

function start() {
  slice = beginSlice()
  return { uptimeMs: v8UptimeMs() }
}

function beginSlice() {
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_DELAY_RESOLUTION_MS })
  loopDelay.enable()
  const gc = { count: 0, pauseMicros: 0 }
  const observer = new PerformanceObserver(list => addPauses(gc, list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return { loopDelay, gc, observer, before: readCounters() }
}

function stop() {
  if (!slice) throw new Error('stop without start')
  const after = readCounters()
  const { loopDelay, gc, observer, before } = slice
  slice = undefined
  addPauses(gc, observer.takeRecords())
  observer.disconnect()
  loopDelay.disable()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    uptimeMs: v8UptimeMs(),
    cpuUserMicros: after.usage.userCPUTime - before.usage.userCPUTime,
    cpuSystemMicros: after.usage.systemCPUTime - before.usage.systemCPUTime,
    cpuMainThreadMicros: difference(after.threadMicros, before.threadMicros),
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    eventLoopUtilization: performance.eventLoopUtilization(after.loop, before.loop).utilization,
    eventLoopDelayP99Micros: beyondResolution(loopDelay.percentile(99)),
    eventLoopDelayMaxMicros: beyondResolution(loopDelay.max),
    gcCount: gc.count,
    gcPauseMicros: gc.pauseMicros,
    voluntarySwitches: after.usage.voluntaryContextSwitches - before.usage.voluntaryContextSwitches,
    involuntarySwitches: after.usage.involuntaryContextSwitches - before.usage.involuntaryContextSwitches
  }
}

/**
 * @param {number | null} after
 * @param {number | null} before
 */
function difference(after, before) {
  return after === null || before === null ? null : after - before
}

/**
 * Milliseconds on the clock of this process's V8 log, which starts up to 40 ms after the process: with V8 itself
 * (compared with the ticks of a marked busy loop on Node 20 to 26, they agree to 2 ms).
 */
function v8UptimeMs() {
  return performance.now() - performance.nodeTiming.v8Start
}

function readCounters() {
  return {
    usage: process.resourceUsage(),
    threadMicros: readThreadCpuMicros(),
    loop: performance.eventLoopUtilization()
  }
}

/**
 * CPU of the calling thread. process.threadCpuUsage came with Node 23.9; before that Linux tells it in schedstat, whose
 * first figure is nanoseconds on a CPU and lags by up to one scheduler tick (4 ms). Elsewhere nobody tells: null.
 */
function readThreadCpuMicros() {
  const { threadCpuUsage } = /** @type {{ threadCpuUsage?: () => NodeJS.CpuUsage }} */ (process)
  if (threadCpuUsage) {
    const { user, system } = Reflect.apply(threadCpuUsage, process, [])
    return user + system
  }
  try {
    return Number.parseInt(fs.readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e3
  } catch {
    return null
  }
}

/**
 * @param {{ count: number, pauseMicros: number }} gc
 * @param {{ duration: number }[]} entries
 */
function addPauses(gc, entries) {
  gc.count += entries.length
  for (const entry of entries) gc.pauseMicros += entry.duration * 1e3
}

/**
 * The histogram holds the time between two ticks of its timer, in nanoseconds; what lies beyond the timer's own period
 * is the delay.
 * @param {number} nanos
 */
function beyondResolution(nanos) {
  return Math.max(0, nanos / 1e3 - LOOP_DELAY_RESOLUTION_MS * 1e3)
}
