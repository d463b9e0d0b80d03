import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { commandOf, descendantsOf, survivorsOf } from '../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { until } from '../../helpers/until.js'
import { startWorkshop, workshop } from '../../helpers/workshop.js'

/** @import { AddressInfo } from 'node:net' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const appUrl = /Load: autocannon sends requests to (http:\/\/127\.0\.0\.1:\d+\/info) over 20 connections/
const summary = /Load ended: ([\d,]+) requests in \d+ s, [\d,]+ requests\/s, none failed/

/** @param {string} stdout of the command */
function outputFile(stdout) {
  return /Its output goes to (\S+),/.exec(stdout)?.[1] ?? ''
}

/** Returns an environment with a folder for temporary files that only the command uses. */
function ownTemporaryFiles() {
  const folder = temporaryFolder()
  return { folder, env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder } }
}

test('inspect --load sends traffic for a while, sums it up, and leaves the server up until Ctrl-C', async () => {
  const inspect = startWorkshop(['inspect', '--load=1', '--port', '0'])
  await inspect.waitFor('stdout', /\nOpen chrome:\/\/inspect in Chrome: .*\n$/)
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
  const { folder, env } = ownTemporaryFiles()
  const inspect = startWorkshop(['inspect', '--log', 'sync', '--load', '--port', '0'], env)
  await inspect.waitFor('stdout', appUrl)
  // The server prints what it logs for each request: by then the load has begun.
  const log = outputFile(inspect.output.stdout)
  expect(path.relative(folder, log)).toMatch(/^workshop-[^/]+\/server\.log$/)
  await until(() => /\n(?:.*\n){20}/.test(readFileSync(log, 'utf8')), 'the server logs 20 lines')
  const below = descendantsOf(Number(inspect.child.pid))
  const commands = below.map(commandOf).join('\n')
  expect(commands).toMatch(
    /--inspect=127\.0\.0\.1:\d+ src\/app\/server\.js --gzip off --view-cache off --log sync --port 0/
  )
  expect(commands).toMatch(/generator-process\.js autocannon/)
  inspect.child.kill('SIGINT')
  const { code, stdout, stderr } = await inspect.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/To compare, start again without --log sync\./)
  expect(stdout).toMatch(/Load stopped: (\d+ requests|before its first second)/)
  expect(stdout.split('\n').length).toBeLessThan(20)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(await survivorsOf(below, 5000)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('the file of what the server prints is emptied when it is large', async () => {
  const inspect = startWorkshop(['inspect', '--log', 'sync', '--load', '--port', '0'])
  await inspect.waitFor('stdout', appUrl)
  expect(inspect.output.stdout).toMatch(/which is emptied when it is larger than 1 MB/)
  const log = outputFile(inspect.output.stdout)
  let largestBytes = 0
  await until(() => {
    const { size } = statSync(log)
    largestBytes = Math.max(largestBytes, size)
    return size < largestBytes
  }, 'the file was emptied')
})

test('the steps stay in view: what the server prints is in a file, its usage where it only prints that', async () => {
  const { folder, env } = ownTemporaryFiles()
  const { code, stdout } = await workshop(['inspect', '--port', '0', '--help'], env)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /In Chrome, open chrome:\/\/inspect.*start again with a toggle on: npm run inspect -- --log sync, or --gzip on\..*Usage: node server\.js/s
  )
  expect(readdirSync(folder)).toEqual([])
})

test('--help as the first argument is the help of the command, and starts no server', async () => {
  const [asked, ofCommand] = [await workshop(['inspect', '--help']), await workshop(['help', 'inspect'])]
  expect(asked).toMatchObject({ code: 0, stdout: ofCommand.stdout })
  expect(asked.stdout).not.toMatch(/Debugger listening/)
})

test('a server that ends by itself ends the traffic as well', async () => {
  const inspect = startWorkshop(['inspect', '--load', '--port', '0'])
  await inspect.waitFor('stdout', appUrl)
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
