import { once } from 'node:events'
import net from 'node:net'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { endServers } from '../../../app/child-server.js'
import { holdWriteLock, spawnStore, startStore } from '../../../app/child-store.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'
import { until } from '../../../helpers/until.js'

jest.setTimeout(60_000)
afterEach(endServers)
removeTemporaryFolders()

const POOL = { EXECUTOR: 'pool', MIN: '2', MAX: '4', QUEUE: '10' }
const ONE_THREAD = { EXECUTOR: 'pool', MIN: '1', MAX: '1', QUEUE: '10' }
const executors = [
  { name: 'inline', env: {} },
  { name: 'pool', env: POOL }
]

describe.each(executors)('$name', ({ env }) => {
  test('what was written is read, in every thread and at once', async () => {
    const store = await startStore({ DATA: temporaryFolder(), ...env })
    for (let turn = 0; turn < 200; turn++) {
      const value = `value${turn}`
      expect(await store.put('abc', value)).toBe(204)
      // Several at once, so that every thread reads.
      expect(await Promise.all([1, 2, 3, 4].map(() => store.get('abc')))).toEqual(Array(4).fill(value))
    }
  })

  test('what was written is there after a clean stop', async () => {
    const DATA = temporaryFolder()
    const first = await startStore({ DATA, ...env })
    const value = 'x'.repeat(300)
    expect(await first.put('Zz9', value)).toBe(204)
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' })
    const second = await startStore({ DATA, ...env })
    expect(await second.get('Zz9')).toBe(value)
    expect((await second.ask('GET', '/v0/entity?id=zzz')).status).toBe(404)
  })

  test.each([
    ['GET', '/v0/entity', '', 400, 'give one id'],
    ['GET', '/v0/entity?id=', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=ab', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=abcd', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=a%00c', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=ab%0A', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=%FF%FE%FD', '', 400, 'an id has 3 characters'],
    ['GET', '/v0/entity?id=abc&id=abd', '', 400, 'give one id'],
    ['GET', '/v0/entity?id=abc?def', '', 400, 'an id has 3 characters'],
    ['PUT', '/v0/entity?id=..%2F', 'x', 400, 'an id has 3 characters'],
    ['PUT', '/v0/entity?id=abc', '', 400, 'at least one'],
    ['PUT', '/v0/entity?id=abc', 'not a value', 400, 'characters of A-Z'],
    ['PUT', '/v0/entity?id=abc', 'x'.repeat(301), 413, 'at most 300'],
    ['PUT', '/v0/entity?id=abc', 'x'.repeat(1_000_000), 413, 'at most 300'],
    ['DELETE', '/v0/entity?id=abc', '', 405, 'allowed: GET, HEAD, PUT'],
    ['POST', '/v0/counts', '', 405, 'allowed: GET, HEAD, DELETE'],
    ['GET', '//', '', 404, '/v0/entity'],
    ['GET', '/v0/entities?id=abc', '', 404, '/v0/entity']
  ])('%s %s is a clear 4xx', async (method, path, body, status, words) => {
    const store = await startStore({ DATA: temporaryFolder(), ...env })
    const response = await store.ask(method, path, body)
    expect(response.status).toBe(status)
    expect(response.body).toContain(words)
    expect(await store.counts()).toMatchObject({ submitted: 0 })
  })

  test('requests on one connection are each answered once, in order', async () => {
    const store = await startStore({ DATA: temporaryFolder(), ...env })
    const ids = Array.from({ length: 50 }, (_, index) => `a${String(index).padStart(2, '0')}`)
    for (const id of ids) await store.put(id, `${id}value`)
    const socket = net.connect(store.port, '127.0.0.1')
    const heads = ids.map(id => `GET /v0/entity?id=${id} HTTP/1.1\r\nHost: store\r\n`)
    socket.write(`${heads.join('\r\n')}Connection: close\r\n\r\n`)
    const text = Buffer.concat(await socket.toArray()).toString()
    expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(50)
    // More may be in flight than the queue has room for: these are refused, and the others come in order.
    const values = text.match(/a\d\dvalue/g) ?? []
    expect(values).toEqual(values.toSorted())
    const { completed, refused } = await store.counts()
    expect(values).toHaveLength(completed - ids.length)
    expect(text.match(/HTTP\/1\.1 503/g) ?? []).toHaveLength(refused)
  })
})

test('a full queue refuses exactly those that have no room, and answers the others', async () => {
  const DATA = temporaryFolder()
  const store = await startStore({ DATA, ...ONE_THREAD })
  const lock = await holdWriteLock(DATA)
  const responses = Array.from({ length: 20 }, () => store.ask('PUT', '/v0/entity?id=abc', 'value'))
  await until(async () => (await store.counts()).submitted === 20, 'all requests are submitted')
  expect(await store.counts()).toMatchObject({ running: 1, waiting: 10, refused: 9, completed: 0 })
  await lock.release()
  const answered = await Promise.all(responses)
  expect(answered.filter(({ status }) => status === 204)).toHaveLength(11)
  const refused = answered.filter(({ status }) => status === 503)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(9).fill('1'))
  expect(await store.counts()).toMatchObject({ running: 0, waiting: 0, refused: 9, completed: 11, mostWaiting: 10 })
})

test('writes that wait are done in the order in which they came', async () => {
  const DATA = temporaryFolder()
  const store = await startStore({ DATA, ...ONE_THREAD })
  const lock = await holdWriteLock(DATA)
  /** @type {number[]} */
  const answered = []
  const puts = []
  for (let turn = 1; turn <= 11; turn++) {
    puts.push(store.put('abc', `value${turn}`).then(() => answered.push(turn)))
    await until(async () => (await store.counts()).submitted === turn, `write ${turn} is submitted`)
  }
  await lock.release()
  await Promise.all(puts)
  expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(await store.get('abc')).toBe('value11')
})

test('a client that goes away loses its answer only', async () => {
  const DATA = temporaryFolder()
  const store = await startStore({ DATA, ...ONE_THREAD })
  const lock = await holdWriteLock(DATA)
  const socket = net.connect(store.port, '127.0.0.1')
  socket.write('PUT /v0/entity?id=abc HTTP/1.1\r\nHost: store\r\nContent-Length: 4\r\n\r\nkept')
  await until(async () => (await store.counts()).running === 1, 'the write runs')
  socket.destroy()
  await once(socket, 'close')
  await lock.release()
  await until(async () => (await store.counts()).completed === 1, 'the write is complete')
  expect(await store.get('abc')).toBe('kept')
})

test.each([
  [{ EXECUTOR: 'pool', MAX: '2000' }, 'MAX must be a whole number from 1 to 64, not "2000"\n'],
  [{ DATA: '' }, 'DATA must name the folder of the data\n']
])('%j ends with exit code 2 and one line', async (env, stderr) => {
  expect(await spawnStore({ DATA: temporaryFolder(), ...env }).ended).toMatchObject({ code: 2, stdout: '', stderr })
})
