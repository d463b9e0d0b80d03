import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from '@jest/globals'
import { giveWay } from '../../src/system/give-way.js'
import { startProcess } from '../../src/system/processes.js'

test('a process that gives way goes last, and so does its session where sessions are weighed', async () => {
  const sleeper = startProcess({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
  try {
    await once(sleeper.child, 'spawn')
    const pid = sleeper.pid ?? 0
    const own = getPriority(process.pid)
    giveWay(pid)
    expect(getPriority(pid)).toBe(10)
    const session = `/proc/${pid}/autogroup`
    if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/ nice 10$/m)
    expect(getPriority(process.pid)).toBe(own)
  } finally {
    await sleeper.end({ signal: 'SIGKILL' })
  }
})

test('a process that has ended is passed over', async () => {
  const gone = startProcess({ command: process.execPath, args: ['-e', ''] })
  await gone.exited
  expect(() => giveWay(gone.pid ?? 0)).not.toThrow()
})
