import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, jest, test } from '@jest/globals'
import { emptyContainer, hashBlobs } from '../../../../src/labs/upload/app/blob-store.js'
import { strategyNames } from '../../../../src/labs/upload/app/settings.js'
import { endServers } from '../../../app/child-server.js'
import { beginUpload, ping, startUploadServer } from '../../../app/upload-server.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { oneAzurite } from '../../../helpers/one-azurite.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'
import { until } from '../../../helpers/until.js'

const MIB = 1024 * 1024
/** Around the sizes of the buffers, and neither a multiple of a chunk. */
const sizes = [0, 1, 4095, 4096, 4097, MIB + 3, 9 * MIB + 1]

jest.setTimeout(120_000)
const azurite = oneAzurite()
afterEach(endServers)
removeTemporaryFolders()

test.each(strategyNames)('%s stores bodies of all sizes at once, byte for byte, and leaves no file', async strategy => {
  const { url, folder } = await start(strategy, strategy)
  const bodies = sizes.map(bytes => ({ name: `${bytes}-bytes`, bytes, body: randomBytes(bytes) }))
  const responses = await Promise.all(bodies.map(({ name, body }) => put(`${url}/upload/${name}`, body)))
  for (const [index, response] of responses.entries()) {
    const { name, bytes } = bodies[index] ?? {}
    expect({ status: response.status, stored: await response.json() }).toEqual({ status: 201, stored: { name, bytes } })
    expect(response.headers.get('server-timing')).toMatch(/^wait;dur=\d+\.\d{3}, upload;dur=\d+\.\d{3}$/)
  }
  const hashes = bodies.map(({ name, bytes, body }) => ({ name, bytes, sha256: sha256(body) }))
  expect(await hashBlobs(azurite().url, strategy)).toEqual(hashes.sort((a, b) => (a.name < b.name ? -1 : 1)))
  expect(filesBelow(folder)).toEqual([])
})

test('the same name again replaces the blob', async () => {
  const { url } = await start('stream', 'replaced')
  await put(`${url}/upload/a`, Buffer.from('first'))
  await put(`${url}/upload/a`, Buffer.from('second'))
  expect(await hashBlobs(azurite().url, 'replaced')).toEqual([{ name: 'a', bytes: 6, sha256: sha256('second') }])
})

test('a container is emptied, and one that does not exist is empty', async () => {
  const { url } = await start('stream', 'emptied')
  await Promise.all(['a', 'b.txt', 'c_d-e'].map(name => put(`${url}/upload/${name}`, Buffer.from(name))))
  expect(await emptyContainer(azurite().url, 'emptied')).toBe(3)
  expect(await hashBlobs(azurite().url, 'emptied')).toEqual([])
  expect(await emptyContainer(azurite().url, 'missing')).toBe(0)
  expect(await hashBlobs(azurite().url, 'missing')).toEqual([])
})

test.each(strategyNames)(
  '%s: a client that hangs up while its upload runs leaves no blob and no file, and disturbs no other',
  async strategy => {
    const container = `cut-${strategy}`
    const { url, port, folder } = await start(strategy, container, { RUNNING: '2', QUEUED: '0' })
    const other = await beginUpload(port, 'other', { 'Content-Length': 2 * MIB })
    const body = randomBytes(2 * MIB)
    other.socket.write(body.subarray(0, MIB))
    const leaving = await beginUpload(port, 'cut', { 'Content-Length': 9 * MIB })
    leaving.socket.write(randomBytes(5 * MIB))
    await leaving.receive(/^$/)
    leaving.socket.destroy()

    // Its place is free again: with nobody in the queue, an upload is refused until then.
    await until(async () => (await put(`${url}/upload/next`, Buffer.from('next'))).status === 201, 'a place is free')
    other.socket.write(body.subarray(MIB))
    expect(await other.receive(/"bytes":\d+\}\n$/)).toMatch(/^HTTP\/1.1 201 /)
    expect(await hashBlobs(azurite().url, container)).toEqual([
      { name: 'next', bytes: 4, sha256: sha256('next') },
      { name: 'other', bytes: 2 * MIB, sha256: sha256(body) }
    ])
    expect(filesBelow(folder)).toEqual([])
  }
)

onLinux.each(['stream', 'buffer-4k', 'temp-file'])(
  '%s: a store that stands still stops the client, and the body is not collected in memory',
  async strategy => {
    const { port, child } = await start(strategy, `slow-${strategy}`)
    const before = peakMemory(child.pid)
    const bytes = 256 * MIB
    azurite().pause()
    const upload = await beginUpload(port, 'large', { 'Content-Length': bytes })
    upload.socket.write(Buffer.alloc(bytes))
    for (let count = 0; count < 100; count++) await ping(port)
    azurite().resume()
    expect(await upload.receive(/"bytes":\d+\}\n$/)).toMatch(/^HTTP\/1.1 201 /)
    expect(peakMemory(child.pid) - before).toBeLessThan(bytes / 2)
  }
)

test('temporary files of a killed server are removed at the next start, those of a running one are not', async () => {
  const folder = temporaryFolder()
  const running = await start('temp-file', 'killed', {}, folder)
  const killed = await start('temp-file', 'killed', {}, folder)
  await saveHalf(running.port)
  await saveHalf(killed.port)
  await until(() => filesBelow(folder).length === 2, 'both save a body')
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(filesBelow(folder)).toHaveLength(2)
  await start('temp-file', 'killed', {}, folder)
  expect(readdirSync(folder).filter(name => name.includes(`-${killed.child.pid}-`))).toEqual([])
  expect(filesBelow(folder)).toEqual([expect.stringContaining(`-${running.child.pid}-`)])
})

test('SIGTERM: an open upload is completed, and the folder of temporary files is removed', async () => {
  const { port, child, ended, folder } = await start('temp-file', 'ended')
  const upload = await saveHalf(port)
  await until(() => filesBelow(folder).length === 1, 'the body is being saved')
  child.kill('SIGTERM')
  upload.socket.write('cd')
  expect(await upload.receive(/"bytes":4\}\n$/)).toMatch(/^HTTP\/1.1 201 /)
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(readdirSync(folder)).toEqual([])
  expect(await hashBlobs(azurite().url, 'ended')).toEqual([{ name: 'half', bytes: 4, sha256: sha256('abcd') }])
})

/**
 * Starts a server whose temporary files are in a folder of its own.
 * @param {string} strategy
 * @param {string} container
 * @param {NodeJS.ProcessEnv} env
 */
async function start(strategy, container, env = {}, folder = temporaryFolder()) {
  const settings = { STRATEGY: strategy, BLOB_SERVICE: azurite().url, CONTAINER: container, TMPDIR: folder }
  return { folder, ...(await startUploadServer({ ...settings, ...env })) }
}

/** @param {number} port */
async function saveHalf(port) {
  const upload = await beginUpload(port, 'half', { 'Content-Length': 4 })
  upload.socket.write('ab')
  return upload
}

/** @param {string} url @param {Buffer} body */
function put(url, body) {
  return fetch(url, { method: 'PUT', body: Uint8Array.from(body) })
}

/** @param {string} folder @returns {string[]} the files in the folders of servers */
function filesBelow(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => name.includes('/') || name.includes('\\'))
}

/** Returns the bytes of the largest resident memory so far. @param {number | undefined} pid */
function peakMemory(pid) {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) * 1024
}

/** @param {Buffer | string} data */
function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}
