'use strict'
const { AsyncLocalStorage } = require('node:async_hooks')
const { randomUUID } = require('node:crypto')
const http = require('node:http')

/** Gives each request an id, as instrumentation does: a small part of what an APM does. */
const context = new AsyncLocalStorage()
const { emit } = http.Server.prototype

/** @this {http.Server} @param {string} event @param {any[]} args */
http.Server.prototype.emit = function emitTraced(event, ...args) {
  if (event !== 'request') return emit.call(this, event, ...args)
  return context.run({ id: randomUUID(), startedAt: process.hrtime.bigint() }, () => emit.call(this, event, ...args))
}
