'use strict'
/**
 * Records where the requests of the calling thread wait, for agent.cjs: a hook of node:async_hooks notes, for some requests, where each
 * promise, timer, file or connection begins and when its code goes on. The hook is on for windows of the launch only, and off for as
 * long after each: every promise of the process runs it, whether its request is followed or not.
 *
 * Times are microseconds of one clock. https://nodejs.org/api/async_hooks.html
 */
const { createHook, executionAsyncId } = require('node:async_hooks')
const { channel } = require('node:diagnostics_channel')
const { performance } = require('node:perf_hooks')
const { hrtime } = require('node:process')

const WINDOW_MS = 200
/** How long a window waits for the requests that it follows. */
const END_LIMIT_MS = 5000
const END_CHECK_MS = 20
/** Of one window, of one request, of the whole launch: what is recorded is bounded, whatever the server does. */
const MOST_FOLLOWED = 100
const MOST_EVENTS = 1000
const MOST_OWNERS = 200_000
const MOST_REQUESTS = 3000
const STACK_FRAMES = 40
/** Its frames stand between the hook and what it is called for. */
const HOOK_FILE = 'node:internal/async_hooks'
/** They begin nothing that is waited for, and their callbacks belong to what began them. */
const AT_ONCE = new Set(['TickObject', 'Microtask', 'Immediate'])

/**
 * @typedef {object} Followed a request that is followed
 * @property {number} startMicros
 * @property {number} endMicros 0 until its response has been sent
 * @property {Event[]} events
 * @property {[number, number][]} runs when its code ran
 * @property {number} left events that were not recorded
 *
 * @typedef {object} Event
 * @property {string} type of the resource, as node names it; `AWAIT`: the promise of an `await` in the app's own code
 * @property {number} stack index of a stack; -1: none of the app
 * @property {number} initMicros
 * @property {number} readyMicros when its code could have gone on
 * @property {number} beforeMicros when it did; 0: never
 * @property {Event | undefined} awaited of an await: the promise that it waits for
 *
 * @typedef {{ request: Followed, event: Event | null }} Owner
 */

const requestStarted = channel('http.server.request.start')
const responseFinished = channel('http.server.response.finish')
const hook = createHook({ init, before, after, promiseResolve })

/** What began in a followed request, by async id. @type {Map<number, Owner>} */
const owners = new Map()
/** @type {WeakMap<object, Followed>} */
const byResponse = new WeakMap()
/** @type {Set<Followed>} */
const open = new Set()
/** @type {Followed[]} */
const recorded = []
/** By text. @type {Map<string, number>} */
const stackIndexes = new Map()
/** @type {object[][]} the frames of each, the innermost first */
const stacks = []
/** What runs now, the innermost last; null: nothing that is followed. @type {({ owner: Owner, fromMicros: number } | null)[]} */
const running = []
/** @type {{ isOn: boolean, cpuMicros: number, requests: number }[]} */
const windows = []

/** The turn of the event loop that runs: when it began, and when what runs in it was ready. */
let turn = { count: -1, idleMs: 0, startMicros: 0, readyMicros: 0 }
let [followEvery, started, accepted, finished, unfinished] = [1, 0, 0, 0, 0]
let isOn = false
let isAccepting = false
/** @type {NodeJS.Timeout | undefined} */
let timer
/** @type {NodeJS.CpuUsage} */
let cpuBefore

function startRecording() {
  requestStarted.subscribe(onStart)
  responseFinished.subscribe(onFinish)
  beginWindow(false)
  return {}
}

/** Returns what was recorded since the start. */
function takeRecording() {
  clearTimeout(timer)
  endWindow()
  requestStarted.unsubscribe(onStart)
  responseFinished.unsubscribe(onFinish)
  return { profile: { requests: recorded.map(packed), stacks, windows, unfinished } }
}

/** @param {boolean} on */
function beginWindow(on) {
  isOn = on
  isAccepting = on
  const all = started
  started = accepted = finished = 0
  followEvery = Math.max(1, Math.ceil(all / MOST_FOLLOWED))
  cpuBefore = process.cpuUsage()
  if (on) hook.enable()
  timer = setTimeout(on ? awaitOpen : () => nextWindow(true), WINDOW_MS, WINDOW_MS).unref()
}

/** Ends a window once the requests that it follows have their responses. @param {number} sinceMs its start */
function awaitOpen(sinceMs) {
  isAccepting = false
  if (open.size === 0 || sinceMs >= END_LIMIT_MS) return nextWindow(false)
  timer = setTimeout(awaitOpen, END_CHECK_MS, sinceMs + END_CHECK_MS).unref()
}

/** @param {boolean} on */
function nextWindow(on) {
  endWindow()
  beginWindow(on && recorded.length < MOST_REQUESTS)
}

function endWindow() {
  hook.disable()
  const { user, system } = process.cpuUsage(cpuBefore)
  windows.push({ isOn, cpuMicros: user + system, requests: finished })
  unfinished += open.size
  open.clear()
  owners.clear()
  running.length = 0
}

/** @param {any} message */
function onStart({ response }) {
  started++
  const id = executionAsyncId()
  // The requests of a connection share its parser.
  owners.delete(id)
  if (!isAccepting || accepted >= MOST_FOLLOWED || started % followEvery !== 0) return
  accepted++
  /** @type {Followed} */
  const request = { startMicros: now(), endMicros: 0, events: [], runs: [], left: 0 }
  const owner = { request, event: null }
  owners.set(id, owner)
  open.add(request)
  byResponse.set(response, request)
  if (running.length > 0) running[running.length - 1] = { owner, fromMicros: request.startMicros }
}

/** @param {any} message */
function onFinish({ response }) {
  finished++
  const request = byResponse.get(response)
  if (!request || !open.delete(request)) return
  request.endMicros = now()
  for (const each of running)
    if (each?.owner.request === request) request.runs.push([each.fromMicros, request.endMicros])
  recorded.push(request)
}

/** @param {number} id @param {string} type @param {number} trigger @param {any} resource */
function init(id, type, trigger, resource) {
  const owner = owners.get(executionAsyncId())
  if (!owner || owner.request.endMicros > 0 || owners.size >= MOST_OWNERS) return
  const { request } = owner
  if (AT_ONCE.has(type)) return void owners.set(id, owner)
  // What follows from it is not followed either.
  if (request.events.length >= MOST_EVENTS) return void request.left++
  const { stack: own, isInnermost } = stackNow()
  const initMicros = now()
  // A timer is ready when it is due, however long the event loop is busy.
  const readyMicros = type === 'Timeout' ? initMicros + resource._idleTimeout * 1000 : 0
  const stack = own === -1 ? (owner.event?.stack ?? -1) : own
  const awaited = type === 'PROMISE' ? (owners.get(trigger)?.event ?? undefined) : undefined
  // V8 makes such a promise in the frame of the function that waits, of the promise that it waits for.
  const isAwait = type === 'PROMISE' && isInnermost && trigger !== executionAsyncId()
  const event = { type: isAwait ? 'AWAIT' : type, stack, initMicros, readyMicros, beforeMicros: 0, awaited }
  request.events.push(event)
  owners.set(id, { request, event })
}

/** @param {number} id */
function before(id) {
  const micros = now()
  if (running.length === 0) turn = turnAt(micros)
  const owner = owners.get(id)
  running.push(owner ? { owner, fromMicros: micros } : null)
  const event = owner?.event
  if (!event || event.beforeMicros > 0) return
  event.beforeMicros = micros
  const readyMicros = event.readyMicros || event.awaited?.readyMicros || turn.readyMicros
  event.readyMicros = Math.min(micros, Math.max(event.initMicros, readyMicros))
}

function after() {
  const last = running.pop()
  if (last && last.owner.request.endMicros === 0) last.owner.request.runs.push([last.fromMicros, now()])
}

/**
 * Returns the turn of the event loop that a callback is in. Where the loop was idle before it, its callbacks have just become ready; else
 * they did so at some moment of the turn before, the middle of which is the best guess.
 * @param {number} micros
 */
function turnAt(micros) {
  const { idleTime: idleMs, uvMetricsInfo } = performance.nodeTiming
  const count = uvMetricsInfo?.loopCount ?? -1
  if (idleMs === turn.idleMs && count === turn.count) return turn
  const readyMicros = idleMs > turn.idleMs ? micros : (turn.startMicros + micros) / 2
  return { count, idleMs, startMicros: micros, readyMicros: Math.round(readyMicros) }
}

/** A promise is ready when what resolves it was, such as a timer. @param {number} id */
function promiseResolve(id) {
  const event = owners.get(id)?.event
  if (event && event.readyMicros === 0) event.readyMicros = running.at(-1)?.owner.event?.readyMicros || turn.readyMicros
}

/**
 * Returns the frames of the app that run now, or that wait for what runs now, as the index of a stack, -1 without one, and whether code of
 * the app is innermost.
 */
function stackNow() {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.prepareStackTrace = (_, sites) => sites
  Error.stackTraceLimit = STACK_FRAMES
  /** @type {{ stack: NodeJS.CallSite[] }} */
  const holder = /** @type {any} */ ({})
  Error.captureStackTrace(holder, init)
  const sites = holder.stack
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  const frames = sites.flatMap(function frameOf(site) {
    const file = site.getFileName()
    if (!file || !isOfApp(file)) return []
    return [{ name: site.getFunctionName() ?? '', file, line: site.getLineNumber(), column: site.getColumnNumber() }]
  })
  if (frames.length === 0) return { stack: -1, isInnermost: false }
  const text = JSON.stringify(frames)
  const stack = stackIndexes.get(text) ?? stacks.push(frames) - 1
  stackIndexes.set(text, stack)
  const innermost = sites.find(site => site.getFileName() !== HOOK_FILE)?.getFileName()
  return { stack, isInnermost: Boolean(innermost && isOfApp(innermost)) }
}

/** @param {string} file a path or an URL */
function isOfApp(file) {
  return !file.startsWith('node:') && !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(__dirname)
}

/** Returns a request with times from its start on. @param {Followed} request */
function packed({ startMicros, endMicros, events, runs, left }) {
  return {
    durationMicros: endMicros - startMicros,
    left,
    runs: runs.map(run => run.map(micros => micros - startMicros)),
    events: events
      .filter(({ beforeMicros }) => beforeMicros > 0)
      .map(({ type, stack, ...times }) => [
        type,
        stack,
        times.initMicros - startMicros,
        times.readyMicros - startMicros,
        times.beforeMicros - startMicros
      ])
  }
}

function now() {
  return Number(hrtime.bigint() / 1000n)
}

module.exports = { startRecording, takeRecording }
