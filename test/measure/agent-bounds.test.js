import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'

/** @import { Socket } from 'node:net' */
/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

const others = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate']
/** The limit of the time does not pass by itself: what closes a connection is the other limit. */
const doNotFake = /** @type {any} */ ([...others, 'setInterval', 'clearInterval'])

/** @type {AgentServer} */
let agents
/** @type {Socket[]} */
let sockets
/** @type {(value?: unknown) => void} */
const ignore = () => {}

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake })
  agents = await openAgentServer()
  sockets = []
})

afterEach(() => {
  agents.close()
  for (const socket of sockets) socket.destroy()
  jest.useRealTimers()
})

/** Returns what connects to the port of the agents, and a greeting with its token. */
function launchOf() {
  const { env, links } = agents.expectLaunch(undefined)
  const [port = '', token = ''] = (env.WORKSHOP_AGENT ?? '').split(':')
  const thread = { type: 'thread', token, pid: 1, threadId: 1, nodeVersion: 'v20.0.0', inspectorUrl: null }
  return { links, thread, connectAs }

  /** @param {string} text */
  async function connectAs(text) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', ignore)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
}

test('a connection without a token is closed after two seconds', async () => {
  const { connectAs, thread, links } = launchOf()
  const silent = await connectAs('')
  await connectAs(`${JSON.stringify(thread)}\n`)
  await nextTurnUntil(() => links.length === 1)
  jest.advanceTimersByTime(1999)
  expect(silent.destroyed).toBe(false)
  jest.advanceTimersByTime(1)
  await once(silent, 'close')
  expect(links).toHaveLength(1)
})

test('a connection that sends more than a token before its token is closed at once', async () => {
  const { connectAs } = launchOf()
  await once(await connectAs('x'.repeat(1025)), 'close')
  const { connectAs: connectOther, thread, links } = launchOf()
  const long = JSON.stringify({ ...thread, more: 'x'.repeat(1025) })
  await once(await connectOther(`${long}\n`), 'close')
  expect(links).toEqual([])
})

test('connections that send nothing take no place of an agent', async () => {
  const { connectAs, thread, links } = launchOf()
  const silent = []
  for (let count = 0; count < 251; count++) silent.push(await connectAs(''))
  const [first, second] = silent
  if (first && !first.destroyed) await once(first, 'close')
  expect(second?.destroyed).toBe(false)
  await connectAs(`${JSON.stringify(thread)}\n`)
  await nextTurnUntil(() => links.length === 1)
})

test('a launch has at most a thousand connections', async () => {
  const { connectAs, thread, links } = launchOf()
  for (let threadId = 1; threadId <= 1000; threadId++) await connectAs(`${JSON.stringify({ ...thread, threadId })}\n`)
  await nextTurnUntil(() => links.length === 1000)
  const more = await connectAs(`${JSON.stringify({ ...thread, threadId: 1001 })}\n`)
  await once(more, 'close')
  expect(links).toHaveLength(1000)
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([more])
})

/** Waits as `until` does, which needs a timer that is not replaced. @param {() => boolean} isTrue */
async function nextTurnUntil(isTrue) {
  while (!isTrue()) await new Promise(resolve => setImmediate(resolve))
}
