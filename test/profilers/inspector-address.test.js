import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, jest, test } from '@jest/globals'
import { openAgentServer } from '../../src/measure/agent/agent-server.js'
import { devtools } from '../../src/profilers/devtools.js'
import { present } from '../helpers/call-trees.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(30_000)
removeTemporaryFolders()

const server = ['-e', "require('node:http').createServer().listen(0, '127.0.0.1')"]
const machine = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
const reachable = machine.filter(({ family, internal }) => family === 'IPv4' && !internal)
/** Others of this machine. Linux has all of 127.0.0.0/8. */
const others = ['127.0.0.2', ...reachable.map(({ address }) => address)]

test.each([
  ['node itself', [process.execPath, ...server]],
  ['a program that starts node', ['env', process.execPath, ...server]]
])('the inspector of %s listens on 127.0.0.1 only', async (_what, command) => {
  const folder = temporaryFolder()
  const agents = await openAgentServer()
  const { env: agentEnv, first } = agents.expectLaunch(undefined)
  const files = { folder, stdout: `${folder}/stdout.log` }
  const started = present(devtools.commandFor?.({ command, cwd: folder, env: {}, files }))
  const [program = '', ...args] = started.command
  const child = spawn(program, args, { env: { ...process.env, ...agentEnv, ...started.env }, stdio: 'ignore' })
  const isGone = once(child, 'exit')
  try {
    const { link } = await first
    const { hostname, port } = new URL(String(link.inspectorUrl))
    expect(hostname).toBe('127.0.0.1')
    expect(await accepts('127.0.0.1', port)).toBe(true)
    for (const address of others)
      expect({ address, isOpen: await accepts(address, port) }).toEqual({ address, isOpen: false })
  } finally {
    child.kill('SIGKILL')
    await isGone
    agents.close()
  }
})

/** Returns whether a connection is accepted. @type {(host: string, port: string) => Promise<boolean>} */
async function accepts(host, port) {
  const socket = connect(Number(port), host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
