import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, jest, test } from '@jest/globals'
import { measureOtherRequests } from '../../../../src/labs/copy/measure.js'
import { sum } from '../../../../src/stats/means.js'
import { commandOf, descendantsOf, survivorsOf } from '../../../helpers/processes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

/** @import { OtherRequestsRecord } from '../../../../src/labs/copy/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const server = ['node', 'src/labs/copy/app/server.js']
const fixtures = path.join(import.meta.dirname, '../../../fixtures/servers')
const { TMPDIR } = process.env
const never = new AbortController().signal

afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

test('other requests wait for a synchronous copy, and are answered during one that is not', async () => {
  const records = await measure(['buffer', 'stream-16k', 'buffer', 'stream-16k', 'buffer', 'stream-16k'])
  const pingsOf = (/** @type {string} */ name) =>
    sum(records.filter(each => each.variant === name).map(({ pings }) => pings))
  // The copy is 1,024 chunks, each of which leaves the event loop to others.
  expect(pingsOf('buffer')).toBeLessThan(pingsOf('stream-16k'))
  for (const { copyMs, idlePingMs, longestPingMs } of records) {
    for (const ms of [copyMs, idlePingMs, longestPingMs]) expect(ms).toBeGreaterThan(0)
  }
})

test('a server that ends before it listens is an error with its last lines', async () => {
  const command = ['node', path.join(fixtures, 'dies-at-start.js')]
  await expect(measure(['buffer'], { command })).rejects.toMatchObject({
    code: 'ERR_SERVER_EXITED',
    details: { tail: expect.stringContaining('the database said no') }
  })
})

test('a response other than 2xx is an error', async () => {
  await expect(measure(['no such strategy'])).rejects.toMatchObject({
    code: 'ERR_TOOL',
    details: {
      problem: { code: 'wrong-status', request: 'POST /copy?kB=16384&strategy=no such strategy', statusCode: 400 }
    }
  })
})

test('an interruption in the middle of a copy is the reason, and leaves no process and no file', async () => {
  const controller = new AbortController()
  const reason = new Error('interrupted')
  const folder = temporaryFolder()
  process.env.TMPDIR = folder
  const records = measure(Array(200).fill('stream-16k'), { signal: controller.signal })
  const pids = abortInCopy()
  await expect(records).rejects.toBe(reason)
  expect(await pids).toHaveLength(1)
  expect(await survivorsOf(await pids, 5000)).toEqual([])
  expect(serverFolders()).toEqual([])

  /** Aborts when there is a copy that is not complete. @returns {Promise<number[]>} the processes of the server */
  async function abortInCopy() {
    while (!hasCopy()) await nextTurn()
    const servers = descendantsOf(process.pid).filter(pid => commandOf(pid).includes('src/labs/copy/app/server.js'))
    while (!hasCopy()) await nextTurn()
    controller.abort(reason)
    return servers
  }

  /** Returns whether the server has a copy: it removes each one that is complete. */
  function hasCopy() {
    return serverFolders().some(name => readdirSync(path.join(folder, name)).some(file => /-kB-\d+$/.test(file)))
  }

  function serverFolders() {
    return readdirSync(folder).filter(name => name.startsWith('workshop-copy-'))
  }
})

test('an interruption before the start is the reason', async () => {
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
  await measureOtherRequests({
    command,
    cells,
    signal,
    onMeasured: record => records.push(record)
  })
  return records
}
