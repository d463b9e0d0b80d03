import { readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { askedVariants } from '../../src/compare/ask/asked-variants.js'
import { compare, profile } from '../../src/compare/index.js'
import { askedRequest } from '../../src/compare/requests/asked-requests.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

/** @import { Variant } from '../../src/experiments/types.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const command = ['node', path.resolve('test/fixtures/servers/answers.js')]
const servers = [
  { name: 'old', command },
  { name: 'new', command }
]

test.each([
  ['nothing', {}, /profile\(\): /],
  ['two servers', { server: servers[0], servers }, /servers/],
  ['a budget', { server: servers[0], budgets: { p99: '50ms' } }, /budgets: one server alone has no verdict/],
  ['only a verdict', { server: servers[0], only: 'verdict' }, /--only: one server alone has no verdict/],
  ['no profiler', { server: servers[0], profilers: [] }, /--profiler: a profile needs one/]
])('profile() refuses %s before a server starts', async (_what, options, message) => {
  const refused = profile(/** @type {any} */ (options))
  await expect(refused).rejects.toMatchObject({ code: 'ERR_BAD_OPTION', message: expect.stringMatching(message) })
})

test.each([
  ['nothing', undefined, /compare\(\): .*needs the key servers/],
  [
    'a wrong key',
    { servers: [servers[0], { name: 'b', comand: 'node b.js' }] },
    /comand is no key; did you mean command/
  ],
  ['a value of another type', { servers, rounds: 'nine' }, /rounds must be/],
  ['a key of files', { servers, refs: ['main'] }, /refs is a key of files only/],
  ['one server', { servers: servers.slice(0, 1) }, /servers: a comparison needs two/],
  ['equal names', { servers: [servers[0], servers[0]] }, /two names are equal/],
  ['a name that leads elsewhere', { servers: [servers[0], { name: '..', command }] }, /"\.\." is no name/],
  ['an unknown profiler', { servers, profilers: ['gdb'] }, /profilers\[0\] must be .*"gdb"/],
  ['an unknown load', { servers, loads: ['wrk'] }, /loads\[0\] must be .*"wrk"/],
  [
    '0x behind npm',
    { servers: [servers[0], { name: 'npm', command: ['npm', 'start'] }], profilers: ['0x'] },
    /needs commands/
  ],
  [
    'a folder that is not there',
    { servers: [servers[0], { name: 'b', command, cwd: '/no/such' }] },
    /there is no folder/
  ],
  [
    'a port that is none',
    { servers: [servers[0], { name: 'b', command, port: 0 }] },
    /servers\[1\]\.port must be .*, and is 0/
  ],
  [
    'a limit that is none',
    { servers: [servers[0], { name: 'b', command, memoryMB: 0.5 }] },
    /servers\[1\]\.memoryMB must be .*, and is 0\.5/
  ],
  ['a health path that is none', { servers, health: 'ready' }, /health must be .*"ready"/],
  ['a companion that needs a shell', { servers, companions: [{ command: 'a | b' }] }, /it needs a shell/],
  ['a companion in no folder', { servers, companions: [{ command: 'a', cwd: '/no/such' }] }, /there is no folder/],
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

test('the port that the responses came from is loaded in every launch, where a server has several', async () => {
  const controller = new AbortController()
  const several = ['node', path.resolve('test/fixtures/servers/several-ports.js')]
  const { folder } = await compare({
    servers: [
      { name: 'first', command: several },
      { name: 'named', command: several, port: 3999 },
      { name: 'only', command }
    ],
    profilers: [],
    loads: ['autocannon'],
    out: temporaryFolder(),
    health: '/',
    clean: [process.execPath, '-e', '0'],
    signal: controller.signal,
    onProgress: ({ type }) => type === 'round' && controller.abort()
  })
  const { experiment } = JSON.parse(readFileSync(path.join(folder, 'run.json'), 'utf8'))
  expect(experiment.variants.map((/** @type {Variant} */ { port }) => port)).toEqual([3998, 3999, undefined])
  expect(experiment.health).toBe('/')
})

test('a request that fails under load ends the run in the warm-up, also with a small share', async () => {
  const script = `let left = 30
require('http').createServer(({ url }, response) => {
  response.statusCode = url === '/b' && left-- <= 0 ? 429 : 200
  response.setHeader('content-type', 'text/plain').end('ok')
}).listen(0)`
  const limiting = ['node', '-e', script]
  const { problem } = await compare({
    servers: [
      { name: 'old', command: limiting },
      { name: 'new', command: limiting }
    ],
    requests: [{ path: '/a', weight: 19 }, { path: '/b' }],
    profilers: [],
    loads: ['autocannon'],
    only: 'verdict',
    out: temporaryFolder()
  })
  expect(problem).toMatchObject({ code: 'ERR_NOT_MEASURABLE', details: { request: 'GET /b' } })
  expect(problem?.message).toMatch(
    /to GET \/b cannot be measured: .* status other than 2xx; those of (old|new):? .*\. Run it by hand, and request \/b: node -e/
  )
})

test('no file of a run has a body, or values whose names say that they are secret', async () => {
  const controller = new AbortController()
  const secret = 'secret7'
  let stopping = 0
  const out = temporaryFolder()
  const env = { PASSWORD: secret, LOG: 'log7' }
  const { folder } = await compare({
    servers: [
      { name: 'first', command, env },
      { name: 'second', command: [...command, `--token=${secret}`], env }
    ],
    companions: [
      { command: ['node', '-e', 'require("net").createServer().listen(0)'], env },
      { command: ['node', '-e', 'require("net").createServer().listen(0)'], env: { ...env, PASSWORD: `${secret}8` } }
    ],
    request: { body: `name=${secret}`, headers: { 'x-jwt': secret } },
    profilers: [],
    loads: ['autocannon'],
    only: 'verdict',
    out,
    signal: controller.signal,
    onProgress: event => event.type === 'step' && event.step === 'stop' && ++stopping === 2 && controller.abort()
  })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => path.join(folder, name))
  const files = names.filter(name => statSync(name).isFile())
  expect(files.filter(name => readFileSync(name, 'latin1').includes(secret))).toEqual([])
  expect(files.filter(name => readFileSync(name, 'latin1').includes('log7')).map(name => path.basename(name))).toEqual(
    expect.arrayContaining(['run.json', 'launches.jsonl', 'analysis.json', 'report.html', 'summary.md'])
  )
  const { experiment } = JSON.parse(readFileSync(path.join(folder, 'run.json'), 'utf8'))
  expect(experiment.request.bodyBytes).toBe(12)
  expect(new Set(experiment.companions).size).toBe(2)
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
