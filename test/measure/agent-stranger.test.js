import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { until } from '../helpers/until.js'

/** @import { AgentServer } from '../../src/measure/agent/agent-server.js' */

/** @type {AgentServer | undefined} */
let agents

afterEach(() => agents?.close())

test('a stranger that connects to the port of the agents is disconnected', async () => {
  agents = await openAgentServer()
  const { env, links } = agents.expectLaunch('')
  const [port = '', token = ''] = String(env.WORKSHOP_AGENT).split(':')
  expect(token).toMatch(/^[\da-f]{24}$/)
  const greeting = { type: 'thread', token, pid: 1, threadId: 0, nodeVersion: 'v20.0.0', inspectorUrl: null }
  const guessed = token.replace(/./g, digit => (digit === '0' ? '1' : '0'))
  for (const text of [
    `${JSON.stringify({ ...greeting, token: guessed })}\n`,
    `${JSON.stringify({ ...greeting, type: 'loaded', token: guessed })}\n`,
    `${JSON.stringify({ ...greeting, token: '' })}\n`,
    'GET / HTTP/1.1\r\n\r\n',
    'null\n',
    '\u0000\n'
  ]) {
    const socket = sendLine(text)
    await once(socket, 'close')
  }
  expect(links).toEqual([])
  // The greeting itself is one that an agent sends.
  sendLine(`${JSON.stringify(greeting)}\n`)
  await until(() => links.length === 1, 'an agent with the token is known')

  /** @param {string} text */
  function sendLine(text) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write(text)
    return socket
  }
})
