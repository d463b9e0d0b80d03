'use strict'
/**
 * Records where the requests of the calling thread wait, for agent.cjs: a hook of node:async_hooks notes, for some requests, where each
 * promise, timer, file or connection begins and when its code goes on. The hook is on for windows of the launch only, and off for as
 * long after each: every promise of the process runs it, whether its request is followed or not.
 *
 * Times are microseconds of one clock. https://nodejs.org/api/async_hooks.html
 */
const { createHook, executionAsyncId, executionAsyncResource } = require('node:async_hooks')
const { channel } = require('node:diagnostics_channel')
const { performance } = require('node:perf_hooks')
const { hrtime } = require('node:process')
const { isPromise } = require('node:util/types')
const { causeNow, forgetSockets, noteWrite, partsOf, watchWrites } = require('./wait-sockets.cjs')

/** @import { Cause, Parts } from './wait-sockets.cjs' */

const WINDOW_MS = 200
/** How long a window waits for the requests that it follows. */
const END_LIMIT_MS = 5000
const END_CHECK_MS = 20
/** Of one window, of one request, of the whole launch: what is recorded is bounded, whatever the server does. */
const MOST_FOLLOWED = 100
const MOST_EVENTS = 1000
const MOST_OWNERS = 200_000
const MOST_REQUESTS = 3000
const MOST_RUNS = 2000
const MOST_RECORDED = 600_000
const MOST_STACKS = 5000
const STACK_FRAMES = 40
/** Its frames stand between the hook and what it is called for. */
const HOOK_FILE = 'node:internal/async_hooks'
const PROMISES = new Set(['PROMISE', 'AWAIT'])
const SOCKETS = new Set(['FIRSTBYTE', 'TCPWRAP', 'PIPEWRAP'])
/** They begin nothing that is waited for, and their callbacks belong to what began them. */
const AT_ONCE = new Set(['TickObject', 'Microtask', 'Immediate'])

/**
 * @typedef {object} Followed a request that is followed
 * @property {number} startMicros
 * @property {number} endMicros 0 until its response has been sent
 * @property {Event[]} events
 * @property {{ handle: object, micros: number }[]} writes to sockets
 * @property {[number, number][]} runs when its code ran
 *
 * @typedef {object} Event
 * @property {string} type of the resource, as node names it; `AWAIT`: the promise of an `await` in the app's own code
 * @property {number} stack index of a stack; -1: none of the app
 * @property {number} initMicros
 * @property {number} runMicros when the code began that it begins in
 * @property {number} readyMicros when its code could have gone on
 * @property {number} beforeMicros when it did; 0: never
 * @property {number} [settledMicros] of a promise: when what settled it was ready; before, it can have been resolved with another one
 * @property {Event} [awaited] of an await: the promise that it waits for
 * @property {Event} [body] of what a socket answers first: the rest of it
 *
 * @typedef {{ request: Followed, event: Event | null, stack?: number }} Owner `stack`: of what began in the same code just before, for what
 *   node begins after it, without code of the app
 */

const requestStarted = channel('http.server.request.start')
const responseFinished = channel('http.server.response.finish')
const hook = createHook({ init, before, after, promiseResolve })

/** What began in a followed request, by async id. @type {Map<number, Owner>} */
const owners = new Map()
/** Those without a response yet, by what becomes it. @type {Map<object, Followed>} */
const open = new Map()
/** Of the window, in the order of their responses. @type {Followed[]} */
const answered = []
/** @type {ReturnType<typeof packed>[]} */
const recorded = []
/** By text. @type {Map<string, number>} */
const stackIndexes = new Map()
/** @type {object[][]} the frames of each, the innermost first */
const stacks = []
/** What runs now, the innermost last; null: nothing that is followed. @type {({ owner: Owner, fromMicros: number, stack?: number } | null)[]} */
const running = []
/** @type {{ isOn: boolean, cpuMicros: number, requests: number }[]} */
const windows = []

/** The turn of the event loop that runs: when it began, and when what runs in it was ready. */
let turn = { count: -1, idleMs: 0, startMicros: 0, readyMicros: 0 }
/** @type {Cause} */
let cause = null
let [loadedPort, followEvery, started, finished, unfinished, recordedEvents] = [0, 1, 0, 0, 0, 0]
let isOn = false
/** How many more requests the window follows. */
let leftToFollow = 0
/** @type {NodeJS.Timeout | undefined} */
let timer
/** @type {NodeJS.CpuUsage} */
let cpuBefore

/** @param {number} port that is loaded: a server's other ports have requests of others, or its own */
function startRecording(port) {
  loadedPort = port
  requestStarted.subscribe(onStart)
  responseFinished.subscribe(onFinish)
  watchWrites(onWrite)
  beginWindow(false)
  return {}
}

/** Returns what was recorded since the start. */
function takeRecording() {
  clearTimeout(timer)
  endWindow()
  requestStarted.unsubscribe(onStart)
  responseFinished.unsubscribe(onFinish)
  return { profile: { requests: recorded, stacks, windows, unfinished } }
}

/** @param {boolean} on */
function beginWindow(on) {
  isOn = on
  leftToFollow = on ? MOST_FOLLOWED : 0
  followEvery = Math.max(1, Math.ceil(started / MOST_FOLLOWED))
  started = finished = 0
  cpuBefore = process.cpuUsage()
  if (on) hook.enable()
  timer = setTimeout(on ? awaitOpen : () => nextWindow(true), WINDOW_MS, WINDOW_MS).unref()
}

/** Ends a window once the requests that it follows have their responses. @param {number} sinceMs its start */
function awaitOpen(sinceMs) {
  leftToFollow = 0
  for (const response of open.keys()) if (/** @type {any} */ (response).destroyed && open.delete(response)) unfinished++
  if (open.size === 0 || sinceMs >= END_LIMIT_MS) return nextWindow(false)
  timer = setTimeout(awaitOpen, END_CHECK_MS, sinceMs + END_CHECK_MS).unref()
}

/** @param {boolean} on */
function nextWindow(on) {
  endWindow()
  beginWindow(on && recorded.length < MOST_REQUESTS && recordedEvents < MOST_RECORDED)
}

function endWindow() {
  hook.disable()
  const { user, system } = process.cpuUsage(cpuBefore)
  windows.push({ isOn, cpuMicros: user + system, requests: finished })
  unfinished += open.size
  for (const request of answered) recorded.push(packed(request))
  open.clear()
  answered.length = 0
  owners.clear()
  forgetSockets()
  running.length = 0
  cause = null
}

/** @param {any} message */
function onStart({ response, socket }) {
  const id = executionAsyncId()
  // The requests of a connection share its parser.
  owners.delete(id)
  if (socket.localPort !== loadedPort) return
  started++
  if (leftToFollow === 0 || started % followEvery !== 0) return
  leftToFollow--
  /** @type {Followed} */
  const request = { startMicros: now(), endMicros: 0, events: [], writes: [], runs: [] }
  const owner = { request, event: null }
  owners.set(id, owner)
  open.set(response, request)
  if (running.length > 0) running[running.length - 1] = { owner, fromMicros: request.startMicros }
}

/** @param {any} message */
function onFinish({ response, socket }) {
  if (socket.localPort === loadedPort) finished++
  const request = open.get(response)
  if (!request) return
  open.delete(response)
  request.endMicros = now()
  for (const each of running)
    if (each?.owner.request === request) request.runs.push([each.fromMicros, request.endMicros])
  answered.push(request)
  recordedEvents += request.events.length + request.runs.length
}

/** @param {number} id @param {string} type @param {number} trigger @param {any} resource */
function init(id, type, trigger, resource) {
  const owner = owners.get(executionAsyncId())
  if (!owner || owner.request.endMicros > 0 || owners.size >= MOST_OWNERS) return
  const { request } = owner
  const run = running.at(-1)
  if (AT_ONCE.has(type)) return void owners.set(id, run?.stack === undefined ? owner : { ...owner, stack: run.stack })
  if (request.events.length >= MOST_EVENTS) return
  // A promise that nothing was chained to before has what runs now in place of it.
  const isChained = type === 'PROMISE' && trigger !== executionAsyncId()
  const { stack, isInnermost } = stackNow(type === 'PROMISE' && !isChained)
  if (run && stack !== -1) run.stack = stack
  const isOpenOfAgent = type === 'TLSWRAP' && resource.constructor.name === 'ReusedHandle'
  // V8 makes the promise of an `await` in the frame of the function that waits, of the promise that it waits for.
  const named = isChained && isInnermost ? 'AWAIT' : isOpenOfAgent ? 'FIRSTBYTE' : type
  const event = beginEvent(named, owner, stack)
  // A timer is ready when it is due, however long the event loop is busy.
  if (type === 'Timeout') event.readyMicros = event.initMicros + resource._idleTimeout * 1000
  if (isChained) event.awaited = owners.get(trigger)?.event ?? undefined
  owners.set(id, { request, event })
}

/** @param {string} type @param {Owner} owner of what runs now @param {number} stack @returns {Event} */
function beginEvent(type, { request, event: last, stack: before }, stack) {
  const initMicros = now()
  const event = {
    type,
    stack: stack === -1 ? (before ?? last?.stack ?? -1) : stack,
    initMicros,
    runMicros: running.at(-1)?.fromMicros ?? initMicros,
    readyMicros: 0,
    beforeMicros: 0
  }
  request.events.push(event)
  return event
}

/**
 * What is read next from a socket is of the request that writes to it now, except where requests share the socket, or where a pool writes,
 * without code of the app, when another request has been answered.
 * @param {any} handle
 */
function onWrite(handle) {
  if (!isOn) return
  const owner = owners.get(executionAsyncId())
  const request = owner && owner.request.endMicros === 0 ? owner.request : null
  const micros = now()
  const { exchange, isFirst } = noteWrite(handle, request, micros)
  const known = owners.get(handle.getAsyncId())
  // It has just been opened, or taken from an http.Agent.
  const isNew = known?.request === request && known?.event?.beforeMicros === 0
  if (isFirst && !isNew) exchange.owner = null
  if (!request || request.writes.length >= MOST_EVENTS) return
  request.writes.push({ handle, micros })
  if (exchange.isShared || exchange.owner === undefined || !isFirst || request.events.length >= MOST_EVENTS) return
  const { stack } = stackNow()
  const isOfPool = stack === -1 && typeof cause === 'object' && cause?.handle === handle
  if (isOfPool) exchange.request = null
  else exchange.owner = { request, event: beginEvent('FIRSTBYTE', { request, event: null }, stack) }
}

/** Gives what is read from a socket to the request that it is of. @param {number} id of the socket @param {Cause} read */
function giveTo(id, read) {
  if (read === null || read === 'message' || read.owner === undefined) return
  if (read.owner === null || read.isShared) owners.delete(id)
  else owners.set(id, read.owner)
}

/** @param {number} id */
function before(id) {
  const micros = now()
  if (running.length === 0) {
    turn = turnAt(micros)
    const last = cause
    cause = causeNow(last, turn.readyMicros)
    if (cause !== last) giveTo(id, cause)
  }
  const owner = owners.get(id)
  running.push(owner ? { owner, fromMicros: micros } : null)
  const event = owner?.event
  if (!event) return
  if (event.beforeMicros > 0) return lengthenBody(owner.request, event)
  event.beforeMicros = micros
  const awaitedMicros = event.awaited?.[event.type === 'AWAIT' ? 'settledMicros' : 'readyMicros']
  event.readyMicros = Math.min(micros, event.readyMicros || awaitedMicros || turn.readyMicros)
}

function after() {
  const last = running.pop()
  if (!last) return
  const { endMicros, runs } = last.owner.request
  if (endMicros === 0 && runs.length < MOST_RUNS) runs.push([last.fromMicros, now()])
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
  const owner = owners.get(id)
  const event = owner?.event
  if (!event) return
  const by = running.at(-1)?.owner
  // A socket is read more than once.
  const isNew = (by?.event?.beforeMicros ?? 0) >= turn.startMicros
  event.settledMicros = (isNew && by?.event?.readyMicros) || turn.readyMicros
  event.readyMicros ||= event.settledMicros
  if (event.beforeMicros === 0 && event.settledMicros > event.initMicros && owner.request.endMicros === 0)
    addParts(owner.request, event, reasonsOf(owner.request, event, by))
}

/**
 * Returns what a promise waited for, where that is no resource of its request.
 * @param {Followed} request @param {Event} event of the promise @param {Owner | undefined} by what settles it @returns {Parts}
 */
function reasonsOf(request, { initMicros, runMicros, settledMicros: readyMicros = 0 }, by) {
  const isAfterPromise = by ? PROMISES.has(by.event?.type ?? '') : isPromise(executionAsyncResource())
  if (isAfterPromise) return by?.request === request ? [] : [['QUEUE', readyMicros]]
  if (cause === 'message') return [['MESSAGEPORT', readyMicros]]
  if (cause) {
    const { handle } = cause
    const sent = request.writes.find(each => each.handle === handle && each.micros >= runMicros)
    return partsOf(cause, { request, sentMicros: sent?.micros, fromMicros: initMicros, toMicros: readyMicros })
  }
  if (by && by.request !== request) return [['QUEUE', readyMicros]]
  return by && by.event === null ? [['REQUESTBODY', readyMicros]] : []
}

/** @param {Followed} request @param {Event} event @param {Parts} parts */
function addParts({ events }, { initMicros, runMicros }, parts) {
  let since = initMicros
  for (const [type, until] of parts) {
    if (type && until > since && events.length < MOST_EVENTS)
      events.push({ type, stack: -1, initMicros: since, runMicros, readyMicros: until, beforeMicros: until })
    since = Math.max(since, until)
  }
}

/** @param {Followed} request @param {Event} event of a socket that was read again */
function lengthenBody({ events, endMicros }, event) {
  if (!SOCKETS.has(event.type) || endMicros > 0 || events.length >= MOST_EVENTS) return
  if (!event.body) {
    event.body = { ...event, type: 'BODY', initMicros: event.beforeMicros }
    events.push(event.body)
  }
  // Code that waits for the end of the body is named before the code that asked for it.
  event.body.readyMicros = event.body.beforeMicros = Math.max(event.body.initMicros, turn.readyMicros - 1)
}

/**
 * Returns the frames of the app that run now, or that wait for what runs now, as the index of a stack, -1 without one, and whether code of
 * the app is innermost.
 * @param {boolean} [isNew] whether it is of a promise that begins: V8 makes that of an async function in it, and it is of the line that calls
 */
function stackNow(isNew = false) {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.prepareStackTrace = (_, sites) => sites
  Error.stackTraceLimit = STACK_FRAMES
  /** The types of Node.js lack where a function begins. @type {{ stack: any[] }} */
  const holder = { stack: [] }
  Error.captureStackTrace(holder, stackNow)
  const sites = holder.stack
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const frames = sites.flatMap(function frameOf(site) {
    const file = site.getFileName()
    if (!isOfApp(file)) return []
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
    const [startLine, startColumn] = [site.getEnclosingLineNumber(), site.getEnclosingColumnNumber()]
    return [{ name: site.getFunctionName() ?? '', file, line, column, startLine, startColumn }]
  })
  const isInnermost = isOfApp(sites.find(site => ![HOOK_FILE, __filename].includes(site.getFileName()))?.getFileName())
  if (isNew && isInnermost) frames.shift()
  const text = JSON.stringify(frames)
  const known = stackIndexes.get(text)
  if (!frames[0] || (known === undefined && stacks.length >= MOST_STACKS)) return { stack: -1, isInnermost: false }
  const stack = known ?? stacks.push(frames) - 1
  stackIndexes.set(text, stack)
  return { stack, isInnermost }
}

/** @param {string | null | undefined} file a path or an URL @returns {file is string} */
function isOfApp(file) {
  return Boolean(file && !/^node:|[\\/]node_modules[\\/]/.test(file) && !file.startsWith(__dirname))
}

/** Returns a request with times from its start on. @param {Followed} request */
function packed({ startMicros, endMicros, events, runs }) {
  return {
    durationMicros: endMicros - startMicros,
    ...(events.length >= MOST_EVENTS && { isCut: true }),
    runs: runs.map(run => run.map(micros => micros - startMicros)),
    events: events
      .filter(({ beforeMicros }) => beforeMicros > 0)
      .map(function pack({ type, stack, initMicros, readyMicros, beforeMicros }) {
        const times = [initMicros, Math.max(initMicros, readyMicros), beforeMicros]
        return [type, stack, ...times.map(micros => micros - startMicros)]
      })
  }
}

function now() {
  return Number(hrtime.bigint() / 1000n)
}

module.exports = { startRecording, takeRecording }
