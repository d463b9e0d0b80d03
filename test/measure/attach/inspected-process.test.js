import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, jest } from '@jest/globals'
import { connectTo } from '../../../src/measure/attach/inspected-process.js'
import { portsOf } from '../../../src/system/ports.js'
import { openInspector } from '../../../src/system/signalled-inspector.js'
import { loadedServer } from '../../helpers/loaded-server.js'
import { onLinux } from '../../helpers/on-linux.js'
import { until } from '../../helpers/until.js'

/** @import { AddressInfo, Server, Socket } from 'node:net' */

/** @type {Server[]} */
const relays = []

afterEach(() => {
  for (const relay of relays.splice(0)) relay.close()
})

onLinux('an inspector that was moved is closed where nobody counts', async () => {
  const { pid, port, output } = await loadedServer({ isIdle: true })
  const opened = await openInspector(pid)
  const inspected = await connectTo({ host: '127.0.0.1', port: opened.port }, String(pid))
  await inspected.call('moveInspector', { limitMs: 500 })
  await inspected.closed
  // Between the two it has none, too.
  await until(() => output.stderr.split('Debugger listening').length === 3, 'it was opened again')
  await until(() => portsOf(pid).length === 1, 'the inspector is closed')
  expect(portsOf(pid)).toEqual([port])
})

onLinux('an inspector that was moved stays open while somebody counts', async () => {
  const { pid, port } = await loadedServer({ isIdle: true })
  const opened = await openInspector(pid)
  const known = portsOf(pid)
  const inspected = await connectTo({ host: '127.0.0.1', port: opened.port }, String(pid))
  await inspected.call('moveInspector', { limitMs: 1000 })
  await inspected.closed
  const moved = () => portsOf(pid).find(each => !known.includes(each))
  await until(() => moved() !== undefined, 'the inspector is moved')
  const again = await connectTo({ host: '127.0.0.1', port: Number(moved()) }, String(pid))
  await again.call('start', { closes: true })
  const after = { expression: 'new Promise(resolve => setTimeout(resolve, 1200))', awaitPromise: true }
  await again.send('Runtime.evaluate', after)
  expect(await again.call('next')).toMatchObject({ micros: [] })
  await again.call('end')
  await again.closed
  expect(portsOf(pid)).toEqual([port])
})

onLinux('a connection is closed where the code that counts cannot be loaded', async () => {
  const { own, behind, connected } = await relayedInspector()
  const before = await connectTo(own, 'a server')
  const expression = "process.getBuiltinModule = () => { throw new Error('none is left') }"
  await before.send('Runtime.evaluate', { expression })
  await before.close()
  connected.then(({ passOn }) => passOn())
  await expect(connectTo(behind, 'a server')).rejects.toThrow(/none is left/)
  const { closed } = await connected
  await closed
})

onLinux('a connection that is made after the limit is closed', async () => {
  const { behind, connected } = await relayedInspector()
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
  const late = expect(connectTo(behind, 'a server')).rejects.toMatchObject({ code: 'ERR_ATTACH' })
  const { passOn, closed } = await connected
  jest.advanceTimersByTime(5000)
  jest.useRealTimers()
  await late
  passOn()
  await closed
})

/** Returns the address of an inspector, and that of a relay to it, which passes one connection on when it is asked to. */
async function relayedInspector() {
  const { pid, port } = await loadedServer({ flags: ['--inspect=127.0.0.1:0'], isIdle: true })
  const own = { host: '127.0.0.1', port: Number(portsOf(pid).find(each => each !== port)) }
  const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${own.port}/json/list`)).json()
  const relay = createServer().listen(0, '127.0.0.1')
  relays.push(relay)
  await once(relay, 'listening')
  const url = new URL(webSocketDebuggerUrl)
  url.port = String(/** @type {AddressInfo} */ (relay.address()).port)
  const connected = once(relay, 'connection').then(function accept([socket]) {
    const closed = once(socket, 'close')
    return { closed, passOn: () => relayTo(own.port, socket) }
  })
  return { own, behind: { target: url.href }, connected }
}

/** @param {number} port @param {Socket} socket */
function relayTo(port, socket) {
  const other = connect(port, '127.0.0.1')
  socket.pipe(other).pipe(socket)
}
