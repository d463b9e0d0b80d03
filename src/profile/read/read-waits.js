import { isAmount, isObject } from '../../errors/type-guards.js'
import { getOrAdd } from '../../stats/group-by.js'
import { CallTree } from '../tree/call-tree.js'
import { nativeFrame, sourceFile, WAIT_FILE } from '../tree/frames.js'
import { linesOf } from '../tree/source-lines.js'
import { wrongValue } from './profile-error.js'
import { isAwait, waitOf, waitSums } from './wait-lines.js'

/** @import { Frame, HookCosts, ThreadTree } from '../types.js' */

/**
 * @typedef {object} RecordedWaits what src/profilers/wait-recorder.cjs returns; times are microseconds from the start of a request on
 * @property {RecordedRequest[]} requests
 * @property {StackPlace[][]} stacks the frames of the app, the innermost first
 * @property {WaitWindow[]} windows of the launch, with the hook and without
 * @property {number} [unfinished] requests that had no response when their window ended; only tests read it
 *
 * @typedef {{ isOn: boolean, cpuMicros: number, requests: number }} WaitWindow
 *
 * @typedef {object} RecordedRequest
 * @property {number} durationMicros until its response was sent
 * @property {[from: number, to: number][]} runs when its code ran
 * @property {[type: string, stack: number, init: number, ready: number, before: number][]} events as node names them; `AWAIT`: of an `await`
 * @property {boolean} [isCut] whether there were more
 *
 * @typedef {{ name: string, file: string, line: number, column: number, startLine?: number, startColumn?: number }} StackPlace where a
 *   function called another one, or waited, and where it begins
 *
 * @typedef {object} Wait
 * @property {string} type
 * @property {number} stack -1: none of the app
 * @property {number} from @property {number} ready @property {number} to
 *
 * @typedef {{ wait: Wait, depth: number }} PlacedWait `depth`: index in its stack of the `await` that waits for it; 0: none does
 *
 * @typedef {{ place: 'running' | 'event loop' | 'unattributed' } | PlacedWait & { resource: string }} Booking what a moment of a request is
 *   booked to
 *
 * @typedef {{ since: number, underWay: Set<Wait>, resourceOf: (wait: Wait) => string }} Moment when it begins, and all waits of that time
 */

/** What a request waits for, by the resource of node:async_hooks that it waits with. */
const resources = new Map(
  Object.entries({
    timer: ['Timeout'],
    dns: ['GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'QUERYWRAP'],
    connect: ['TCPCONNECTWRAP', 'PIPECONNECTWRAP'],
    TLS: ['TLSWRAP'],
    // The first callback of a socket itself is that of the first bytes that it reads.
    'first byte': ['HTTPCLIENTREQUEST', 'TCPWRAP', 'PIPEWRAP', 'FIRSTBYTE'],
    body: ['BODY'],
    write: ['WRITEWRAP', 'SHUTDOWNWRAP', 'SOCKETWRITE'],
    // A pool, a lock: the code of another request ends the wait.
    queue: ['QueuedRequest', 'QUEUE'],
    'request body': ['REQUESTBODY'],
    file: ['FSREQCALLBACK', 'FSREQPROMISE', 'FILEHANDLECLOSEREQ', 'FILEHANDLE', 'DIRHANDLE'],
    'thread pool': ['PBKDF2REQUEST', 'SCRYPTREQUEST', 'RANDOMBYTESREQUEST', 'HASHREQUEST', 'SIGNREQUEST', 'ZLIB'],
    'a worker or process': ['MESSAGEPORT', 'PROCESSWRAP', 'WORKER']
  }).flatMap(([name, types]) => types.map(type => [type, name]))
)
const RIGHT_AFTER_MICROS = 1000
/** No byte comes before a connection is there. */
const OPENING = new Set(['dns', 'connect', 'TLS'])
/** A promise that other code settles: a lock, a pool, a socket that was open before. */
const OTHERS = 'what settles the promise'

/**
 * Reads what was recorded of the waits of a thread, as a call tree of the latency of its requests: a node below the function that waits is
 * what it waits for, at the line of the `await` or the call. The trees without a function are code that ran, the event loop, which was
 * busy with other code when this could have gone on, and what is not attributed. All weights add up to the latency.
 * @param {unknown} content the parsed JSON
 * @param {object} [options]
 * @param {(place: StackPlace) => StackPlace} [options.sourceAt] returns the place in the source
 * @param {string} [options.label]
 * @returns {Pick<Required<ThreadTree>, 'profile' | 'sampleCount' | 'hook' | 'waits'>} unit `latency`, microseconds of all requests together
 * @throws {ProfileError} when it is not such a record
 */
export function readWaits(content, { sourceAt = place => place, label = 'main' } = {}) {
  const { requests, stacks: recorded, windows } = checkWaits(content)
  const stacks = recorded.map(stack => stack.map(place => ({ ...place, file: sourceFile(place.file) })))
  const tree = new CallTree()
  /** What is called from where. @type {Map<string, { node: number, line: number, column: number, weight: number }>} */
  const calls = new Map()
  const frames = stacks.map(stack => stack.map(place => tree.frame(frameOf(place))))
  const sums = waitSums(stacks.map(stack => stack.map(sourceAt)))
  for (const request of requests) {
    const book = sums.ofRequest(request)
    bookRequest(request, stacks, function addMoment(booking, micros, moment) {
      add(booking, micros)
      book(booking, micros, moment)
    })
  }
  return {
    profile: { unit: 'latency', label, frames: tree.frames, nodes: tree.nodes, idle: 0, samples: null, ...lines() },
    sampleCount: requests.length,
    hook: hookCosts(windows),
    waits: sums.result()
  }

  /** @param {Booking} booking @param {number} micros */
  function add(booking, micros) {
    const isWait = 'wait' in booking
    const { stack, depth } = isWait ? { stack: booking.wait.stack, depth: booking.depth } : { stack: -1, depth: 0 }
    const leaf = tree.frame(isWait ? resourceFrame(booking.resource) : nativeFrame(booking.place))
    const callers = frames[stack] ?? []
    let node = -1
    for (const [index, frame] of [leaf, ...callers.slice(depth)].toReversed().entries()) {
      node = tree.child(node, frame, null)
      const calledAt = stacks[stack]?.[callers.length - index]
      if (!calledAt) continue
      const { line, column } = calledAt
      getOrAdd(calls, `${node} ${line}:${column}`, () => ({ node, line, column, weight: 0 })).weight += micros
    }
    tree.add(node, micros)
  }

  function lines() {
    const own = [...calls.values()]
    const columnOf = (/** @type {'node' | 'line' | 'column' | 'weight'} */ name) => own.map(call => call[name])
    const [node, line, column, weight] = [columnOf('node'), columnOf('line'), columnOf('column'), columnOf('weight')]
    return linesOf({ self: { node: [], line: [], weight: [] }, calls: { node, line, column, weight } })
  }
}

/** @param {StackPlace} place @returns {Frame} its function */
function frameOf({ name, file, startLine, startColumn }) {
  return { name: name || '(anonymous)', file, line: startLine ?? null, column: startColumn ?? null, kind: 'javascript' }
}

/** Kernel time can count for another native call; a wait cannot, so it is code of Node.js. @param {string} name @returns {Frame} */
function resourceFrame(name) {
  return { name, file: WAIT_FILE, line: null, column: null, kind: 'javascript' }
}

/** @param {WaitWindow[]} windows @returns {HookCosts} */
function hookCosts(windows) {
  const costs = { onMicros: 0, onRequests: 0, offMicros: 0, offRequests: 0 }
  for (const { isOn, cpuMicros, requests } of windows) {
    costs[isOn ? 'onMicros' : 'offMicros'] += cpuMicros
    costs[isOn ? 'onRequests' : 'offRequests'] += requests
  }
  return costs
}

/**
 * Books every moment of a request: to its code while that runs, else to the wait that ends last of those that are under way, without those
 * of callers, which wait for a function that waits itself; else to the event loop, where a wait is over and its code does not run yet.
 * @param {RecordedRequest} request @param {StackPlace[][]} stacks
 * @param {(booking: Booking, micros: number, moment: Moment) => void} add
 */
export function bookRequest({ durationMicros, runs, events, isCut = false }, stacks, add) {
  const waits = events.map(waitOf)
  const knownMicros = isCut ? Math.max(...waits.map(({ from }) => from)) : durationMicros
  const callersOf = callersIn([...new Set(waits.map(({ stack }) => stacks[stack] ?? []))])
  const edges = [
    ...runs.flatMap(([from, to]) => [
      { at: from, change: () => void ran++ },
      { at: to, change: () => void ran-- }
    ]),
    ...waits.flatMap(wait => [
      { at: wait.from, change: () => void underWay.add(wait) },
      { at: wait.ready, change: () => void (underWay.delete(wait) && ready.add(wait)) },
      { at: wait.to, change: () => void ready.delete(wait) }
    ])
  ].sort((a, b) => a.at - b.at)
  /** @type {Set<Wait>} */
  const underWay = new Set()
  /** @type {Set<Wait>} */
  const ready = new Set()
  let ran = 0
  let since = 0
  for (const { at, change } of edges) {
    bookUntil(Math.min(at, durationMicros))
    change()
  }
  bookUntil(durationMicros)

  /** @param {number} until */
  function bookUntil(until) {
    if (until <= since) return
    add(bookingNow(), until - since, { since, underWay, resourceOf })
    since = until
  }

  /** @returns {Booking} */
  function bookingNow() {
    if (ran > 0) return { place: 'running' }
    if (since >= knownMicros) return { place: 'unattributed' }
    // No response waits for what ends after it, such as the timer of a time limit; `pipeline` ends right after it.
    const inTime = [...underWay].filter(wait => wait.ready <= durationMicros + RIGHT_AFTER_MICROS)
    const waits = inTime.some(({ stack }) => stack >= 0) || ready.size > 0 ? inTime : [...underWay]
    const placed = waits.filter(({ stack }) => stack >= 0)
    // A wait without a line goes on in what is awaited: where that is over, other code runs.
    const last = lastOf(placed.length > 0 || ready.size > 0 ? placed : waits, [...ready], { stacks, callersOf })
    if (last) return { ...last, resource: resourceOf(last.wait) }
    return { place: ready.size > 0 ? 'event loop' : 'unattributed' }
  }

  /** Returns what a wait is for: the resource that ends last, not after it, or the connection that is opened for it. @param {Wait} wait */
  function resourceOf(wait) {
    const known = [wait, ...underWay].filter(({ type, ready }) => resources.has(type) && ready <= wait.to)
    known.sort((a, b) => a.ready - b.ready)
    const last = known.find(({ ready }) => ready === known.at(-1)?.ready)
    const opening = known.find(({ type, stack }) => stack === last?.stack && OPENING.has(resources.get(type) ?? ''))
    return resources.get((opening ?? last)?.type ?? '') ?? OTHERS
  }
}

/**
 * Returns the wait that ends last, without those of functions that call one that waits too, or whose code goes on next. Of several it is the
 * last `await`; without any, the one that began first: what was chained to it ends with it.
 * @param {Wait[]} waits @param {Wait[]} ready
 * @param {{ stacks: StackPlace[][], callersOf: ReturnType<typeof callersIn> }} known @returns {PlacedWait | null}
 */
function lastOf(waits, ready, { stacks, callersOf }) {
  const awaits = waits.filter(isAwait).flatMap(({ stack }) => stacks[stack]?.[0] ?? [])
  const callers = new Set([...waits, ...ready].flatMap(({ stack }) => callersOf(stacks[stack] ?? [])))
  // Between the steps of one call of Node.js it is what goes on next.
  const steps = ready.flatMap(({ type, stack }) => (resources.has(type) ? textOf(stacks[stack]?.[0]) : []))
  const others = new Set([...callers, ...steps])
  const own = waits.filter(
    ({ type, stack }) => !(resources.has(type) ? callers : others).has(textOf(stacks[stack]?.[0]))
  )
  const left = own.length > 0 || ready.length > 0 ? own : waits
  const placed = left.map(wait => ({ wait, depth: awaitedDepth(stacks[wait.stack] ?? [], awaits) }))
  // What an `await` waits for that has another one below waits there.
  const above = new Set(waits.filter(isAwait).flatMap(({ stack }) => callersOf(stacks[stack] ?? [])))
  const lowest = placed.filter(({ wait, depth }) => depth === 0 || !above.has(textOf(stacks[wait.stack]?.[depth])))
  const known = lowest.length > 0 ? lowest : placed
  const latest = Math.max(...known.map(({ wait }) => wait.ready))
  const last = known.filter(({ wait }) => wait.ready === latest)
  return last.findLast(({ wait, depth }) => depth > 0 || isAwait(wait)) ?? last[0] ?? null
}

/**
 * Returns a function that returns the places above a stack. After its first `await` the stack of a function ends with it where no `await`
 * waits for it, as in `answer().catch(fail)`: what called it until then is still above it.
 * @param {StackPlace[][]} stacks of a request
 */
function callersIn(stacks) {
  /** @type {Map<string, string[]>} */
  const above = new Map()
  for (const stack of stacks) {
    const texts = stack.map(textOf)
    for (const [index, place] of stack.slice(0, -1).entries())
      getOrAdd(above, functionOf(place), () => []).push(...texts.slice(index + 1))
  }
  return function callersOf(/** @type {StackPlace[]} */ stack) {
    const outermost = stack.at(-1)
    return [...stack.slice(1).map(textOf), ...((outermost && above.get(functionOf(outermost))) ?? [])]
  }
}

/**
 * Returns how far above a wait the `await` for it is: a function without an `await`, which begins something and returns its promise, waits at
 * the line that awaits this; 0 where the innermost function that awaits something awaits something else.
 * @param {StackPlace[]} stack @param {StackPlace[]} awaits under way
 */
function awaitedDepth(stack, awaits) {
  const depth = stack.findIndex(place => awaits.some(each => functionOf(each) === functionOf(place)))
  return awaits.some(each => textOf(each) === textOf(stack[depth])) ? Math.max(0, depth) : 0
}

/** An `await` has another column than the call that it waits for. @param {StackPlace | undefined} place */
function textOf(place) {
  return place ? `${functionOf(place)} ${place.line}` : ''
}

/** Functions without a name differ by where they begin. @param {StackPlace} place */
function functionOf({ name, file, startLine, startColumn }) {
  return `${name} ${file} ${startLine} ${startColumn}`
}

/** @param {unknown} content @returns {RecordedWaits} */
export function checkWaits(content) {
  if (!isObject(content)) throw wrongValue('', 'object')
  const { requests, stacks, windows } = content
  for (const [name, list] of Object.entries({ requests, stacks, windows }))
    if (!Array.isArray(list)) throw wrongValue(name, 'array')
  for (const [index, request] of /** @type {unknown[]} */ (requests).entries()) {
    const name = `requests[${index}]`
    if (!isObject(request)) throw wrongValue(name, 'object')
    if (!isAmount(request.durationMicros)) throw wrongValue(`${name}.durationMicros`, 'amount')
    for (const list of ['runs', 'events'])
      if (!Array.isArray(request[list])) throw wrongValue(`${name}.${list}`, 'array')
  }
  return /** @type {any} */ (content)
}
