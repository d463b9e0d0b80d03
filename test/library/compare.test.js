import { realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { askedRequest } from '../../src/library/asked-request.js'
import { askedVariants } from '../../src/library/asked-variants.js'
import { compare } from '../../src/library/index.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const command = ['node', path.resolve('test/fixtures/servers/answers.js')]
const servers = [
  { name: 'old', command },
  { name: 'new', command }
]

test.each([
  ['one server', { servers: servers.slice(0, 1) }, /servers: a comparison needs two/],
  ['equal names', { servers: [servers[0], servers[0]] }, /two names are equal/],
  ['a name that leads elsewhere', { servers: [servers[0], { name: '..', command }] }, /"\.\." is no name/],
  ['an unknown profiler', { servers, profilers: ['gdb'] }, /--profiler: "gdb"/],
  ['an unknown load', { servers, loads: ['wrk'] }, /--load: "wrk"/],
  [
    'prof behind npm',
    { servers: [servers[0], { name: 'npm', command: ['npm', 'start'] }], profilers: ['prof'] },
    /needs commands/
  ],
  [
    'a folder that is not there',
    { servers: [servers[0], { name: 'b', command, cwd: '/no/such' }] },
    /there is no folder/
  ],
  ['a body of a GET', { servers, request: { method: 'GET', body: 'x' } }, /a GET request has no body/]
])('%s is refused before a server starts', async (_what, options, message) => {
  const refused = compare(/** @type {any} */ (options))
  await expect(refused).rejects.toMatchObject({ code: 'ERR_BAD_OPTION', message: expect.stringMatching(message) })
})

test('an interrupted comparison returns what it has, with the problem', async () => {
  const controller = new AbortController()
  const out = temporaryFolder()
  const { analysis, folder, page, problem } = await compare({
    servers,
    profilers: [],
    loads: ['autocannon'],
    out,
    signal: controller.signal,
    onProgress: ({ type }) => type === 'round' && controller.abort()
  })
  expect(problem).toMatchObject({ code: 'ERR_INTERRUPTED' })
  expect(analysis).toMatchObject({ status: 'interrupted', variants: ['old', 'new'] })
  expect(path.dirname(folder)).toBe(out)
  expect(page).toBe(path.join(folder, 'report.html'))
})

test('a body makes a POST, and no header is sent twice', () => {
  expect(askedRequest({ body: 'x', headers: { Accept: 'text/html' } })).toEqual({
    path: '/',
    method: 'POST',
    body: 'x',
    headers: { accept: 'text/html', 'accept-encoding': 'gzip' }
  })
})

test('servers in several folders have a copy of the project each, by the real path of the folder', () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  const link = path.join(one, 'link')
  symlinkSync(other, link, 'junction')
  const variants = askedVariants([
    { name: 'a', words: command, env: {}, cwd: one },
    { name: 'b', words: command, env: {}, cwd: link }
  ])
  expect(variants.map(({ root }) => root)).toEqual([realpathSync(one), realpathSync(other)])
})
