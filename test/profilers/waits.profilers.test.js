import { expect, jest, test } from '@jest/globals'
import { waits } from '../../src/profilers/waits.js'
import { functionNamed, lineWith, present } from '../helpers/call-trees.js'
import { compileTypeScript } from '../helpers/compile-typescript.js'
import { profiledLaunch, times } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const text = `import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

interface Rows {
  count: number
}

async function readRows(): Promise<Rows> {
  const count: number = await sleep(30, 1)
  return { count }
}

const server = createServer(async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.end(JSON.stringify(await readRows()))
})
server.listen(0, '127.0.0.1')
process.on('SIGTERM', () => server.close())
`

test('a wait of compiled code has the line of its source', async () => {
  const { source, compiled } = compileTypeScript(temporaryFolder(), { name: 'server', text })
  const { collect } = await profiledLaunch({ profiler: waits, command: ['node', compiled], slices: [times(30)] })
  const { trees } = await collect()
  const { profile, sampleCount } = present(trees[0])
  expect(sampleCount).toBeGreaterThan(0)
  const { frame } = present(functionNamed(profile, 'readRows'))
  expect(frame).toMatchObject({ file: source, line: lineWith(text, 'function readRows') })
  expect(functionNamed(profile, 'timer')?.share).toBeGreaterThan(0.5)
  const { calls } = present(profile.lines)
  expect([...calls.line]).toContain(lineWith(text, 'await sleep(30, 1)'))
})

test('a server of HTTP/2 has no requests that can be followed, which is a sentence', async () => {
  const { collect } = await profiledLaunch({
    profiler: waits,
    command: ['node', 'test/fixtures/waits/http2.mjs'],
    slices: [() => Promise.resolve()]
  })
  await expect(collect()).rejects.toMatchObject({
    code: 'ERR_EMPTY_PROFILE',
    message: expect.stringContaining('no request of HTTP/1.1 began and ended')
  })
})
