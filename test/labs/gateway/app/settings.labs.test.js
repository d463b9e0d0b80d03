import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { UsageError } from '../../../../src/app/toggles.js'
import { describeGateway, enableCompileCache, readGatewaySettings } from '../../../../src/labs/gateway/app/settings.js'
import { readUpstreamSettings } from '../../../../src/labs/gateway/app/upstream-settings.js'
import { listen } from '../../../app/raw-http.js'

const UPSTREAM = 'http://127.0.0.1:9080'

test('nothing but the upstream: a pool of 168 of undici, calls in sequence, parsed', () => {
  expect(readGatewaySettings({ UPSTREAM })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    upstream: new URL(UPSTREAM),
    caFile: null,
    client: 'undici',
    poolSize: 168,
    calls: 'sequence',
    body: 'parse',
    log: 'off',
    blockMs: 0,
    timeoutMs: 5000,
    compileCache: 'off'
  })
})

test.each([
  [{}, 'client=undici pool=168 tls=off calls=sequence body=parse log=off'],
  [{ UPSTREAM: 'https://localhost:1', CA: 'x.pem' }, 'client=undici pool=168 tls=on calls=sequence body=parse log=off'],
  [{ POOL: 'unlimited', CLIENT: 'http' }, 'client=http pool=unlimited tls=off calls=sequence body=parse log=off'],
  [{ CALLS: 'together', BODY: 'pass' }, 'client=undici pool=168 tls=off calls=together body=pass log=off'],
  [{ LOG: 'sync', BLOCK_MS: '5' }, 'client=undici pool=168 tls=off calls=sequence body=parse log=sync block=5ms']
])('%j is described as it is', (env, text) => {
  expect(describeGateway(readGatewaySettings({ UPSTREAM, ...env }))).toBe(text)
})

describe('refuses in one line', () => {
  test.each([
    [{ UPSTREAM: undefined }, /^UPSTREAM must be the origin .*, not ""$/],
    [{ UPSTREAM: '127.0.0.1:80' }, /^UPSTREAM must be/],
    [{ UPSTREAM: 'http://a/path' }, /^UPSTREAM must be/],
    [{ POOL: '0' }, /^POOL must be a whole number from 1 to 10000 or unlimited, not "0"$/],
    [{ POOL: 'many' }, /^POOL must be/],
    [{ CLIENT: 'axios' }, /^CLIENT must be undici, fetch or http, not "axios"$/],
    [{ CALLS: 'x' }, /^CALLS must be sequence or together/],
    [{ BODY: 'x' }, /^BODY must be parse or pass/],
    [{ LOG: 'x' }, /^LOG must be off or sync/],
    [{ BLOCK_MS: '-1' }, /^BLOCK_MS must be a whole number from 0/],
    [{ TIMEOUT_MS: '0' }, /^TIMEOUT_MS must be a whole number from 1/],
    [{ CA: 'x.pem' }, /^CA is the certificate of an https upstream/],
    ...(enableCompileCache ? [] : [/** @type {const} */ ([{ COMPILE_CACHE: 'on' }, /needs Node\.js 22\.8 or newer/])])
  ])('%j', (env, message) => {
    const read = () => readGatewaySettings(/** @type {any} */ ({ UPSTREAM, ...env }))
    expect(read).toThrow(UsageError)
    expect(read).toThrow(message)
  })

  test.each([
    [{ TLS: 'yes' }, /^TLS must be off or on/],
    [{ MEAN_MS: 'x' }, /^MEAN_MS must be a number of milliseconds/],
    [{ MEAN_MS: '1', TAIL_MS: '2' }, /^TAIL_MS is a part of MEAN_MS/],
    [{ SEED: '-1' }, /^SEED must be/]
  ])('upstream: %j', (env, message) => {
    expect(() => readUpstreamSettings(env)).toThrow(message)
  })
})

describe('the command', () => {
  test('a port that is taken: the advice names the variable that the server reads', async () => {
    const { server, port } = await listen(() => {})
    const env = { UPSTREAM, PORT: String(port) }
    const child = spawn(process.execPath, [`${import.meta.dirname}/../../../../src/labs/gateway/app/server.js`], {
      env
    })
    let stderr = ''
    child.stderr.on('data', text => (stderr += text))
    const [code] = await once(child, 'close')
    server.close()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Cannot listen on 127.0.0.1, port ${port}: another process uses this port. Stop it, or choose another with PORT (0 takes any free one) (EADDRINUSE).\n`
    })
  })

  test.each([
    ['server.js', { UPSTREAM: 'nowhere' }, /^UPSTREAM must be[^\n]*\n$/],
    ['server.js', { UPSTREAM: 'https://localhost:1', CA: '/nothing.pem' }, /^CA cannot be read[^\n]*\n$/],
    ['upstream.js', { PORT: 'x' }, /^PORT must be[^\n]*\n$/]
  ])('%s %j ends with exit code 2', async (file, env, message) => {
    const child = spawn(process.execPath, [`${import.meta.dirname}/../../../../src/labs/gateway/app/${file}`], { env })
    let stderr = ''
    child.stderr.on('data', text => (stderr += text))
    const [code] = await once(child, 'close')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
  })
})
