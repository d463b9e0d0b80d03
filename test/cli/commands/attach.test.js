import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, jest, test } from '@jest/globals'
import { findNodeBinary } from '../../../src/system/node-binaries.js'
import { loadedServer } from '../../helpers/loaded-server.js'
import { onLinux } from '../../helpers/on-linux.js'
import { workshop } from '../../helpers/workshop.js'

jest.setTimeout(60_000)

/** The first Node.js that has --disable-sigusr1, on machines that have it. */
const withFlag = await findNodeBinary('24', new AbortController().signal)
const onNewer = withFlag ? onLinux : test.skip

/** @param {string[]} args */
async function refusal(args) {
  const { code, stderr, stdout } = await workshop(['attach', ...args])
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return { code, stderr }
}

onLinux('a program that is not node is not signalled', async () => {
  const sleep = spawn('sleep', ['60'])
  await once(sleep, 'spawn')
  expect(await refusal([String(sleep.pid)])).toMatchObject({ code: 2, stderr: expect.stringMatching(/not node/) })
  expect(sleep.exitCode ?? sleep.signalCode).toBeNull()
  const closed = once(sleep, 'close')
  sleep.kill()
  await closed
})

onLinux('a handler of the app itself is named as a reason', async () => {
  const server = await loadedServer({ env: { OWN_HANDLER: '1' } })
  const { code, stderr } = await refusal([String(server.pid)])
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(/handler of its own/) })
  expect(server.output.stderr).toBe('handled\n')
  expect(await server.ask()).toBe(200)
})

onNewer('a server without the signal is not ended by it', async () => {
  const server = await loadedServer({ node: withFlag?.file, flags: ['--disable-sigusr1'] })
  expect(await refusal([String(server.pid)])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--disable-sigusr1/)
  })
  expect(await server.ask()).toBe(200)
})

onLinux('a server without load is one sentence', async () => {
  const server = await loadedServer({ isIdle: true })
  expect(await refusal([String(server.pid)])).toMatchObject({ code: 3, stderr: expect.stringMatching(/no request/) })
  expect(await server.ask()).toBe(200)
})

onLinux('the primary of a cluster is not signalled: it would open the inspectors of its workers', async () => {
  const server = await loadedServer({ file: 'cluster-that-runs.cjs', flags: [], isIdle: true })
  const { code, stderr } = await refusal([String(server.pid)])
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/attach \d+\./) })
  expect(server.output.stderr).toBe('')
})

onLinux('a process that is gone', async () => {
  const server = await loadedServer({ isIdle: true })
  await server.stop()
  expect(await refusal([String(server.pid)])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no such process/)
  })
})

test('an address where no inspector answers', async () => {
  const server = await loadedServer({ isIdle: true })
  expect(await refusal([`127.0.0.1:${server.port}`])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no inspector/)
  })
})

test.each(['{"a":1}', 'null', '[]', '[null]'])('a server that answers %j is no inspector', async body => {
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const { code, stderr } = await refusal([`127.0.0.1:${port}`])
  server.close()
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('(another server does)') })
})

test.each([
  ['an address of another machine', ['192.0.2.1:9229'], /--remote/],
  ['an unsafe address, with a sentence that ends once,', ['192.0.2.1:9229'], /not encrypted\.\n$/],
  ['a word with a colon', ['server.js:x'], /neither/],
  ['a word', ['abc'], /"abc" is neither a process id nor host:port/],
  ['a process twice', ['1', '1'], /named twice/],
  ['no process', [], /name a process id/],
  ['a time that is too short', ['1', '--seconds', '1'], /--seconds/]
])('%s is refused', async (_, args, expected) => {
  expect(await refusal(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(expected) })
})
