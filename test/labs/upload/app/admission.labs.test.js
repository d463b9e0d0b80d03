import { afterEach, expect, jest, test } from '@jest/globals'
import { hashBlobs } from '../../../../src/labs/upload/app/blob-store.js'
import { endServers } from '../../../app/child-server.js'
import { beginUpload, ping, startUploadServer } from '../../../app/upload-server.js'
import { oneAzurite } from '../../../helpers/one-azurite.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'
import { until } from '../../../helpers/until.js'

const body = 'a body of 23 bytes, sent'
const length = body.length
const MIB = 2 ** 20

jest.setTimeout(120_000)
const azurite = oneAzurite()
afterEach(endServers)
removeTemporaryFolders()

test('of 200 at once exactly 125 are stored, and 75 are refused at once', async () => {
  const { port } = await start('many')
  /** @type {Awaited<ReturnType<typeof beginUpload>>[]} */
  const uploads = []
  for (let index = 0; index < 200; index++) {
    const upload = await beginUpload(port, `file-${index}`, { 'Content-Length': length })
    // All but the last byte, so that none can be stored before all have come.
    upload.socket.write(body.slice(0, -1))
    uploads.push(upload)
  }
  const isRefused = (/** @type {typeof uploads[number]} */ { received }) => received.text !== ''
  await until(() => uploads.filter(isRefused).length === 75, '75 are refused')
  const refused = uploads.filter(isRefused)
  const accepted = uploads.filter(upload => !isRefused(upload))
  for (const upload of refused)
    expect(await upload.receive(/later\.\n$/s)).toMatch(/^HTTP\/1.1 503 .*Retry-After: 1\r\n/s)
  for (const upload of accepted) upload.socket.write(body.slice(-1))
  for (const upload of accepted) expect(await upload.receive(/"bytes":\d+\}\n$/)).toMatch(/HTTP\/1.1 201 /)
  const stored = await hashBlobs(azurite().url, 'many')
  expect(stored).toHaveLength(125)
  expect(new Set(stored.map(({ bytes, sha256 }) => `${bytes} ${sha256}`)).size).toBe(1)
  for (const { socket } of uploads) socket.destroy()
})

test.each([
  ['nothing', 'left', length, 0],
  ['more of its body than the connection holds', 'left-full', 8 * MIB, 4 * MIB]
])(
  'a client that hangs up while it waits gives its place back, and is not stored: it has sent %s',
  async (_what, container, leavingBytes, sentBytes) => {
    const { port } = await start(container, { RUNNING: '1', QUEUED: '1' })
    const running = await beginUpload(port, 'running', { 'Content-Length': length })
    await ping(port)
    const leaving = await beginUpload(port, 'leaving', { 'Content-Length': leavingBytes })
    leaving.socket.write(Buffer.alloc(sentBytes))
    await ping(port)
    const refused = await beginUpload(port, 'refused', { 'Content-Length': length })
    expect(await refused.receive(/later\.\n$/)).toMatch(/^HTTP\/1.1 503 /)
    leaving.socket.destroy()

    /** @type {Awaited<ReturnType<typeof beginUpload>> | undefined} */
    let next
    await until(async function isAccepted() {
      next = await beginUpload(port, 'next', { 'Content-Length': length })
      return (await next.receive(/HTTP\/1.1 (102|503) /)).includes(' 102 ')
    }, 'the place is free')
    running.socket.write(body)
    next?.socket.write(body)
    expect(await running.receive(/\}\n$/)).toMatch(/HTTP\/1.1 201 /)
    expect(await next?.receive(/\}\n$/)).toMatch(/HTTP\/1.1 201 /)
    expect((await hashBlobs(azurite().url, container)).map(({ name }) => name)).toEqual(['next', 'running'])
  }
)

test('Expect: 100-continue: the body is asked for when the turn comes', async () => {
  const { port } = await start('expected', { RUNNING: '1', QUEUED: '1' })
  const headers = { 'Content-Length': length, Expect: '100-continue' }
  const running = await beginUpload(port, 'running', headers)
  expect(await running.receive(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const waiting = await beginUpload(port, 'waiting', headers)
  await ping(port)
  const refused = await beginUpload(port, 'refused', headers)
  expect(await refused.receive(/later\.\n$/)).toMatch(/^HTTP\/1.1 503 /)
  await refused.closed
  expect(waiting.received.text).toBe('')
  running.socket.write(body)
  expect(await waiting.receive(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  waiting.socket.write(body)
  expect(await waiting.receive(/\}\n$/s)).toMatch(/Continue\r\n\r\nHTTP\/1.1 201 .*Server-Timing: wait;dur=\d/s)
  expect((await hashBlobs(azurite().url, 'expected')).map(({ name }) => name)).toEqual(['running', 'waiting'])
})

test('the body of an upload that waits is not read', async () => {
  const { port } = await start('unread', { RUNNING: '1', QUEUED: '1' })
  const running = await beginUpload(port, 'running', { 'Content-Length': length })
  await ping(port)
  const bytes = 64 * 1024 * 1024
  const waiting = await beginUpload(port, 'waiting', { 'Content-Length': bytes })
  const sent = new Promise(resolve => waiting.socket.write(Buffer.alloc(bytes), resolve))
  await ping(port)
  running.socket.write(body)
  // Sent before its turn came, the response of the first would be later than the last byte of the second.
  const first = await Promise.race([sent.then(() => 'sent'), running.receive(/\}\n$/).then(() => 'stored')])
  expect(first).toBe('stored')
  expect(await waiting.receive(/\}\n$/)).toMatch(/HTTP\/1.1 201 /)
})

/** @param {string} container @param {NodeJS.ProcessEnv} env */
function start(container, env = {}) {
  const settings = { STRATEGY: 'stream', BLOB_SERVICE: azurite().url, CONTAINER: container, TMPDIR: temporaryFolder() }
  return startUploadServer({ ...settings, ...env })
}
