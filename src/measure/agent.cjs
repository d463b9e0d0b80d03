'use strict'
/**
 * Preloaded into every node process of a launch (NODE_OPTIONS=--require), and into its worker threads. It sleeps until a
 * server of that process listens; then it tells the workshop where, and answers its questions: `start` and `stop` of a
 * slice. Between the two it costs one timer a hundred times a second and one callback a garbage collection. A worker
 * thread reports at once, since what it does for the server counts whether it listens or not.
 * CommonJS and --require, because --import takes a CommonJS entry through the ESM loader, which breaks 0x and ts-node.
 *
 * Messages are JSON, one a line. Out: { token, type: 'listening' | 'thread', pid, threadId, ... } and { id, answer }. In: { id, ask }.
 */
const fs = require('node:fs')
const inspector = require('node:inspector')
const net = require('node:net')
const { monitorEventLoopDelay, performance, PerformanceObserver } = require('node:perf_hooks')
const { isMainThread, threadId } = require('node:worker_threads')

const LOOP_DELAY_RESOLUTION_MS = 10
const LAST_WORDS_MS = 5000
const [workshopPort, token] = (process.env.WORKSHOP_AGENT ?? '').split(':')
const asks = { start, stop }

/** Linux lists them, each with its CPU. At this moment there are only the main thread's and V8's. */
const TASKS = '/proc/self/task'
const earlyTasks = new Set(listTasks())
/** The first line of this file adds up the cores; its eighth figure is time the host gave to others, in hundredths of a second. */
const MACHINE_TIMES = '/proc/stat'
const STOLEN_FIELD = 8
const MICROS_PER_TICK = 10_000
/** Threads of the inspector and of V8's profilers: there because the process is watched. */
const watcherNames = new Set(['v8:ProfEvntProc', 'v8:Profiler', 'SamplingThread', 'InspectorIo', 'SignalInspector'])

/** @type {net.Socket | undefined} */
let workshop
/** @type {ReturnType<typeof beginSlice> | undefined} */
let slice

if (token && process.env.WORKSHOP_CONSOLE === 'plain') unwrapConsole()
if (token) watchForServers()
if (token && !isMainThread) reportThread()
if (token && isMainThread && process.env.WORKSHOP_INSPECT === '1') process.once('exit', endInspector)

/**
 * With the inspector open, each call of the console also makes a message with a stack for a client that may come: twice
 * the cost of a console.log, of which none is the server's. A console that is made now has no such wrapping.
 */
function unwrapConsole() {
  const plain = new console.Console(process.stdout, process.stderr)
  const methods = Object.entries(plain).filter(([, method]) => typeof method === 'function')
  for (const [name, method] of methods) Reflect.set(console, name, method)
}

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
  send({ ...identity(), type: 'listening', address: address.address, port: address.port })
}

function reportThread() {
  workshop = connectToWorkshop()
  send({ ...identity(), type: 'thread' })
}

function identity() {
  return { token, pid: process.pid, threadId, inspectorUrl: isMainThread ? inspectorUrl() : null }
}

/** Of the inspector that the command line opened, or, where it could not (a cluster's worker, npm), of one opened now. */
function inspectorUrl() {
  if (process.env.WORKSHOP_INSPECT !== '1') return null
  if (!inspector.url()) inspector.open(0, '127.0.0.1')
  return inspector.url() ?? null
}

/** Node keeps a process that has failed, or is done, until its inspector's clients are gone: it would never end. */
function endInspector() {
  inspector.close()
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
  return slice.before.clocks
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
    ...after.clocks,
    cpuUserMicros: after.usage.userCPUTime - before.usage.userCPUTime,
    cpuSystemMicros: after.usage.systemCPUTime - before.usage.systemCPUTime,
    cpuMainThreadMicros: difference(after.threadMicros, before.threadMicros),
    ...otherThreads(before.tasks, after.tasks),
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    eventLoopUtilization: performance.eventLoopUtilization(after.loop, before.loop).utilization,
    eventLoopDelayP99Micros: beyondResolution(loopDelay.percentile(99)),
    eventLoopDelayMaxMicros: beyondResolution(loopDelay.max),
    gcCount: gc.count,
    gcPauseMicros: gc.pauseMicros,
    voluntarySwitches: after.usage.voluntaryContextSwitches - before.usage.voluntaryContextSwitches,
    involuntarySwitches: after.usage.involuntaryContextSwitches - before.usage.involuntaryContextSwitches,
    stolenMicros: difference(after.stolenMicros, before.stolenMicros)
  }
}

/**
 * @param {number | null | undefined} after
 * @param {number | null | undefined} before
 */
function difference(after, before) {
  return typeof after === 'number' && typeof before === 'number' ? after - before : null
}

/**
 * The clock of this process's V8 log starts up to 40 ms after the process: with V8 itself (compared with the ticks of a
 * marked busy loop on Node 20 to 26, they agree to 2 ms).
 */
function readClocks() {
  return {
    uptimeMs: performance.now() - performance.nodeTiming.v8Start,
    monotonicMicros: Number(process.hrtime.bigint() / 1000n)
  }
}

function readCounters() {
  return {
    clocks: readClocks(),
    usage: process.resourceUsage(),
    threadMicros: readThreadCpuMicros(),
    tasks: isMainThread ? readTasks() : null,
    loop: performance.eventLoopUtilization(),
    stolenMicros: readStolenMicros()
  }
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
 * CPU of the threads that run none of the main thread's JavaScript, where Linux lists them: what was there before any
 * code ran are V8's helpers, what came later is libuv's pool, but for those that carry another name. A thread that ended
 * in between is left out.
 * @param {ReturnType<typeof readTasks>} before
 * @param {ReturnType<typeof readTasks>} after
 */
function otherThreads(before, after) {
  if (!before || !after) return { cpuPoolMicros: null, cpuHelpersMicros: null }
  const spent = { cpuPoolMicros: 0, cpuHelpersMicros: 0 }
  for (const [task, { name, cpuMicros }] of after) {
    if (watcherNames.has(name)) continue
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
