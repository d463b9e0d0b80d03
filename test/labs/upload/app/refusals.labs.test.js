import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { afterEach, expect, jest, test } from '@jest/globals'
import { hashBlobs } from '../../../../src/labs/upload/app/blob-store.js'
import { strategyNames } from '../../../../src/labs/upload/app/settings.js'
import { endServers } from '../../../app/child-server.js'
import { listen, listenOnFreePort } from '../../../app/raw-http.js'
import { beginUpload, ping, spawnUploadServer, startUploadServer } from '../../../app/upload-server.js'
import { startAzurite } from '../../../helpers/azurite.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { oneAzurite } from '../../../helpers/one-azurite.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

const MIB = 1024 * 1024

jest.setTimeout(120_000)
const azurite = oneAzurite()
afterEach(endServers)
removeTemporaryFolders()

test.each([
  ['nothing', ''],
  ['the folder above', '..'],
  ['a path', '../uploads/other'],
  ['an encoded path', '%2e%2e%2fother'],
  ['an encoded slash', 'a%2Fb'],
  ['a backslash', 'a\\b'],
  ['an encoded NUL', 'a%00'],
  ['a hyphen first', '-a'],
  ['256 characters', 'a'.repeat(256)]
])('a name that is %s is refused with the allowed form', async (_what, name) => {
  const { port } = await start('names')
  const upload = await beginUpload(port, name, { 'Content-Length': 1, Expect: '100-continue' })
  const text = await upload.receive(/hyphens\.\n$/)
  expect(text).toMatch(/^HTTP\/1.1 400 .*\r\n\r\nThe name must be a letter or digit, then up to 254 letters,/s)
  await upload.closed
  expect(await hashBlobs(azurite().url, 'names')).toEqual([])
})

test('a name of 255 characters, and one with dots, are stored', async () => {
  const { url } = await start('long')
  const names = ['a'.repeat(255), 'a..b.txt']
  for (const name of names)
    expect((await fetch(`${url}/upload/${name}`, { method: 'PUT', body: 'x' })).status).toBe(201)
  expect((await hashBlobs(azurite().url, 'long')).map(({ name }) => name).sort()).toEqual(names.sort())
})

test.each([
  [
    'a body over the limit',
    { 'Content-Length': MIB + 1 },
    /^HTTP\/1.1 413 .*\nThe body must have at most 1048576 bytes\.\n$/s
  ],
  ['no length', { 'Transfer-Encoding': 'chunked' }, /^HTTP\/1.1 411 .*\nThe request must have a Content-Length\.\n$/s],
  ['a length that is none', { 'Content-Length': 'many' }, /^HTTP\/1.1 400 /],
  ['a length below 0', { 'Content-Length': -1 }, /^HTTP\/1.1 400 /]
])('%s is refused before the body is sent', async (_what, headers, expected) => {
  const { port } = await start('refused', { MOST_MB: '1' })
  const upload = await beginUpload(port, 'a', { ...headers, Expect: '100-continue' })
  await upload.closed
  expect(upload.received.text).toMatch(expected)
  const sending = await beginUpload(port, 'a', headers)
  expect(await sending.receive(expected)).not.toContain('100 Continue')
  expect(await hashBlobs(azurite().url, 'refused')).toEqual([])
})

test('other methods and paths are refused', async () => {
  const { url } = await start('routes')
  const posted = await fetch(`${url}/upload/a`, { method: 'POST', body: 'x' })
  expect({ status: posted.status, allow: posted.headers.get('allow') }).toEqual({ status: 405, allow: 'PUT' })
  expect((await fetch(`${url}/ping`, { method: 'POST', body: 'x' })).headers.get('allow')).toBe('GET')
  expect((await fetch(`${url}/other`)).status).toBe(404)
  expect(await (await fetch(`${url}/ping`)).text()).toBe('pong\n')
})

test('a client that reads only after it has sent all of its body gets the response', async () => {
  const { port } = await start('late', { MOST_MB: '1' })
  const bytes = 12 * MIB
  const upload = await beginUpload(port, 'a', { 'Content-Length': bytes })
  upload.socket.pause()
  await new Promise(resolve => upload.socket.write(Buffer.alloc(bytes), resolve))
  upload.socket.resume()
  expect(await upload.receive(/bytes\.\n$/)).toMatch(/^HTTP\/1.1 413 /)
  await upload.closed
})

test('a body that is cut short is not stored, and what follows a complete one is another request', async () => {
  const { port } = await start('lengths')
  const short = await beginUpload(port, 'short', { 'Content-Length': 10 })
  short.socket.end('five.')
  await short.closed
  const long = await beginUpload(port, 'long', { 'Content-Length': 5 })
  long.socket.write('five.and more\r\n\r\n')
  await long.closed
  expect(long.received.text).toMatch(/^HTTP\/1.1 (201|400) /)
  expect(await ping(port)).toBe('pong\n')
  expect((await hashBlobs(azurite().url, 'lengths')).filter(({ name }) => name !== 'long')).toEqual([])
})

test.each(strategyNames)('%s: a store that is away is a 502 with one sentence, and leaves no file', async strategy => {
  const folder = temporaryFolder()
  const away = await startAzurite()
  const { url } = await start(`away`, { STRATEGY: strategy, BLOB_SERVICE: away.url, TMPDIR: folder })
  await away.end()
  const response = await fetch(`${url}/upload/a`, { method: 'PUT', body: Buffer.alloc(3 * MIB) })
  const text = await response.text()
  expect({ status: response.status, text }).toEqual({
    status: 502,
    text: expect.stringMatching(/^The blob store did not store the file \(E[A-Z]+\)\.\n$/)
  })
  expect(filesBelow(folder)).toEqual([])
  expect(await ping(Number(new URL(url).port))).toBe('pong\n')
})

test.each(strategyNames)('%s: a store that refuses is a 502, whose sentence has the reason', async strategy => {
  const { server, port } = await listen(refuse)
  const service = `http://127.0.0.1:${port}/devstoreaccount1`
  const { url } = await start('refusing', { STRATEGY: strategy, BLOB_SERVICE: service })
  const response = await fetch(`${url}/upload/a`, { method: 'PUT', body: Buffer.alloc(3 * MIB) })
  expect(await response.text()).toBe('The blob store did not store the file (InsufficientAccountPermissions).\n')
  expect(response.status).toBe(502)
  server.close()
  server.closeAllConnections()

  /** @type {http.RequestListener} makes the container, and takes no blob: it responds before it has read the body */
  function refuse(request, response) {
    if (request.url?.includes('restype=container')) return void response.writeHead(201).end()
    response.writeHead(403, { 'Content-Type': 'application/xml' })
    response.end('<Error><Code>InsufficientAccountPermissions</Code><Message>It may not write.</Message></Error>')
  }
})

onLinux('temp-file: a file that the system does not let grow is a 507, and none is left', async () => {
  const folder = temporaryFolder()
  const { url, child } = await start('full', { STRATEGY: 'temp-file', TMPDIR: folder })
  // What a full disk does, without a disk that is full.
  execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${MIB}`])
  const response = await fetch(`${url}/upload/a`, { method: 'PUT', body: Buffer.alloc(3 * MIB) })
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 507,
    text: 'The disk of the server is full (EFBIG).\n'
  })
  expect(filesBelow(folder)).toEqual([])
  expect((await fetch(`${url}/upload/b`, { method: 'PUT', body: 'small' })).status).toBe(201)
})

test('a server without its store, its settings or its port explains it in one line', async () => {
  const closed = http.createServer()
  const port = await listenOnFreePort(closed)
  closed.close()
  const service = `http://127.0.0.1:${port}/devstoreaccount1`
  expect(await spawnUploadServer({ STRATEGY: 'stream', BLOB_SERVICE: service }).ended).toMatchObject({
    code: 1,
    stderr: `The blob store at ${service} cannot be used (ECONNREFUSED).\n`
  })
  expect(await spawnUploadServer({ STRATEGY: 'none' }).ended).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^STRATEGY must be [^\n]+\n$/)
  })
  const taken = await start('port')
  const second = {
    STRATEGY: 'stream',
    BLOB_SERVICE: azurite().url,
    PORT: String(taken.port),
    TMPDIR: temporaryFolder()
  }
  expect(await spawnUploadServer(second).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cannot listen on 127\.0\.0\.1, port \d+: [^\n]+EADDRINUSE[^\n]+\n$/)
  })
})

/** @param {string} container @param {NodeJS.ProcessEnv} env */
function start(container, env = {}) {
  const settings = { STRATEGY: 'stream', BLOB_SERVICE: azurite().url, CONTAINER: container, TMPDIR: temporaryFolder() }
  return startUploadServer({ ...settings, ...env })
}

/** @param {string} folder @returns {string[]} the files in the folders of servers */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /[\\/]/.test(name))
}
