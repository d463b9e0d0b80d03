'use strict'
/**
 * Counts the requests of a server that runs already, and reads what it costs, between two calls of `next`. It is sent to the server over
 * the inspector, and leaves it as it was: at `end`, or when no call came for a time, as after a lost connection.
 */
const diagnostics = require('node:diagnostics_channel')
const inspector = require('node:inspector')
const { startCounters } = require('../agent/agent-counters.cjs')

/** Longer than an answer may take: to take the profile of a large server keeps its thread for some seconds. */
const LOST_MS = 120_000
/** An inspector that was moved is closed again where nobody counts by then. */
const MOVED_LIMIT_MS = 30_000
/** Is published to once somebody counts. */
const COUNTS = 'profiling-workshop:counts'
/** Times are counted in microseconds, with this many binary digits. */
const DIGITS = 11

/** @type {WeakMap<object, number>} milliseconds, by request, or by stream of HTTP/2 */
const starts = new WeakMap()
/** @type {[string, (message: any) => void][]} */
const channels = [
  ['http.server.request.start', ({ request }) => begin(request)],
  ['http.server.response.finish', ({ request }) => count(request)],
  ['http2.server.stream.created', ({ stream }) => begin(stream)],
  ['http2.server.stream.close', ({ stream }) => count(stream)]
]
/** @type {Map<number, number>} how many requests of this window took so many microseconds */
let counted = new Map()
/** @type {ReturnType<typeof startCounters> | undefined} of this window */
let counters
/** @type {NodeJS.Timeout | undefined} */
let timer
let closesInspector = false

/** Begins to count; returns what the process is. @param {{ closes: boolean }} inspected whether it is closed at the end */
function start({ closes }) {
  closesInspector = closes
  for (const [name, listen] of channels) diagnostics.subscribe(name, listen)
  diagnostics.channel(COUNTS).publish({})
  next()
  const { pid, version, argv, execArgv } = process
  const [program = '', ...words] = argv
  return { pid, version, command: [program, ...execArgv, ...words], cwd: process.cwd() }
}

/** @param {object} request */
function begin(request) {
  starts.set(request, performance.now())
}

/** @param {object} request */
function count(request) {
  const begunMs = starts.get(request)
  // It began before this was there.
  if (begunMs === undefined) return
  starts.delete(request)
  const micros = Math.round((performance.now() - begunMs) * 1e3)
  const shift = Math.max(0, 32 - Math.clz32(micros) - DIGITS)
  const key = (micros >> shift) << shift
  counted.set(key, (counted.get(key) ?? 0) + 1)
}

/** Ends a window and begins the next one; returns what was in it. */
function next() {
  clearTimeout(timer)
  timer = setTimeout(end, LOST_MS).unref()
  const micros = [...counted]
  const reading = counters?.stop()
  const clocks = counters?.clocks
  counted = new Map()
  counters = startCounters()
  // All threads are older than these counters, so the pool's are not known from the helpers'.
  const server = { ...reading, cpuPoolMicros: null, cpuHelpersMicros: null }
  return { micros, start: clocks, end: server }
}

function end() {
  clearTimeout(timer)
  for (const [name, listen] of channels) diagnostics.unsubscribe(name, listen)
  counters?.stop()
  if (closesInspector) closeInspector()
}

/** Closes the inspector once the answer to this call is sent. SIGUSR1 opens the same port as before. */
function closeInspector() {
  setImmediate(function close() {
    const usual = process.debugPort
    inspector.close()
    process.debugPort = usual
  })
}

/**
 * Opens the inspector at a port of its own, so that the usual one is free for the next process.
 * @param {{ limitMs?: number }} [bounds]
 */
function moveInspector({ limitMs = MOVED_LIMIT_MS } = {}) {
  const closing = setTimeout(closeInspector, limitMs).unref()
  diagnostics.subscribe(COUNTS, function keep() {
    diagnostics.unsubscribe(COUNTS, keep)
    clearTimeout(closing)
  })
  setImmediate(function move() {
    const usual = process.debugPort
    inspector.close()
    inspector.open(0, '127.0.0.1')
    process.debugPort = usual
  })
}

module.exports = { start, next, end, moveInspector }
