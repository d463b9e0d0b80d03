import { expect } from '@jest/globals'
import { withAttached } from '../../../src/measure/attach/attached-processes.js'
import { portsOf } from '../../../src/system/ports.js'
import { loadedServer } from '../../helpers/loaded-server.js'
import { onLinux } from '../../helpers/on-linux.js'

/** More than the inspector is waited for before the other ports of the process are asked. */
const LATE_MS = 5500

onLinux('an inspector that opens late is used, and closed again', async () => {
  const { pid, port, child } = await loadedServer()
  child.kill('SIGSTOP')
  setTimeout(() => child.kill('SIGCONT'), LATE_MS)
  const { signal } = new AbortController()
  await withAttached([{ name: String(pid), pid }], signal, async () => {})
  expect(portsOf(pid)).toEqual([port])
})
