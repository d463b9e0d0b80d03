import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { strategyNames } from '../../../src/app/copy/copy-file.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { endServers, startServer } from '../child-server.js'

jest.setTimeout(30_000)
afterEach(endServers)
removeTemporaryFolders()

test('POST /copy copies with the strategy of the request, or with that of the toggle', async () => {
  const { url } = await startServer(['--copy', 'kernel'], { TMPDIR: temporaryFolder() })
  const origin = new URL(url).origin
  for (const strategy of strategyNames)
    expect(await copied(`${origin}/copy?kB=8&strategy=${strategy}`)).toEqual({ strategy, kB: 8 })
  expect(await copied(`${origin}/copy`)).toEqual({ strategy: 'kernel', kB: 64 })
  const ping = await fetch(`${origin}/ping`)
  expect(await ping.text()).toBe('pong\n')
})

test.each(['kB=0', 'kB=65537', 'kB=1.5', 'kB=x', 'kB=8&kB=9', 'strategy=none', 'strategy=constructor'])(
  'POST /copy?%s is refused, with what is allowed',
  async query => {
    const { url } = await startServer()
    const response = await fetch(new URL(`/copy?${query}`, url), { method: 'POST' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      allowed: { kB: 'a whole number from 1 to 65536', strategy: strategyNames }
    })
  }
)

test('the server removes its files when it ends', async () => {
  const folder = temporaryFolder()
  const { url, child, ended } = await startServer([], { TMPDIR: folder })
  await copied(new URL('/copy?kB=1', url).href)
  const [own = ''] = readdirSync(folder)
  expect(readdirSync(path.join(folder, own))).toEqual(['1-kB'])
  child.kill('SIGTERM')
  await ended
  expect(readdirSync(folder)).toEqual([])
})

/** @param {string} url */
async function copied(url) {
  const response = await fetch(url, { method: 'POST' })
  expect(response.status).toBe(200)
  return response.json()
}
