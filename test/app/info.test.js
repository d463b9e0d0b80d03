import { afterEach, expect, jest, test } from '@jest/globals'
import request from 'supertest'
import { createApp } from '../../src/app/app.js'
import { endServers, startServer } from './child-server.js'

/** @import { Toggles } from '../../src/app/toggles.js' */

/** @type {Toggles} */
const allOff = { gzip: 'off', log: 'off', viewCache: 'off' }
const launchArguments = process.argv

afterEach(endServers)
afterEach(function restore() {
  jest.restoreAllMocks()
  process.argv = launchArguments
})

test('JSON has what the process knows about itself, memory in bytes', async () => {
  process.argv = ['node', 'server.js', '--token=abc']
  const response = await request(createApp(allOff)).get('/info').set('Accept', 'application/json').expect(200)

  expect(response.headers.vary).toBe('Accept')
  expect(response.body).toEqual({
    arguments: ['--token=abc'],
    platform: process.platform,
    nodeVersion: process.version,
    memory: {
      rssBytes: expect.any(Number),
      heapTotalBytes: expect.any(Number),
      heapUsedBytes: expect.any(Number),
      externalBytes: expect.any(Number),
      arrayBuffersBytes: expect.any(Number)
    },
    executablePath: process.execPath,
    processId: process.pid,
    workingFolder: process.cwd(),
    cpuCount: expect.any(Number)
  })
  expect(response.body.memory.rssBytes).toBeGreaterThan(response.body.memory.heapUsedBytes)
})

test.each(['text/html', '*/*'])('Accept: %s brings the page with the same facts', async accept => {
  const response = await request(createApp(allOff)).get('/info').set('Accept', accept).expect(200)

  expect(response.type).toBe('text/html')
  expect(response.headers.vary).toBe('Accept')
  for (const fact of [process.pid, process.version, process.execPath, process.cwd()]) {
    expect(response.text).toContain(String(fact))
  }
})

test('any other type is not acceptable', async () => {
  const response = await request(createApp(allOff)).get('/info').set('Accept', 'image/png').expect(406)

  expect(response.headers.vary).toBe('Accept')
  expect(response.text).toBe('406 Not Acceptable\n')
})

test('the page escapes arguments, and says so when there are none', async () => {
  process.argv = ['node', 'server.js', '<script>alert("&")</script>']
  const hostile = await request(createApp(allOff)).get('/info')
  expect(hostile.text).not.toContain('<script>')
  expect(hostile.text).toContain('&lt;script&gt;alert(&#34;&amp;&#34;)&lt;/script&gt;')

  process.argv = ['node', 'server.js']
  const plain = await request(createApp(allOff)).get('/info')
  expect(plain.text).toMatch(/<dd>\s*none\s*<\/dd>/)
})

test('the page requests nothing from other hosts, and all its requests succeed', async () => {
  const app = createApp(allOff)
  const page = await request(app).get('/info')
  const links = [...page.text.matchAll(/(?:href|src)="([^"]*)"/g)].map(match => match[1] ?? '')

  expect(new Set(links)).toEqual(new Set(['/assets/logo.png', '/assets/bootstrap.min.css', '/assets/style.css']))
  for (const link of links) await request(app).get(link).expect(200)
  const style = await request(app).get('/assets/style.css')
  expect(style.text).not.toMatch(/url\(|@import/)
})

test('no environment variable is shown', async () => {
  const { url } = await startServer([], { SECRET: 'hidden-value-of-a-variable' })
  for (const accept of ['text/html', 'application/json']) {
    const response = await fetch(url, { headers: { accept } })
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('hidden-value-of-a-variable')
  }
})

test('/ leads to /info, anything else is not found', async () => {
  const app = createApp(allOff)
  await request(app).get('/').expect(302).expect('Location', '/info')
  for (const path of [
    '/nothing',
    '/assets/nothing.css',
    '/info.ejs',
    '/assets/../route.js',
    '/assets/%2e%2e/route.js'
  ]) {
    const response = await request(app).get(path).expect(404)
    expect(response.text).toBe('404 Not Found\n')
  }
})

test('a failure is logged in full, and the client gets the status only', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {})
  jest.spyOn(process, 'cwd').mockImplementation(failToAnswer)
  const response = await request(createApp(allOff)).get('/info').expect(500)

  expect(response.text).toBe('500 Internal Server Error\n')
  expect(String(error.mock.calls[0]?.[0])).toContain('the working folder is gone')
})

test('the framework is not named', async () => {
  const response = await request(createApp(allOff)).get('/info')
  expect(response.headers).not.toHaveProperty('x-powered-by')
})

test('views are compiled on every request unless the toggle keeps them, also in production', async () => {
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  expect(createApp(allOff).get('view cache')).toBe(false)
  process.env.NODE_ENV = environment

  const caching = createApp({ ...allOff, viewCache: 'on' })
  expect(caching.get('view cache')).toBe(true)
  const first = await request(caching).get('/info').expect(200)
  const second = await request(caching).get('/info').expect(200)
  expect(withoutFigures(second.text)).toBe(withoutFigures(first.text))
})

test.each(
  /** @type {const} */ ([
    ['off', 0],
    ['sync', 1]
  ])
)('log=%s prints the collected object %i times a request', async (log, times) => {
  const print = jest.spyOn(console, 'log').mockImplementation(() => {})
  const response = await request(createApp({ ...allOff, log }))
    .get('/info')
    .set('Accept', 'application/json')

  expect(print).toHaveBeenCalledTimes(times)
  if (times > 0) expect(print).toHaveBeenCalledWith(response.body)
})

/** @returns {string} */
function failToAnswer() {
  throw new Error('the working folder is gone')
}

/** @param {string} page */
function withoutFigures(page) {
  return page.replace(/[\d.]+/g, '0')
}
