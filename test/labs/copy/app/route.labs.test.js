import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, jest, test } from '@jest/globals'
import { strategyNames } from '../../../../src/labs/copy/app/copy-file.js'
import { endServers, spawnServer, whenListening } from '../../../app/child-server.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

const entry = fileURLToPath(new URL('../../../../src/labs/copy/app/server.js', import.meta.url))

jest.setTimeout(30_000)
afterEach(endServers)
removeTemporaryFolders()

test('POST /copy copies with the strategy of the request, or with the usual one', async () => {
  const { url } = await startCopies({ COPY: 'kernel', TMPDIR: temporaryFolder() })
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
    const { url } = await startCopies()
    const response = await fetch(new URL(`/copy?${query}`, url), { method: 'POST' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      allowed: { kB: 'a whole number from 1 to 65536', strategy: strategyNames }
    })
  }
)

test('the server removes its files when it ends', async () => {
  const folder = temporaryFolder()
  const { url, child, ended } = await startCopies({ TMPDIR: folder })
  await copied(new URL('/copy?kB=1', url).href)
  const [own = ''] = readdirSync(folder)
  expect(readdirSync(path.join(folder, own))).toEqual(['1-kB'])
  child.kill('SIGTERM')
  await ended
  expect(readdirSync(folder)).toEqual([])
})

test('a strategy that there is not is refused before the server listens', async () => {
  const { output, ended } = spawnServer([], { COPY: 'slowly' }, entry)
  expect((await ended).code).toBe(2)
  expect(output.stderr).toMatch(/^COPY must be buffer, byte, stream-16k, .* or kernel, not "slowly"$/m)
})

/** Starts the server on a free port. @param {NodeJS.ProcessEnv} [env] */
function startCopies(env) {
  return whenListening(spawnServer([], { PORT: '0', ...env }, entry))
}

/** @param {string} url */
async function copied(url) {
  const response = await fetch(url, { method: 'POST' })
  expect(response.status).toBe(200)
  return response.json()
}
