import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { runProgram, startProcess } from '../../src/system/processes.js'
import { survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { until } from '../helpers/until.js'

removeTemporaryFolders()

test('a program that runs to its end gives its code and both outputs', async () => {
  const script = 'console.log("out"); console.error("err"); process.exitCode = 4'
  expect(await runProgram(process.execPath, ['-e', script])).toEqual({
    code: 4,
    signal: null,
    stdout: 'out\n',
    stderr: 'err\n'
  })
})

test('of a program that prints much the end is kept, or all where the caller asks for it', async () => {
  const script = 'for (const out of [process.stdout, process.stderr]) out.write("x".repeat(300_000) + "the end")'
  const { stdout, stderr } = await runProgram(process.execPath, ['-e', script])
  for (const text of [stdout, stderr]) expect([text.length, text.slice(-8)]).toEqual([64_000, 'xthe end'])
  const whole = await runProgram(process.execPath, ['-e', script], { keepsAll: true })
  expect([whole.stdout.length, whole.stderr.length]).toEqual([300_007, 300_007])
})

test('a program that does not exist is a result, not an exception', async () => {
  const exit = await runProgram('no-such-program', [])
  expect(exit.code).toBeNull()
  expect(exit.problem).toMatch(/^no such program: \S+$/)
})

test('output goes to the named files', async () => {
  const stdoutPath = path.join(temporaryFolder(), 'out')
  const { exited } = startProcess({ command: process.execPath, args: ['-p', '1 + 1'], stdoutPath })
  expect(await exited).toEqual({ code: 0, signal: null })
  expect(readFileSync(stdoutPath, 'utf8')).toBe('2\n')
})

test('a process has a channel for messages only where one is asked for', async () => {
  const [without, withOne] = [{}, { ipc: true }].map(more =>
    startProcess({ command: process.execPath, args: ['-e', ''], ...more })
  )
  expect([without?.child.connected, withOne?.child.connected]).toEqual([false, true])
  expect(await Promise.all([without?.exited, withOne?.exited])).toMatchObject([{ code: 0 }, { code: 0 }])
})

test('the children of a process end with it', async () => {
  const file = path.join(temporaryFolder(), 'grandchild')
  const script = `
    const { spawn } = require('node:child_process')
    const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(grandchild.pid))
    process.send('up')
    setInterval(() => {}, 1000)`
  const managed = startProcess({ command: process.execPath, args: ['-e', script], ipc: true })
  await new Promise(resolve => managed.child.once('message', resolve))
  expect(existsSync(file)).toBe(true)
  const exit = await managed.end()
  expect(exit).toEqual({ code: null, signal: 'SIGTERM', escalated: false })
  const grandchild = Number(readFileSync(file, 'utf8'))
  expect(await survivorsOf([grandchild], 5000)).toEqual([])
})

test('a process that ignores SIGTERM is killed once its time to end is over', async () => {
  const script = "process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 1000)"
  const managed = startProcess({ command: process.execPath, args: ['-e', script], ipc: true })
  await once(managed.child, 'message')
  expect(await managed.end({ graceMs: 100 })).toEqual({ code: null, signal: 'SIGKILL', escalated: true })
})

test('an aborted program and its children have ended when the promise rejects', async () => {
  const file = path.join(temporaryFolder(), 'pids')
  const script = `
    const { spawn } = require('node:child_process')
    const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    require('node:fs').writeFileSync(${JSON.stringify(file)}, [process.pid, grandchild.pid].join())
    setInterval(() => {}, 1000)`
  const controller = new AbortController()
  const running = runProgram(process.execPath, ['-e', script], { signal: controller.signal }).catch(error => error)
  try {
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'the program wrote its ids')
  } finally {
    controller.abort(new Error('enough'))
  }
  expect((await running).message).toBe('enough')
  const pids = readFileSync(file, 'utf8').split(',').map(Number)
  expect(await survivorsOf(pids, 5000)).toEqual([])
})
