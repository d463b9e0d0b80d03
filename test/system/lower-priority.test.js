import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from '@jest/globals'
import { lowerPriority } from '../../src/system/cores.js'
import { PROC } from '../../src/system/platform.cjs'
import { startProcess } from '../../src/system/processes.js'

test('lowers the priority of a process, and of its session where the system has session priorities', async () => {
  const sleeper = startProcess({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
  try {
    await once(sleeper.child, 'spawn')
    const pid = sleeper.pid ?? 0
    const own = getPriority(process.pid)
    lowerPriority(pid)
    expect(getPriority(pid)).toBe(10)
    const session = `${PROC}/${pid}/autogroup`
    if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/ nice 10$/m)
    expect(getPriority(process.pid)).toBe(own)
  } finally {
    await sleeper.end({ signal: 'SIGKILL' })
  }
})

test('skips a process that has ended', async () => {
  const gone = startProcess({ command: process.execPath, args: ['-e', ''] })
  await gone.exited
  expect(() => lowerPriority(gone.pid ?? 0)).not.toThrow()
})
