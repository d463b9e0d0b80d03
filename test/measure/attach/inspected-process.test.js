import { expect } from '@jest/globals'
import { connectTo } from '../../../src/measure/attach/inspected-process.js'
import { portsOf } from '../../../src/system/ports.js'
import { openInspector } from '../../../src/system/signalled-inspector.js'
import { loadedServer } from '../../helpers/loaded-server.js'
import { onLinux } from '../../helpers/on-linux.js'
import { until } from '../../helpers/until.js'

onLinux('an inspector that was moved is closed where nobody counts', async () => {
  const { pid, port } = await loadedServer({ isIdle: true })
  const opened = await openInspector(pid)
  const inspected = await connectTo({ host: '127.0.0.1', port: opened.port }, String(pid))
  await inspected.call('moveInspector', { limitMs: 500 })
  await inspected.closed
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
