import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { killLeftovers, MARK_VARIABLE, newMark } from '../../src/system/marks.js'
import { interruptPrograms, isRunning, runProgram, startProcess } from '../../src/system/processes.js'
import { onLinux } from '../helpers/on-linux.js'
import { survivorsOf } from '../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { until } from '../helpers/until.js'

/** @import { ChildProcess } from 'node:child_process' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const WAITS = 'setInterval(() => {}, 1000)'

/** @type {ChildProcess[]} */
const strangers = []

afterEach(() => {
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL')
})

/** Starts a process that the workshop did not start. @param {NodeJS.ProcessEnv} env */
async function startStranger(env) {
  const stranger = spawn(process.execPath, ['-e', `console.log('up'); ${WAITS}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  strangers.push(stranger)
  await once(stranger.stdout, 'data')
  return Number(stranger.pid)
}

/** Returns a script that starts a process in a session of its own, and writes its id to a file. @param {string} file @param {string} stdio */
function startsDetached(file, stdio) {
  return `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WAITS)}], { detached: true, stdio: '${stdio}' })
    child.unref()
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid))
    process.send?.('up')
    console.log('started')`
}

onLinux('a process in a session of its own ends with the process of the workshop that started it', async () => {
  const file = path.join(temporaryFolder(), 'pid')
  const args = ['-e', `${startsDetached(file, 'ignore')}\n${WAITS}`]
  const managed = startProcess({ command: process.execPath, args, ipc: true })
  await once(managed.child, 'message')
  const detached = Number(readFileSync(file, 'utf8'))
  expect(isRunning(detached)).toBe(true)
  await managed.end()
  expect(await survivorsOf([detached], 5000)).toEqual([])
})

onLinux('the end of one process leaves those of others', async () => {
  const other = startProcess({ command: process.execPath, args: ['-e', WAITS] })
  const stranger = await startStranger({})
  const own = startProcess({ command: process.execPath, args: ['-e', WAITS] })
  await own.end({ signal: 'SIGKILL' })
  expect([Number(other.pid), stranger].map(isRunning)).toEqual([true, true])
  await other.end({ signal: 'SIGKILL' })
})

onLinux('what a workshop has left that was killed is ended, and nothing of one that runs', async () => {
  const dead = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(dead, 'exit')
  const [, start = '', random = '', own = ''] = newMark().split('-')
  const left = await startStranger({
    [MARK_VARIABLE]: [String(dead.pid).padStart(10, '0'), start, random, own].join('-')
  })
  const ofThis = await startStranger({ [MARK_VARIABLE]: newMark() })
  const unmarked = await startStranger({ [MARK_VARIABLE]: 'something else' })
  const parent = String(process.pid).padStart(10, '0')
  const withoutProc = await startStranger({ [MARK_VARIABLE]: [parent, '0'.repeat(20), random, own].join('-') })
  expect(killLeftovers()).toContain(left)
  expect(await survivorsOf([left], 5000)).toEqual([])
  expect([ofThis, unmarked, withoutProc].map(isRunning)).toEqual([true, true, true])
})

onLinux('all marks have the same length', () => {
  const lengths = new Set(Array.from({ length: 20 }, () => newMark().length))
  expect(lengths.size).toBe(1)
})

test('a program that takes too long is ended, and the result says so', async () => {
  const result = await runProgram(process.execPath, ['-e', WAITS], { limitMs: 500 })
  expect(result).toMatchObject({ code: null, problem: 'it did not end within 0.5 s' })
})

test('a program that prints more than a string holds is a result all the same, also where its output is read', async () => {
  const script =
    'for (let left = 520; left > 0; left--) require("node:fs").writeSync(1, Buffer.alloc(1 << 20, left === 1 ? "z" : "a"))'
  const { code, stdout } = await runProgram(process.execPath, ['-e', script], { keepsAll: true })
  expect([code, stdout.length, stdout.at(0), stdout.at(-1)]).toEqual([0, 128e6, 'a', 'z'])
})

test('an interruption ends programs without a signal of their own, and not those that start after it', async () => {
  const file = path.join(temporaryFolder(), 'up')
  const controller = new AbortController()
  interruptPrograms(controller.signal)
  const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); ${WAITS}`
  const hanging = runProgram(process.execPath, ['-e', script]).catch(error => error)
  await until(() => existsSync(file), 'the program runs')
  controller.abort(new Error('Ctrl-C'))
  expect((await hanging).message).toBe('Ctrl-C')
  expect(await runProgram(process.execPath, ['-p', '1'])).toMatchObject({ code: 0, stdout: '1\n' })
  interruptPrograms()
})

onLinux('a program whose child keeps its output open ends all the same, with what it printed', async () => {
  const file = path.join(temporaryFolder(), 'pid')
  const result = await runProgram(process.execPath, ['-e', startsDetached(file, 'inherit')])
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
  expect(result).toMatchObject({ code: 0, stdout: 'started\n' })
})

onLinux('the group of a process ends with it, and gets no signal while its output is still open', async () => {
  const kill = jest.spyOn(process, 'kill')
  try {
    const file = path.join(temporaryFolder(), 'pid')
    const args = ['-e', startsDetached(file, 'inherit')]
    const managed = startProcess({ command: process.execPath, args, pipeOutput: true })
    managed.child.stdout?.resume()
    await once(managed.child, 'exit')
    const signalsToGroup = () => kill.mock.calls.filter(([pid]) => pid === -Number(managed.pid))
    expect(signalsToGroup()).toEqual([[-Number(managed.pid), 'SIGKILL']])
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
    expect(await managed.end({ graceMs: 0 })).toEqual({ code: 0, signal: null, escalated: false })
    expect(signalsToGroup()).toHaveLength(1)
  } finally {
    kill.mockRestore()
  }
})

onLinux('time in which the workshop was stopped does not count for a limit', async () => {
  const script = path.join(temporaryFolder(), 'waits.mjs')
  const deadline = JSON.stringify(new URL('../../src/system/deadline.js', import.meta.url).href)
  writeFileSync(
    script,
    `import { withDeadline } from ${deadline}
    const message = new Promise(resolve => process.once('message', resolve))
    const ended = withDeadline(message, { limitMs: 2000, late: () => new Error('late') }).catch(error => error.message)
    process.send('waits')
    process.send(await ended, () => process.disconnect())`
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  strangers.push(child)
  await once(child, 'message')
  child.kill('SIGSTOP')
  const resumeMs = performance.now() + 2500
  await until(() => performance.now() > resumeMs, 'the limit has passed')
  child.send('in time')
  child.kill('SIGCONT')
  expect(await once(child, 'message')).toEqual(['in time', undefined])
})
