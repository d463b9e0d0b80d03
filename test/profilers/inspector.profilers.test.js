import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { profilers } from '../../src/profilers/index.js'
import { profiledLaunch } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Profiler } from '../../src/profilers/index.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

/** Responds with the address of its inspector, and prints it when it is stopped. */
const server = `const inspector = require('node:inspector')
require('node:http').createServer((_request, response) => response.end(String(inspector.url()))).listen(0, '127.0.0.1')
process.on('SIGTERM', () => {
  console.log('at the end: ' + inspector.url())
  process.exit()
})
`

test.each([
  ['node', ['node']],
  ['env', ['env', 'node']]
])('a server of %s has no inspector any more once its profile was taken', async (_, program) => {
  const { addresses, stdout, record } = await addressesUnder('devtools', program)
  expect(addresses).toEqual([expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\//)])
  expect(stdout).toContain('at the end: undefined')
  expect(record.exit).toMatchObject({ code: 0, escalated: false })
})

test.each(['cdp', 'heap', 'prof'])('a server opens no inspector under %s', async name => {
  const { addresses } = await addressesUnder(name, ['node'])
  expect(addresses).toEqual(['undefined'])
})

/** @param {string} name of a profiler @param {string[]} program */
async function addressesUnder(name, program) {
  const file = path.join(temporaryFolder(), 'server.cjs')
  writeFileSync(file, server)
  /** @type {string[]} */
  const addresses = []
  const profiler = /** @type {Profiler} */ (profilers.get(/** @type {any} */ (name)))
  const { stdout, record } = await profiledLaunch({
    profiler,
    command: [...program, file],
    slices: [async ask => addresses.push((await ask()).text)]
  })
  return { addresses, stdout, record }
}
