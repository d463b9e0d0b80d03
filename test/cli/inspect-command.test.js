import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { withDeadline } from '../../src/system/deadline.js'
import { commandOf, descendantsOf, survivorsOf } from '../helpers/processes.js'
import { startWorkshop, workshop } from '../helpers/workshop.js'

/** @import { AddressInfo } from 'node:net' */

jest.setTimeout(60_000)

const OUTPUT_LIMIT_MS = 20_000
const appUrl = /Load: autocannon sends requests to (http:\/\/127\.0\.0\.1:\d+\/info) over 20 connections/
const summary = /Load ended: ([\d,]+) requests in \d+ s, [\d,]+ requests\/s, none failed/

/**
 * @param {ReturnType<typeof startWorkshop>} inspect
 * @param {RegExp} pattern
 */
async function printed({ waitFor, output, child }, pattern) {
  const late = () => new Error(`no ${pattern} within ${OUTPUT_LIMIT_MS} ms: ${JSON.stringify(output)}`)
  try {
    await withDeadline(waitFor('stdout', pattern), { limitMs: OUTPUT_LIMIT_MS, late })
  } catch (error) {
    child.kill('SIGINT')
    throw error
  }
}

/** @param {string} stdout of the command */
function outputFile(stdout) {
  return /Its output goes to (\S+),/.exec(stdout)?.[1] ?? ''
}

function trafficFolders() {
  return readdirSync(tmpdir()).filter(name => name.startsWith('workshop-inspect-'))
}

/** @param {string[]} before */
function newSince(before) {
  return trafficFolders().filter(name => !before.includes(name))
}

test('inspect --load sends traffic for a while, sums it up, and leaves the server up until Ctrl-C', async () => {
  const inspect = startWorkshop(['inspect', '--load=1', '--port', '0'])
  await printed(inspect, summary)
  const { stdout } = inspect.output
  expect(stdout).toMatch(/Requests are sent for 1 s over 20 connections.*The server listens on .*Load: .*Load ended: /s)
  expect(Number(summary.exec(stdout)?.[1]?.replaceAll(',', ''))).toBeGreaterThan(0)
  const url = appUrl.exec(stdout)?.[1] ?? ''
  expect((await fetch(url)).status).toBe(200)
  inspect.child.kill('SIGINT')
  expect(await inspect.ended).toMatchObject({ code: 0 })
  await expect(fetch(url)).rejects.toThrow()
})

test('Ctrl-C ends the traffic, its generator and the server', async () => {
  const foldersBefore = trafficFolders()
  const inspect = startWorkshop(['inspect', '--log', 'sync', '--load', '--port', '0'])
  await printed(inspect, appUrl)
  // The server prints what it logs for each request: by then the load has begun.
  const log = outputFile(inspect.output.stdout)
  while (!/\n(?:.*\n){20}/.test(readFileSync(log, 'utf8'))) await nextTurn()
  const below = descendantsOf(Number(inspect.child.pid))
  const commands = below.map(commandOf).join('\n')
  expect(commands).toMatch(
    /--inspect=127\.0\.0\.1:\d+ src\/app\/server\.js --gzip off --log off --view-cache off --log sync --port 0/
  )
  expect(commands).toMatch(/generator-process\.js autocannon/)
  inspect.child.kill('SIGINT')
  const { code, stdout, stderr } = await inspect.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/Load stopped: (\d+ requests|before its first second)/)
  expect(stdout.split('\n').length).toBeLessThan(20)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(await survivorsOf(below, 5000)).toEqual([])
  expect(newSince(foldersBefore)).toEqual([])
})

test('the steps stay in view: what the server prints is in a file, its usage where it only prints that', async () => {
  const foldersBefore = trafficFolders()
  const { code, stdout } = await workshop(['inspect', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/In Chrome, open chrome:\/\/inspect.*Usage: node server\.js/s)
  expect(newSince(foldersBefore)).toEqual([])
})

test('a server that ends by itself ends the traffic as well', async () => {
  const inspect = startWorkshop(['inspect', '--load', '--port', '0'])
  await printed(inspect, appUrl)
  const server = descendantsOf(Number(inspect.child.pid)).find(pid => /server\.js/.test(commandOf(pid)))
  process.kill(Number(server), 'SIGKILL')
  const { code, stdout } = await inspect.ended
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/Load stopped: /) })
})

test('a port that is taken is reported by the server, and no requests are sent', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = /** @type {AddressInfo} */ (other.address())
  const { stdout, stderr } = await workshop(['inspect', '--load', '--port', String(port)])
  other.close()
  expect(stderr).toMatch(/another process uses this port/)
  expect(stdout).not.toMatch(/Load: /)
})

test.each(['--load=', '--load=0', '--load=soon', '--load=3601'])('inspect %s is invalid use', async flag => {
  const { code, stdout, stderr } = await workshop(['inspect', flag])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/--load: ".*" is not such a number.*from 1 to 3600/)
})
