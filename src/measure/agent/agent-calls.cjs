'use strict'
/**
 * Counts the read and write calls of this process and their bytes, for agent-counters.cjs. Linux counts read, write and
 * their variants, of files, pipes and sockets; neither messages between processes (recvmsg) nor waiting (epoll_wait).
 */
const fs = require('node:fs')
const { PROC } = require('../../system/platform.cjs')

const PROCESS_CALLS = `${PROC}/self/io`
const BUFFER_BYTES = 1024
const FIELDS = /rchar: (\d+)\nwchar: (\d+)\nsyscr: (\d+)\nsyscw: (\d+)/
const buffer = Buffer.alloc(BUFFER_BYTES)

/** Calls of the agent's own, those that send and receive its messages. */
const own = { readCalls: 0, writeCalls: 0, readBytes: 0, writtenBytes: 0 }

/** @param {string} text a message of the agent, sent in one call */
function countSent(text) {
  own.writeCalls++
  own.writtenBytes += Buffer.byteLength(text)
}

/** @param {string} text a part of a message to the agent, read in one call */
function countReceived(text) {
  own.readCalls++
  own.readBytes += Buffer.byteLength(text)
}

const unknown = { readCalls: null, writeCalls: null, readBytes: null, writtenBytes: null }

/**
 * Starts counting. It must be the last that the agent does at the start of a slice, and `stop` the first at its end: the
 * agent's other reads are then outside. `stop` returns what the process did, without the agent's own calls; null where
 * the platform does not count.
 */
function startCalls() {
  const ownBefore = { ...own }
  const before = readCalls()
  return stop

  function stop() {
    const after = readCalls()
    if (!before || !after) return unknown
    // The reading at the start counts itself only after it was made.
    return {
      readCalls: after.readCalls - before.readCalls - (own.readCalls - ownBefore.readCalls) - 1,
      writeCalls: after.writeCalls - before.writeCalls - (own.writeCalls - ownBefore.writeCalls),
      readBytes: after.readBytes - before.readBytes - (own.readBytes - ownBefore.readBytes) - before.length,
      writtenBytes: after.writtenBytes - before.writtenBytes - (own.writtenBytes - ownBefore.writtenBytes)
    }
  }
}

/** Reads the counts with one read call, of `length` bytes. */
function readCalls() {
  try {
    const descriptor = fs.openSync(PROCESS_CALLS, 'r')
    try {
      const length = fs.readSync(descriptor, buffer, 0, BUFFER_BYTES, 0)
      const [, rchar, wchar, syscr, syscw] = FIELDS.exec(buffer.toString('latin1', 0, length)) ?? []
      if (syscw === undefined) return null
      return {
        readCalls: Number(syscr),
        writeCalls: Number(syscw),
        readBytes: Number(rchar),
        writtenBytes: Number(wchar),
        length
      }
    } finally {
      fs.closeSync(descriptor)
    }
  } catch {
    return null
  }
}

module.exports = { startCalls, countSent, countReceived }
