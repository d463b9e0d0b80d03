import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { bookRequest, checkWaits } from '../../src/profile/read/read-waits.js'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { RecordedWaits } from '../../src/profile/read/read-waits.js' */

const preload = path.resolve(import.meta.dirname, '../fixtures/waits/preload.cjs')

/**
 * Starts a server in a process that can record its waits.
 * @param {string} file @param {{ env?: Record<string, string>, nodeArgs?: string[], servers?: number }} [options] `servers`: how many
 *   listen in its process; the last one is asked
 */
export async function startRecorded(file, { env, nodeArgs = [], servers = 1 } = {}) {
  const { NODE_OPTIONS, ...own } = process.env
  const child = fork(file, [], { execArgv: [...nodeArgs, '--require', preload], env: { ...own, PORT: '0', ...env } })
  let port = 0
  for (let listening = 0; listening < servers; listening++) port = (await messageOf(child)).port
  return { port, ask, askServer, end }

  /** @param {'record' | 'take' | 'usage'} what @returns {Promise<any>} */
  function ask(what) {
    child.send(what)
    return messageOf(child)
  }

  /** Returns all bytes of a response. @param {string} at */
  async function askServer(at) {
    const socket = net.connect(port, '127.0.0.1')
    socket.write(`GET ${at} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const chunks = []
    for await (const chunk of socket) chunks.push(chunk)
    return Buffer.concat(chunks).toString('latin1')
  }

  async function end() {
    if (!child.connected) return
    const exit = once(child, 'exit')
    child.kill()
    await exit
  }
}

/** @param {ChildProcess} child @returns {Promise<any>} */
async function messageOf(child) {
  const [message] = await once(child, 'message')
  return message
}

/**
 * Returns microseconds by what requests waited for, `<file>:<line> <resource>`, and by where else their time went.
 * @param {unknown} recorded @param {(file: string, line: number) => string} [nameOf]
 */
export function bookedWaits(recorded, nameOf = (file, line) => `${path.basename(file)}:${line}`) {
  const { requests, stacks } = checkWaits(recorded)
  /** @type {Record<string, number>} */
  const sums = {}
  for (const request of requests)
    bookRequest(request, stacks, (booking, micros) => {
      const place = 'wait' in booking ? stacks[booking.wait.stack]?.[0] : undefined
      const name =
        'wait' in booking ? `${place ? nameOf(place.file, place.line) : 'no line'} ${booking.resource}` : booking.place
      sums[name] = (sums[name] ?? 0) + micros
    })
  return sums
}

/** Returns how long the followed requests took together. @param {RecordedWaits} recorded */
export function latencyOf({ requests }) {
  return requests.reduce((sum, { durationMicros }) => sum + durationMicros, 0)
}
