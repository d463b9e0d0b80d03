import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openAgentServer } from '../../../src/measure/agent/agent-server.js'
import { askServers } from '../../../src/measure/launch/ask-servers.js'
import { launchFixture } from '../../helpers/launch-fixture.js'
import { onLinux } from '../../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { AgentServer } from '../../../src/measure/agent/agent-server.js' */

removeTemporaryFolders()

const { signal } = new AbortController()
const request = { path: '/a', headers: {} }

/** @type {string} */
let folder
/** @type {AgentServer} */
let agents

beforeEach(async () => {
  folder = temporaryFolder()
  agents = await openAgentServer()
})

afterEach(() => agents.close())

/** More than one limit: on a busy machine a server takes long to start. */
const LISTEN_LIMITS_MS = [800, 3000, 12_000]

/**
 * Starts a server that never listens on a port, and returns the message of its failure.
 * @param {string[]} command @param {Record<string, string>} [env]
 */
async function failureOf(command, env) {
  const settings = { cwd: folder }
  let message = ''
  for (const listenLimitMs of LISTEN_LIMITS_MS) {
    const asked = launchFixture({ command, folder: temporaryFolder(), agents, env, settings, listenLimitMs })
    message = String((await asked.catch(error => error)).message)
    if (!/did not listen on any port.* Run it by hand/s.test(message)) break
  }
  return message
}

/** Returns the message about a server that is asked for `/a`. @param {string} code of the server @param {Record<string, string>} [env] */
async function answerOf(code, env = {}) {
  writeFileSync(path.join(folder, 'a.cjs'), code)
  const variant = { name: 'one', command: ['node', 'a.cjs'], env, cwd: folder, contentEncoding: null }
  const failure = await askServers([variant], [request], signal).catch(error => error)
  return String(failure.message)
}

/** @param {string} listener of a request, or its status */
function respondingWith(listener) {
  return `require('node:http').createServer((request, response) => { ${listener} }).listen(3999)`
}

test('a program that is not there: what is probably meant', async () => {
  writeFileSync(path.join(folder, 'a.js'), '')
  mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/.bin/some-runner'), '')
  writeFileSync(path.join(folder, 'a.sh'), '')
  chmodSync(path.join(folder, 'a.sh'), 0o644)
  expect(await failureOf(['nod', 'a.js'])).toMatch(/no such program: nod\. Name it so: node a\.js$/)
  expect(await failureOf(['./a.js', '--x'])).toMatch(/\. Name it so: node \.\/a\.js --x$/)
  expect(await failureOf(['./a.sh'])).toMatch(/EACCES\. Name it so: sh \.\/a\.sh$/)
  expect(await failureOf(['some-runner', 'a.js'])).toMatch(/\. Name it so: npx some-runner a\.js$/)
  expect(await failureOf(['no-such-program'])).toMatch(
    /no such program: no-such-program\. Install it, or name its path\.$/
  )
})

test('a socket in place of a port', async () => {
  const socket = path.join(folder, 'a.sock')
  writeFileSync(path.join(folder, 'a.cjs'), `require('node:http').createServer().listen(${JSON.stringify(socket)})`)
  expect(await failureOf(['node', 'a.cjs'])).toBe(
    `The server of fixture listens on the socket ${socket} only, and load is sent over TCP. Let it listen on a port, as by a variable before the command: PORT=3000 node a.cjs`
  )
})

onLinux('a port that is taken: the process that has it', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = /** @type {AddressInfo} */ (taken.address())
  writeFileSync(path.join(folder, 'a.cjs'), `throw new Error('listen EADDRINUSE: address already in use :::${port}')`)
  expect(await failureOf(['node', 'a.cjs'])).toMatch(
    new RegExp(`Port ${port} is taken by the server of another variant: .*Give each variant a port of its own`)
  )
  taken.close()
})

test('a database that is not there, also of a server that only waits for it', async () => {
  const fails = `require('node:net').connect(1, '127.0.0.1')`
  writeFileSync(path.join(folder, 'a.cjs'), fails)
  writeFileSync(
    path.join(folder, 'b.cjs'),
    `${fails}.on('error', error => console.error(error.message)); setInterval(() => {}, 1e3)`
  )
  const step =
    /Nothing listens on 127\.0\.0\.1:1\. Start what it connects to, or let the run start it: --companion '<command>'$/
  expect(await failureOf(['node', 'a.cjs'])).toMatch(step)
  expect(await failureOf(['node', 'b.cjs'])).toMatch(step)
  expect(
    await answerOf(
      respondingWith(`console.error('connect ECONNREFUSED 127.0.0.1:5432'); response.writeHead(500).end()`)
    )
  ).toMatch(/with status 500\. .*Nothing listens on 127\.0\.0\.1:5432, the port of PostgreSQL\. Start what/s)
})

test('a file or a package that is not there', async () => {
  expect(await failureOf(['node', 'a.cjs'])).toMatch(
    /There is no file \/.*a\.cjs\. Name the folder of the server by --cwd\.$/
  )
  writeFileSync(path.join(folder, 'a.cjs'), `require('no-such-package/register')`)
  expect(await failureOf(['node', 'a.cjs'])).toMatch(
    /The package no-such-package is not installed there\. Run npm install/
  )
})

test('a server that ends by itself: when, and what prints where', async () => {
  writeFileSync(path.join(folder, 'a.cjs'), 'setTimeout(() => process.exit(), 300)')
  expect(await failureOf(['node', 'a.cjs'], { A: '1' })).toMatch(
    /ended before it listened \(exit code 0 after 0?\.?\d+(\.\d)? s; launch .*Run it so, which prints where it ends: NODE_OPTIONS=--trace-exit A=1 node a\.cjs$/
  )
})

test.each([
  [
    401,
    {},
    /with status 401\. Add what it asks for, such as: --header 'authorization: Bearer <token>'; --login <file> gets a token from the server\.$/
  ],
  [404, {}, /with status 404\. Name a route that responds with 2xx, such as: --path \/items$/],
  [405, {}, /with status 405\. Name the method that the route has, such as: --method POST$/],
  [
    415,
    {},
    /with status 415\. Send what it expects, such as: --body '\{"a":1\}' --header 'content-type: application\/json'$/
  ],
  [503, {}, /It wrote nothing to stderr\. Run it by hand, and request \/a: node a\.cjs$/],
  [302, { location: 'http://x.example/login' }, /a redirect to .*\. Name the route where that leads: --path \/login$/],
  [301, { location: 'https://localhost/a' }, /such as by: --header 'x-forwarded-proto: https'$/]
])('the status %i', async (status, headers, step) => {
  expect(await answerOf(respondingWith(`response.writeHead(${status}, ${JSON.stringify(headers)}).end()`))).toMatch(
    step
  )
})

test('of two ports, the one that was not asked', async () => {
  const second = `require('node:net').createServer().listen(3998, '127.0.0.1')`
  expect(await answerOf(`${respondingWith('response.writeHead(404).end()')}.on('listening', () => ${second})`)).toMatch(
    /with status 404\. It also listens on port 3998: --port 3998 loads that one\. Name a route/
  )
})

test('a client certificate that is asked for, and a handshake that fails', async () => {
  const files = { KEY: path.resolve('test/fixtures/tls/key.pem'), CERT: path.resolve('test/fixtures/tls/cert.pem') }
  const asks = `const { readFileSync } = require('node:fs')
    const options = { key: readFileSync(process.env.KEY), cert: readFileSync(process.env.CERT), requestCert: true }
    require('node:https').createServer(options).listen(3999)`
  expect(await answerOf(asks, files)).toMatch(
    /asks for a client certificate, .*by requestCert: false\. Run it by hand: /
  )
  const refuses = `require('node:https').createServer({ SNICallback: (name, done) => done(new Error('no')) }).listen(3999)`
  expect(await answerOf(refuses)).toMatch(
    /The TLS handshake with the server of one failed: .*handshake failure\. Let it listen without TLS/
  )
})
