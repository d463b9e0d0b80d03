import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import request from 'supertest'
import { createApp } from '../../src/app/app.js'
import { bodyOf, headOf, listen, transfer } from './raw-http.js'

/** @import { Server } from 'node:http' */

const identity = createApp({ gzip: 'off', log: 'off', viewCache: 'off' })
const gzip = createApp({ gzip: 'on', log: 'off', viewCache: 'off' })
const asBrowser = { Accept: 'text/html,*/*;q=0.8' }

/** @type {{ server: Server, port: number }[]} */
let servers
/** @type {number} */
let identityPort
/** @type {number} */
let gzipPort
const launchArguments = process.argv

beforeAll(async function startBoth() {
  process.argv = ['node', 'server.js', '--gzip', 'on']
  servers = await Promise.all([listen(identity), listen(gzip)])
  ;[identityPort = 0, gzipPort = 0] = servers.map(({ port }) => port)
})

afterAll(function stopBoth() {
  process.argv = launchArguments
  for (const { server } of servers) server.close()
})

// The sizes are those of the analysis this app reproduces. Bootstrap came from a CDN there (24.8 kB, in brotli) and here
// from the app, which compresses it once, in brotli too; so neither it nor the logo depends on the toggle.
test.each([
  { path: '/info', accepts: 'gzip', identityBytes: 2300, gzipBytes: 1300, leastSaved: 0.43 },
  { path: '/assets/style.css', accepts: 'gzip', identityBytes: 6500, gzipBytes: 2100, leastSaved: 0.68 },
  { path: '/assets/bootstrap.min.css', accepts: 'gzip, br', identityBytes: 24_800, gzipBytes: 24_800, leastSaved: 0 },
  { path: '/assets/logo.png', accepts: 'gzip', identityBytes: 1200, gzipBytes: 1200, leastSaved: 0 }
])('$path transfers about $identityBytes bytes, and $gzipBytes with gzip=on', async row => {
  const headers = { ...asBrowser, 'Accept-Encoding': row.accepts }
  const plain = await transfer(identityPort, row.path, headers)
  const compressed = await transfer(gzipPort, row.path, headers)

  expect(differenceOf(plain.length, row.identityBytes)).toBeLessThan(0.2)
  expect(differenceOf(compressed.length, row.gzipBytes)).toBeLessThan(0.2)
  const saved = 1 - compressed.length / plain.length
  if (row.leastSaved > 0) expect(saved).toBeGreaterThanOrEqual(row.leastSaved)
  else expect(Math.abs(saved)).toBeLessThan(0.01)
})

test.each([
  { path: '/info', vary: 'Accept, Accept-Encoding' },
  { path: '/assets/style.css', vary: 'Accept-Encoding' }
])('$path is compressed for clients that accept it, with a Vary header', async ({ path, vary }) => {
  const compressed = headOf(await transfer(gzipPort, path, { ...asBrowser, 'Accept-Encoding': 'gzip' }))
  expect(compressed).toContain('Content-Encoding: gzip')
  expect(compressed).toContain(`Vary: ${vary}\r\n`)

  for (const accepts of ['identity', 'gzip;q=0', '']) {
    const plain = headOf(await transfer(gzipPort, path, { ...asBrowser, 'Accept-Encoding': accepts }))
    expect(plain).not.toContain('Content-Encoding')
    expect(plain).toContain(`Vary: ${vary}\r\n`)
  }
})

test('without the toggle nothing of the app is compressed', async () => {
  for (const path of ['/info', '/assets/style.css', '/assets/logo.png']) {
    const head = headOf(await transfer(identityPort, path, { ...asBrowser, 'Accept-Encoding': 'gzip, br' }))
    expect(head).not.toContain('Content-Encoding')
  }
})

test.each([
  { what: 'a JSON response', path: '/info', accept: 'application/json' },
  { what: 'a 404', path: '/nothing', accept: '*/*' },
  { what: 'a redirect', path: '/', accept: '*/*' },
  { what: 'a PNG', path: '/assets/logo.png', accept: '*/*' }
])('$what stays as it is: too small, or compressed already', async ({ path, accept }) => {
  const answer = await transfer(gzipPort, path, { Accept: accept, 'Accept-Encoding': 'gzip' })
  expect(headOf(answer)).not.toContain('Content-Encoding')
})

test('inflated, the stylesheet is the same to the byte', async () => {
  const plain = await request(identity).get('/assets/style.css').set('Accept-Encoding', 'identity').buffer(true)
  const compressed = await transfer(gzipPort, '/assets/style.css', { 'Accept-Encoding': 'gzip' })
  expect(gunzipSync(bodyOf(compressed)).toString()).toBe(plain.text)
})

test('inflated, the document is the same except for figures that change', async () => {
  const plain = await request(identity).get('/info').set('Accept-Encoding', 'identity').buffer(true)
  const compressed = await transfer(gzipPort, '/info', { ...asBrowser, 'Accept-Encoding': 'gzip' })
  expect(withoutFigures(gunzipSync(bodyOf(compressed)).toString())).toBe(withoutFigures(plain.text))
})

/**
 * @param {number} bytes
 * @param {number} expected
 */
function differenceOf(bytes, expected) {
  return Math.abs(bytes / expected - 1)
}

/** @param {string} page */
function withoutFigures(page) {
  return page.replace(/[\d.]+/g, '0')
}
