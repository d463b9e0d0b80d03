import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { WorkshopError } from '../../../../src/errors/errors.js'
import { startUploads } from '../../../../src/labs/upload/measure/batches.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { survivorsOf } from '../../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

/** @import { IncomingMessage, RequestListener } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { UploadsOrder } from '../../../../src/labs/upload/types.js' */
/** @import { Uploader } from '../../../../src/labs/upload/measure/batches.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const fixtures = path.join(import.meta.dirname, '../../../fixtures/uploads')
const store = path.join(fixtures, 'store.js')
const KIB = 1024
const MIB = 1024 * KIB

/** @type {AbortController} */
let controller
/** @type {Uploader} */
let uploader
/** @type {(() => void)[]} */
let closers

beforeEach(async () => {
  closers = []
  controller = new AbortController()
  uploader = await startUploads({ logPath: path.join(temporaryFolder(), 'uploads.log'), signal: controller.signal })
})

afterEach(async () => {
  await uploader.end()
  for (const close of closers) close()
})

test('each file arrives with the bytes of its hash and its length, over a connection of its own', async () => {
  const received = /** @type {{ name: string, method?: string, length?: string, sha256: string }[]} */ ([])
  const ports = new Set()
  const origin = await serve(async (request, response) => {
    const { method, url = '', headers, socket } = request
    ports.add(socket.remotePort)
    received.push({ name: url, method, length: headers['content-length'], sha256: await hashOf(request) })
    response.writeHead(201, { 'Server-Timing': 'wait;dur=1.5, upload;dur=2.5' }).end()
  })
  const { files, totalMs } = await send(origin, { files: 9, sizeBytes: 3 * MIB + 1 })
  const sent = files.map(({ name, sha256 }) => ({ name: `/upload/${name}`, method: 'PUT', length: '3145729', sha256 }))
  expect(received.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(sent)
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(9)
  expect(ports.size).toBe(9)
  for (const file of files) {
    expect(file).toMatchObject({ statusCode: 201, waitMs: 1.5, uploadMs: 2.5 })
    expect(file.durationMs).toBeGreaterThan(0)
    expect(file.durationMs).toBeLessThanOrEqual(totalMs)
  }
})

test('the bytes are those of the seed', async () => {
  const origin = await serve(async (request, response) => {
    await hashOf(request)
    response.end()
  })
  const hashes = []
  for (const seed of [1, 1, 2]) {
    const { files } = await send(origin, { files: 2, sizeBytes: 64 * KIB, seed })
    hashes.push(files.map(({ sha256 }) => sha256))
    expect(files).toMatchObject([{ statusCode: 200, waitMs: null, uploadMs: null }, { statusCode: 200 }])
  }
  expect(hashes[1]).toEqual(hashes[0])
  expect(new Set(hashes.flat()).size).toBe(4)
})

onLinux('125 files are in flight at the same time, without the memory of their bodies', async () => {
  const held = /** @type {IncomingMessage[]} */ ([])
  const origin = await serve(request => {
    held.push(request)
    if (held.length === 125) for (const { socket } of held) socket.destroy()
  })
  const { files, mostInFlight } = await send(origin, { files: 125, sizeBytes: 4 * MIB })
  expect(mostInFlight).toBe(125)
  expect(countsOf(files)).toEqual({ null: 125 })
  expect(highestMemory(Number(uploader.pid))).toBeLessThan(150e6)
})

test('no body is sent before all refusals have come, however late the server sends them', async () => {
  const [accepted, refused] = [3, 5]
  let requests = 0
  let responses = 0
  let beforeLast = 0
  const origin = await serve(async (request, response) => {
    if (++requests <= accepted) {
      request.on('data', () => (beforeLast += responses < refused ? 1 : 0))
      return void request.once('end', () => response.writeHead(201).end())
    }
    // Time for bodies to arrive that were sent as soon as all requests were.
    for (let turn = 0; turn < 50 * requests; turn++) await setImmediate()
    responses++
    response.writeHead(503, { Connection: 'close' }).end()
  })
  const { files } = await send(origin, { files: accepted + refused, sizeBytes: KIB, refusals: refused })
  expect(countsOf(files)).toEqual({ 201: accepted, 503: refused })
  expect(beforeLast).toBe(0)
})

test('a refusal while the body is being sent counts with its status, and disturbs no other upload', async () => {
  let requests = 0
  const origin = await serve(async (request, response) => {
    if (++requests > 25) return response.writeHead(503, { 'Retry-After': '1' }).end('full')
    await hashOf(request)
    response.writeHead(201).end()
  })
  const { files } = await send(origin, { files: 100, sizeBytes: 4 * MIB })
  expect(countsOf(files)).toEqual({ 201: 25, 503: 75 })
})

test('a refusal whose connection is closed at once, with the body unread, counts with its status', async () => {
  const origin = await serve((request, response) => {
    request.pause()
    response.writeHead(413, { Connection: 'close' }).end('too large')
  })
  const { files } = await send(origin, { files: 100, sizeBytes: 8 * MIB })
  expect(countsOf(files)).toEqual({ 413: 100 })
})

// To close a socket with unread bytes resets its connection. After resetAndDestroy the process of the test would not exit.
test('a connection that is reset after the response is no failure, and one that is reset before has no status', async () => {
  const origin = await serve(async (request, response) => {
    if (request.url?.endsWith('0')) return request.socket.destroy()
    await hashOf(request)
    response.writeHead(201, { 'Content-Length': 2 }).end('ok', () => request.socket.destroy())
  })
  const { files } = await send(origin, { files: 2, sizeBytes: KIB })
  expect(files.map(({ statusCode }) => statusCode)).toEqual([null, 201])
})

test('a server that is killed ends all uploads without a status', async () => {
  const server = fork(path.join(fixtures, 'dies.js'))
  closers.push(() => server.kill('SIGKILL'))
  const [{ port }] = /** @type {[AddressInfo]} */ (await once(server, 'message'))
  const { files, mostInFlight } = await send(`http://127.0.0.1:${port}`, { files: 5, sizeBytes: 10 * MIB })
  expect(files.map(({ statusCode }) => statusCode)).toEqual([null, null, null, null, null])
  expect(mostInFlight).toBe(5)
})

test('a server that is not there gives no status', async () => {
  const origin = await serve(() => {})
  for (const close of closers.splice(0)) close()
  const { files, mostInFlight } = await send(origin, { files: 2, sizeBytes: KIB })
  expect(files.map(({ statusCode }) => statusCode)).toEqual([null, null])
  expect(mostInFlight).toBe(0)
})

test('a server that never responds is waited for until the limit', async () => {
  const origin = await serve(request => void request.resume())
  const { files } = await send(origin, { files: 3, sizeBytes: KIB, limitMs: 300 })
  expect(countsOf(files)).toEqual({ null: 3 })
})

test('an interruption ends the process and is the reason', async () => {
  const reason = new WorkshopError('ERR_INTERRUPTED', { signal: 'SIGINT' })
  const origin = await serve(() => controller.abort(reason))
  await expect(send(origin, { files: 3, sizeBytes: MIB })).rejects.toBe(reason)
  expect(await survivorsOf([Number(uploader.pid)], 5000)).toEqual([])
})

test('the module of the store is asked in the process that uploads', async () => {
  const asked = { module: store, serviceUrl: 'http://store', container: 'files' }
  expect(await uploader.empty(asked)).toBe(12)
  expect(await uploader.hash(asked)).toEqual([{ name: 'files', bytes: 12, sha256: 'ab' }])
})

test('a failure of the store is reported, and ends the process', async () => {
  const asked = { module: store, serviceUrl: 'http://store', container: 'missing' }
  const failure = await uploader.empty(asked).catch(error => error)
  expect(failure).toMatchObject({ code: 'ERR_TOOL', message: expect.stringContaining('there is no such container') })
  expect(await survivorsOf([Number(uploader.pid)], 5000)).toEqual([])
})

/** @param {string} origin @param {Partial<UploadsOrder>} order */
function send(origin, order) {
  return uploader.send({ origin, files: 1, sizeBytes: 1, seed: 7, limitMs: 50_000, ...order })
}

/** @param {RequestListener} answer @returns {Promise<string>} its origin */
async function serve(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  server.on('connection', socket => closers.push(() => socket.destroy()))
  closers.push(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`
}

/** @param {IncomingMessage} request */
async function hashOf(request) {
  const hash = createHash('sha256')
  for await (const chunk of request) hash.update(chunk)
  return hash.digest('hex')
}

/** @param {{ statusCode: number | null }[]} files */
function countsOf(files) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const { statusCode } of files) counts[String(statusCode)] = (counts[String(statusCode)] ?? 0) + 1
  return counts
}

/** @param {number} pid */
function highestMemory(pid) {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIB
}
