import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import request from 'supertest'
import { createApp } from '../../src/app/app.js'
import { chooseEncoding } from '../../src/app/bootstrap-css.js'
import { bodyOf, headOf, listen, transfer } from './raw-http.js'

const path = '/assets/bootstrap.min.css'
const packaged = fileURLToPath(new URL('../../node_modules/bootstrap/dist/css/bootstrap.min.css', import.meta.url))

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.2', 'br'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=nonsense, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity']
])('Accept-Encoding: %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test.each(/** @type {const} */ (['off', 'on']))('is precompressed with either toggle (gzip=%s)', async gzip => {
  const { server, port } = await listen(createApp({ gzip, log: 'off', viewCache: 'off' }))
  const original = await readFile(packaged)
  const brotli = await transfer(port, path, { 'Accept-Encoding': 'gzip, br' })
  const gzipped = await transfer(port, path, { 'Accept-Encoding': 'gzip' })
  const plain = await transfer(port, path, { 'Accept-Encoding': 'deflate' })
  server.close()

  expect(headOf(brotli)).toContain('Content-Encoding: br')
  expect(headOf(gzipped)).toContain('Content-Encoding: gzip')
  expect(headOf(plain)).not.toContain('Content-Encoding')
  for (const answer of [brotli, gzipped, plain]) expect(headOf(answer)).toContain('Vary: Accept-Encoding\r\n')
  expect(brotliDecompressSync(bodyOf(brotli)).equals(original)).toBe(true)
  expect(gunzipSync(bodyOf(gzipped)).equals(original)).toBe(true)
  expect(bodyOf(plain).equals(original)).toBe(true)
})

test('a client that has it already gets 304', async () => {
  const app = createApp({ gzip: 'off', log: 'off', viewCache: 'off' })
  const first = await request(app).get(path).set('Accept-Encoding', 'gzip')
  expect(first.headers['cache-control']).toMatch(/max-age=\d+/)
  await request(app)
    .get(path)
    .set('Accept-Encoding', 'gzip')
    .set('If-None-Match', String(first.headers.etag))
    .expect(304)
})
