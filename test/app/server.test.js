import { once } from 'node:events'
import net from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { endServers, spawnServer, startServer } from './child-server.js'
import { bodyOf, listen, requestText, transfer } from './raw-http.js'

jest.setTimeout(30_000)
afterEach(endServers)

test('prints one line when it listens, and what it logs goes to stdout', async () => {
  const { url, child, ended } = await startServer(['--log', 'sync'], { GZIP: 'on' })
  await fetch(url)
  child.kill('SIGTERM')
  const { stdout, stderr } = await ended

  const [line, ...log] = stdout.split('\n')
  expect(line).toBe(`Listening on ${url} (gzip=on log=sync view-cache=off, fork, pid ${child.pid})`)
  expect(log.join('\n')).toContain(`processId: ${child.pid}`)
  expect(stderr).toBe('')
})

test('without the log toggle a request prints nothing', async () => {
  const { url, child, ended } = await startServer()
  await fetch(url)
  child.kill('SIGTERM')
  expect((await ended).stdout).toMatch(/^Listening [^\n]*\n$/)
})

test('--help prints the flags and ends', async () => {
  const { code, stdout } = await spawnServer(['--help']).ended
  expect(code).toBe(0)
  expect(stdout).toContain('--view-cache off|on')
})

describe('refuses in one line and without a stack', () => {
  test.each([
    { args: ['--gzip', 'maybe'], env: {}, code: 2, message: '--gzip must be off or on, not "maybe"\n' },
    { args: [], env: { LOG: 'x' }, code: 2, message: 'LOG must be off or sync, not "x"\n' },
    { args: ['--port', '99999'], env: {}, code: 2, message: expect.stringContaining('from 0 to 65535') },
    { args: ['--wrong'], env: {}, code: 2, message: expect.stringMatching(/^Unknown flag --wrong; known are --gzip/) },
    // An address kept for documentation: no machine has it.
    { args: ['--host', '192.0.2.1'], env: {}, code: 1, message: expect.stringContaining('no such address') }
  ])('$args $env', async ({ args, env, code, message }) => {
    const ending = await spawnServer(args, env).ended
    expect(ending).toEqual({ code, signal: null, stdout: '', stderr: message })
    expect(ending.stderr.trim().split('\n')).toHaveLength(1)
  })

  test.each(['fork', 'cluster'])('a port that is taken (%s)', async mode => {
    const { server, port } = await listen(() => {})
    const { code, stdout, stderr } = await spawnServer(['--port', String(port), '--mode', mode]).ended
    server.close()

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`Cannot listen on 127.0.0.1, port ${port}: another process uses this port.`)
    expect(stderr).toContain('--port')
    expect(stderr).not.toMatch(/^ +at /m)
    expect(stderr.match(/Cannot listen/g)).toHaveLength(1)
  })
})

describe('stops cleanly', () => {
  test.each(/** @type {const} */ (['SIGTERM', 'SIGINT']))('on %s, with a request still open', async stopSignal => {
    const { port, child, ended, url } = await startServer()
    // Compressed at its first use, which takes a while: still open when the signal comes.
    const answer = transfer(port, '/assets/bootstrap.min.css', { 'Accept-Encoding': 'br', Connection: 'keep-alive' })
    await fetch(url)
    child.kill(stopSignal)

    expect(brotliDecompressSync(bodyOf(await answer)).toString()).toMatch(/Bootstrap/)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test('with idle and unused connections open', async () => {
    const { port, child, ended } = await startServer()
    const unused = net.connect(port, '127.0.0.1')
    const idle = net.connect(port, '127.0.0.1')
    idle.write(requestText('/info'))
    await once(idle, 'data')
    child.kill('SIGTERM')

    await Promise.all([once(unused.resume(), 'close'), once(idle.resume(), 'close')])
    expect(await ended).toMatchObject({ code: 0, signal: null })
  })

  test('and at once at the second signal', async () => {
    const { port, child, ended } = await startServer()
    const halfSent = net.connect(port, '127.0.0.1')
    halfSent.on('error', ignoreReset).write('GET /info HTTP/1.1\r\n')
    await untilRead(port)
    child.kill('SIGTERM')
    await untilRefused(port)
    child.kill('SIGINT')

    expect(await ended).toMatchObject({ code: null, signal: 'SIGINT' })
  })
})

/**
 * An answer on a second connection: what was sent on the first one has been read by then.
 *
 * @param {number} port
 */
async function untilRead(port) {
  await fetch(`http://127.0.0.1:${port}/nothing`)
}

/** @param {number} port */
async function untilRefused(port) {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    const refused = await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(isRefusal)
    socket.destroy()
    if (refused === true) return
  }
}

/** @param {NodeJS.ErrnoException} error */
function isRefusal(error) {
  return error.code === 'ECONNREFUSED'
}

function ignoreReset() {}
