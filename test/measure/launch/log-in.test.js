import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { askedLogin } from '../../../src/compare/requests/asked-login.js'
import { masked } from '../../../src/errors/secrets.js'
import { askServers } from '../../../src/measure/launch/ask-servers.js'
import { withOneServer } from '../../../src/measure/launch/one-server.js'

/** @import { Variant } from '../../../src/experiments/types.js' */

jest.setTimeout(60_000)

const { signal } = new AbortController()
const example = path.resolve('examples/login')
const token = [{ path: '/token', method: 'POST', capture: { token: 'json $.token' } }]
const withToken = { path: '/', headers: { authorization: 'Bearer {{token}}' } }

/** @param {string} file @param {string} cwd @param {Record<string, string>} [env] @returns {Variant} */
function variantOf(file, cwd, env = {}) {
  return { name: 'one', command: ['node', file], env, cwd, contentEncoding: null }
}

/** @param {Record<string, string>} [env] */
function needsToken(env) {
  return variantOf('needs-token.js', path.resolve('test/fixtures/servers'), env)
}

test.each([
  ['a session of a cookie', 'session', { path: '/account', headers: { cookie: 'session={{session}}' } }],
  ['a bearer token', 'token', { path: '/orders', headers: { authorization: 'Bearer {{token}}' } }],
  ['an item that was created', 'create', { path: '/items/{{id}}', headers: {} }],
  ['the location of an item', 'create', { path: '{{location}}', headers: {} }]
])('the example with %s is answered, and without it refused', async (_what, file, request) => {
  const server = variantOf('server.js', example)
  const login = await askedLogin(path.join(example, `${file}.json`), [request])
  const [asked] = await askServers([server], [request], signal, undefined, login)
  expect(asked?.answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  await expect(askServers([server], [request], signal)).rejects.toMatchObject({ code: 'ERR_WRONG_STATUS' })
})

test('a login counts its requests, and masks what it captured', async () => {
  const login = await askedLogin([{ path: '/token' }, ...token], [withToken])
  await withOneServer({ variant: needsToken(), signal, login }, async function check({ login: played }) {
    expect(played).toMatchObject({ requests: 2, durationMs: expect.any(Number) })
    const text = `got ${played?.values.token}`
    expect(text).toMatch(/^got token-\d+/)
    expect(masked(text)).toMatch(/^got \$TOKEN\w*$/)
  })
})

test('a login that is refused names the request, the status and what to do', async () => {
  const login = await askedLogin([{ path: '/login', body: 'user=ada&password=wrong-password-1' }], [])
  const asked = askServers([variantOf('server.js', example)], [withToken], signal, undefined, login)
  await expect(asked).rejects.toMatchObject({
    code: 'ERR_LOGIN',
    exitCode: 3,
    message:
      'The login on the server of one failed: the response to POST /login has status 401. Correct that request in the login. Run it by hand: node server.js'
  })
})

test('a login without a response is one sentence too', async () => {
  const login = await askedLogin([{ path: '/a' }], [])
  const variant = variantOf('cuts-off.js', path.resolve('test/fixtures/servers'), { HOW: 'reset' })
  await expect(askServers([variant], [withToken], signal, undefined, login)).rejects.toMatchObject({
    code: 'ERR_LOGIN',
    message: expect.stringMatching(/^The login on the server of one failed: no response to GET \/a: /)
  })
})

test('a capture that finds nothing names what is there', async () => {
  const login = await askedLogin([{ path: '/token', capture: { token: 'json $.access_token' } }], [withToken])
  await expect(askServers([needsToken()], [withToken], signal, undefined, login)).rejects.toMatchObject({
    code: 'ERR_LOGIN',
    exitCode: 3,
    message: expect.stringMatching(
      /failed: the response to GET \/token has no value at json \$\.access_token for \{\{token\}\}: there is token\. Correct that/
    )
  })
})

test('a request that is refused after a login is told to send what was captured', async () => {
  const login = await askedLogin(token, [])
  const asked = askServers([needsToken()], [{ path: '/', headers: {} }], signal, undefined, login)
  await expect(asked).rejects.toMatchObject({
    code: 'ERR_WRONG_STATUS',
    message: expect.stringMatching(
      /The login was played: send what it captured, .*\{\{token\}\}'; workers of a cluster/
    )
  })
})

test('a token that was sent and refused is not told to be sent', async () => {
  const login = await askedLogin(token, [])
  const refused = { path: '/', headers: { authorization: 'Basic {{token}}' } }
  await expect(askServers([needsToken()], [refused], signal, undefined, login)).rejects.toMatchObject({
    code: 'ERR_WRONG_STATUS',
    message: expect.stringMatching(/The login was played, and \{\{token\}\} was sent and refused: it may have expired/)
  })
})

test('a captured cookie is told to be sent as one', async () => {
  const login = await askedLogin(path.join(example, 'session.json'), [])
  const asked = askServers(
    [variantOf('server.js', example)],
    [{ path: '/account', headers: {} }],
    signal,
    undefined,
    login
  )
  await expect(asked).rejects.toMatchObject({
    message: expect.stringContaining("such as: --header 'cookie: session={{session}}'; workers")
  })
})

test('workers that share no tokens refuse some of the requests', async () => {
  const login = await askedLogin(token, [withToken])
  const asked = askServers([needsToken({ WORKERS: '2' })], [withToken], signal, undefined, login)
  await expect(asked).rejects.toMatchObject({
    code: 'ERR_WRONG_STATUS',
    details: { login: { token: 'json $.token' }, status: 401 }
  })
})
