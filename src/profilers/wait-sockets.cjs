'use strict'
/**
 * Notes when the sockets of the calling thread are written and read, for wait-recorder.cjs: node:async_hooks shows nothing of a request
 * that uses a socket which was open before, such as one of a pool. Sockets that the process accepted are left out.
 */
const { executionAsyncResource } = require('node:async_hooks')
const { Socket } = require('node:net')
const { isPromise } = require('node:util/types')

/** What a callback leaves to them runs right after it. */
const AFTERWARDS = new Set(['Object', 'AsyncResource', 'Immediate'])

/**
 * @typedef {object} Exchange what was written to a socket, until the first write after something was read
 * @property {object} handle of the socket
 * @property {object | null} request that it is for; null where that is not known
 * @property {any} [owner] of what is read, as wait-recorder.cjs has it; null: nobody, absent: as before
 * @property {number} firstMicros @property {number} lastMicros when it was written
 * @property {number} readMicros when something was read first; 0: not yet
 * @property {boolean} isShared whether requests write to this socket before those of others are answered
 *
 * @typedef {Exchange | 'message' | null} Cause what the callbacks follow from that run now
 * @typedef {[type: string | null, untilMicros: number][]} Parts of a wait, one after the other; null: not known
 */

/** The last of each socket, by its handle. @type {WeakMap<object, Exchange>} */
let exchanges = new WeakMap()

function forgetSockets() {
  exchanges = new WeakMap()
}

/** Calls a function before each write to a socket that the process opened. @param {(handle: any) => void} onWrite */
function watchWrites(onWrite) {
  for (const name of /** @type {const} */ (['_write', '_writev'])) {
    const write = /** @type {Function} */ (Socket.prototype[name])
    /** @this {any} @param {unknown[]} args */
    Socket.prototype[name] = function noteAndWrite(...args) {
      if (this._handle?.getAsyncId && !this.server) onWrite(this._handle)
      return Reflect.apply(write, this, args)
    }
  }
}

/** @param {object} handle @param {object | null} request whose code writes @param {number} micros */
function noteWrite(handle, request, micros) {
  const last = exchanges.get(handle)
  if (last?.readMicros === 0) {
    last.lastMicros = micros
    last.isShared ||= last.request !== request
    return { exchange: last, isFirst: false }
  }
  const isShared = last?.isShared ?? false
  /** @type {Exchange} */
  const exchange = { handle, request, firstMicros: micros, lastMicros: micros, readMicros: 0, isShared }
  exchanges.set(handle, exchange)
  return { exchange, isFirst: true }
}

/** Returns what the callback follows from that begins now. @param {Cause} last @param {number} micros when it was ready @returns {Cause} */
function causeNow(last, micros) {
  /** @type {any} */
  const resource = executionAsyncResource()
  const name = resource.constructor?.name ?? ''
  if (isPromise(resource) || AFTERWARDS.has(name)) return last
  const exchange = exchanges.get(name === 'ReusedHandle' ? resource.handle : resource)
  if (!exchange) return name === 'MessagePort' || name === 'Pipe' ? 'message' : null
  if (exchange.readMicros === 0) exchange.readMicros = Math.max(micros, exchange.lastMicros)
  return exchange
}

/**
 * Returns what a promise of a request waited for that something read from a socket settles.
 * @param {Exchange} exchange that ends
 * @param {{ request: object, sentMicros: number | undefined, fromMicros: number, toMicros: number }} wait `sentMicros`: when code of the
 *   request wrote to the socket first, from where it waits on
 * @returns {Parts}
 */
function partsOf(exchange, { request, sentMicros, fromMicros, toMicros }) {
  const { firstMicros, lastMicros, readMicros, isShared } = exchange
  const isOwn = exchange.request === request && !isShared
  if (sentMicros !== undefined && (!isOwn || sentMicros < firstMicros))
    return [
      [null, sentMicros],
      ['FIRSTBYTE', toMicros]
    ]
  // What a pool writes for a request that waited, it writes in a callback of another one.
  const isQueued = !isOwn && exchange.request === null && !isShared && firstMicros > fromMicros
  if (!isOwn && !isQueued) return [['QUEUE', toMicros]]
  exchange.request = request
  return [
    [isQueued ? 'QUEUE' : null, firstMicros],
    ['SOCKETWRITE', lastMicros],
    ['FIRSTBYTE', readMicros],
    ['BODY', toMicros]
  ]
}

module.exports = { causeNow, forgetSockets, noteWrite, partsOf, watchWrites }
