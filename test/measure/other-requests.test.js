import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { measureOtherRequests } from '../../src/measure/other-requests.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { OtherRequestsRecord } from '../../src/runs/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const server = ['node', 'src/app/server.js']
const fixtures = path.join(import.meta.dirname, '../fixtures/servers')
const never = new AbortController().signal

test('other requests wait for a synchronous copy, and are answered during one that is not', async () => {
  const records = await measure(['buffer', 'stream-16k', 'buffer', 'stream-16k', 'buffer', 'stream-16k'])
  const pingsOf = (/** @type {string} */ name) =>
    records.filter(each => each.variant === name).map(({ pings }) => pings)
  // The copy is 1,024 chunks, each of which leaves the event loop to others.
  expect(Math.max(...pingsOf('buffer'))).toBeLessThan(Math.min(...pingsOf('stream-16k')))
  for (const { copyMs, idlePingMs, longestPingMs } of records) {
    for (const ms of [copyMs, idlePingMs, longestPingMs]) expect(ms).toBeGreaterThan(0)
  }
})

test('a server that ends before it listens is an error with its last lines', async () => {
  const command = ['node', path.join(fixtures, 'dies-at-start.js')]
  await expect(measure(['buffer'], { command })).rejects.toMatchObject({
    code: 'ERR_TOOL',
    details: { problem: { code: 'exited' } }
  })
})

test('a response other than 2xx is an error', async () => {
  await expect(measure(['no such strategy'])).rejects.toMatchObject({
    code: 'ERR_TOOL',
    details: { problem: expect.stringMatching(/POST .*no such strategy.* has status 400/) }
  })
})

test('an interruption is the reason', async () => {
  const reason = new Error('interrupted')
  await expect(measure(['buffer'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

/**
 * @param {string[]} strategies
 * @param {{ command?: string[], signal?: AbortSignal }} [others]
 */
async function measure(strategies, { command = server, signal = never } = {}) {
  /** @type {OtherRequestsRecord[]} */
  const records = []
  const cells = strategies.map((strategy, repeat) => ({ variant: strategy, strategy, sizeBytes: 2 ** 24, repeat }))
  const logPath = path.join(temporaryFolder(), 'server.log')
  await measureOtherRequests({ command, cells, logPath, signal, onMeasured: record => records.push(record) })
  return records
}
