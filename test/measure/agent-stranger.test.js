import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent-server.js'

test('a stranger that connects to the port of the agents is disconnected', async () => {
  const agents = await openAgentServer()
  const { env, links } = agents.expectLaunch('')
  const [port = '', token = ''] = String(env.WORKSHOP_AGENT).split(':')
  expect(token).toMatch(/^[\da-f]{24}$/)
  for (const text of [
    'GET / HTTP/1.1\r\n\r\n',
    '{"type":"listening","token":"guessed","pid":1}\n',
    'null\n',
    '\u0000\n'
  ]) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write(text)
    await once(socket, 'close')
  }
  expect(links).toEqual([])
  agents.close()
})
