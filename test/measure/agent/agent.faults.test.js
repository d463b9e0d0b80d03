import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { openAgentServer } from '../../../src/measure/agent/agent-server.js'
import { launchFixture } from '../../helpers/launch-fixture.js'
import { survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { until } from '../../helpers/until.js'

/** @import { AgentServer } from '../../../src/measure/agent/agent-server.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** @type {AgentServer} */
let agents

beforeEach(async () => {
  agents = await openAgentServer()
})

afterEach(() => agents.close())

/** @param {import('node:net').Socket} socket @returns {Promise<unknown>} */
function closed(socket) {
  return new Promise(resolve => socket.once('close', resolve))
}

/** Connects as an agent of a launch would. */
async function connectAs() {
  const hub = agents.expectLaunch(undefined)
  const [port = '', token = ''] = (hub.env.WORKSHOP_AGENT ?? '').split(':')
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const greeting = { token, pid: 1, threadId: 0, nodeVersion: 'v20.0.0', inspectorUrl: null }
  const open = {
    type: 'listening',
    address: '127.0.0.1',
    port: 3000,
    wantedPort: 0,
    isTls: false,
    nodePath: '/bin/node'
  }
  return { hub, socket, greeting, open, send }

  /** @param {unknown} message */
  function send(message) {
    socket.write(`${JSON.stringify(message)}\n`)
  }
}

test('the connection of a stranger that sends nothing is closed', async () => {
  const { socket } = await connectAs()
  await closed(socket)
})

test('a stranger is not read for longer than a token', async () => {
  const { socket } = await connectAs()
  const isClosed = closed(socket)
  socket.write('x'.repeat(2000))
  await isClosed
})

test('the end of the agents port ends the connections to it', async () => {
  const { socket, send, greeting } = await connectAs()
  send({ ...greeting, type: 'loaded' })
  const isClosed = closed(socket)
  agents.close()
  await isClosed
})

test('an address of other machines is not believed', async () => {
  const { hub, send, greeting, open } = await connectAs()
  send({ ...greeting, ...open, address: '192.0.2.7' })
  send({ ...greeting, ...open, address: '8.8.8.8', port: 53 })
  send({ ...greeting, ...open })
  const { link, open: first } = await hub.first
  expect(first.address).toBe('127.0.0.1')
  expect(link.ports).toHaveLength(1)
  expect(link.remotePorts.map(({ address }) => address)).toEqual(['192.0.2.7', '8.8.8.8'])
})

test.each([
  ['a process id that is a word', { pid: 'x' }],
  ['an address that is a name', { address: 'localhost' }],
  ['a port that is none', { port: 70_000 }],
  ['an inspector of another machine', { inspectorUrl: 'ws://192.0.2.7:9229/a' }],
  ['a version with control characters', { nodeVersion: 'v20.0.0\u001b[2J' }]
])('%s closes the connection', async (_what, part) => {
  const { hub, socket, send, greeting, open } = await connectAs()
  const isClosed = closed(socket)
  send({ ...greeting, ...open, ...part })
  await isClosed
  expect(hub.links).toEqual([])
})

test.each([
  ['text instead of counters', { rssBytes: 'many' }],
  ['a record without counters', {}],
  ['a list', [1]],
  ['nothing', null]
])('an answer that is %s ends the link', async (_what, answer) => {
  const { hub, socket, send, greeting, open } = await connectAs()
  send({ ...greeting, ...open })
  const { link } = await hub.first
  socket.once('data', () => send({ id: 1, answer }))
  await expect(link.stop()).rejects.toThrow('the process of this agent is gone')
})

test('messages without an end are bounded for all connections together', async () => {
  const { socket, greeting, open, send } = await connectAs()
  const other = connect(Number(socket.remotePort), '127.0.0.1')
  other.on('error', () => {})
  await once(other, 'connect')
  send({ ...greeting, ...open })
  other.write(`${JSON.stringify({ ...greeting, type: 'loaded' })}\n`)
  const isEnded = Promise.race([socket, other].map(closed))
  const part = Buffer.alloc(10 * 1024 * 1024, 'x')
  // 140 MiB each: one alone is allowed.
  for (const each of [socket, other]) for (let parts = 0; parts < 14; parts++) each.write(part)
  await isEnded
  expect([socket, other].map(each => each.destroyed).sort()).toEqual([false, true])
})

test('an agent does not keep a process that has nothing to do', async () => {
  const { env } = agents.expectLaunch(undefined)
  const child = spawn(process.execPath, ['-e', ''], { env: { ...process.env, ...env }, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a process that never listens ends when the workshop is killed', async () => {
  const script = path.join(temporaryFolder(), 'workshop.mjs')
  const file = JSON.stringify(new URL('../../../src/measure/agent/agent-server.js', import.meta.url).href)
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process'
    import { openAgentServer } from ${file}
    const { env } = (await openAgentServer()).expectLaunch(undefined)
    const waits = "process.on('SIGTERM', () => process.exit()); console.log('up'); setInterval(() => {}, 1000)"
    const child = spawn(process.execPath, ['-e', waits], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', () => process.send(child.pid))`
  )
  const killed = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [pid] = await once(killed, 'message')
  killed.kill('SIGKILL')
  expect(await survivorsOf([Number(pid)], 10_000)).toEqual([])
})

test('a server that blocks its event loop after it was loaded is measured once it listens', async () => {
  const folder = temporaryFolder()
  const server = path.join(folder, 'blocks.js')
  writeFileSync(
    server,
    `const http = require('node:http')
    setImmediate(() => setImmediate(() => {
      const endMs = performance.now() + 3000
      while (performance.now() < endMs);
      http.createServer((request, response) => response.end('ok')).listen(0)
    }))`
  )
  const launch = await launchFixture({ command: ['node', server], folder, agents })
  await launch.startSlice()
  expect((await launch.stopSlice()).threads).toHaveLength(1)
  await launch.end()
})

test('a server that reports an address of other machines only is refused', async () => {
  const folder = temporaryFolder()
  const server = path.join(folder, 'lies.cjs')
  writeFileSync(
    server,
    `const [port, token] = process.env.WORKSHOP_AGENT.split(':')
    const about = { token, pid: process.pid, threadId: 0, nodeVersion: process.version, inspectorUrl: null }
    const open = { type: 'listening', address: '192.0.2.7', port: 80, wantedPort: 80, isTls: false, nodePath: '/bin/node' }
    require('node:net').connect(Number(port), '127.0.0.1').write(JSON.stringify({ ...about, ...open }) + '\\n')`
  )
  const failure = await launchFixture({ command: ['node', server], folder, agents, listenLimitMs: 10_000 }).catch(
    error => error
  )
  expect(failure).toMatchObject({ code: 'ERR_SERVER_ADDRESS', details: { address: '192.0.2.7' } })
})

test('a process whose launch is over ends', async () => {
  const hub = agents.expectLaunch(undefined)
  const script = "require('node:http').createServer().listen(0)"
  const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...hub.env }, stdio: 'ignore' })
  await hub.first
  hub.forget()
  await until(() => child.exitCode !== null || child.signalCode !== null, 'the process has ended')
  expect(child.signalCode).toBe('SIGTERM')
})
