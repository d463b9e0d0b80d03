import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { readCompareConfig, readCompareOptions } from '../../src/cli/options/compare-options.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const servers = [
  { name: 'old', command: 'A=1 node a.js', env: { A: '2', B: '3' } },
  { command: ['node', 'b c.js', '$HOME'] }
]

/** @param {unknown} config @param {string[]} args */
async function read(config, ...args) {
  const folder = temporaryFolder()
  const file = path.join(folder, 'a.json')
  writeFileSync(file, JSON.stringify(config, null, 2))
  const all = [...args, '--config', file]
  return { folder, options: readCompareOptions(all, await readCompareConfig(all)) }
}

/** @param {string} text @param {string} [name] */
function fileOf(text, name = 'a.js') {
  const file = path.join(temporaryFolder(), name)
  writeFileSync(file, text)
  return file
}

test('a file has what the command line has: variants, the request, how to measure', async () => {
  const request = { path: '/items', method: 'PUT', headers: { Accept: 'text/html' }, body: 'x' }
  const measured = { profilers: [], loads: ['paced'], rounds: 7, maxSeconds: 60, seed: 0, out: './runs' }
  const { folder, options } = await read({ servers, request, ...measured, prepare: ['npm', 'run', 'a b'] })
  expect(options.variants.map(({ name, command, env }) => ({ name, command, env }))).toEqual([
    { name: 'old', command: ['node', 'a.js'], env: { A: '1', B: '3' } },
    { name: 'b c.js -HOME', command: ['node', 'b c.js', '$HOME'], env: {} }
  ])
  expect(options.requests[0]).toMatchObject({
    path: '/items',
    method: 'PUT',
    body: 'x',
    headers: { accept: 'text/html' }
  })
  expect(options).toMatchObject({ profilers: [], generators: ['paced'], rounds: 7, maxMs: 60_000, seed: 0 })
  expect(options.out).toBe(path.join(folder, 'runs'))
  expect(options.prepare).toEqual({ words: ['npm', 'run', 'a b'], env: {} })
})

test('without more than servers the defaults are those of the command line', async () => {
  const { folder, options } = await read({ servers })
  expect(options).toMatchObject({
    profilers: ['prof', 'cdp'],
    generators: ['autocannon', 'paced'],
    out: 'profiles',
    prepare: null
  })
  expect(options.variants.map(({ cwd }) => path.basename(String(cwd)))).toEqual([
    path.basename(folder),
    path.basename(folder)
  ])
})

test.each([
  [{ refs: ['main', '.'] }, ['main', 'working tree'], { revisions: ['main', '.'] }],
  [{ nodes: ['20', '24'] }, ['node 20', 'node 24'], { nodes: ['20', '24'] }],
  [{ preloads: ['some-apm/register'] }, ['baseline', 'register'], {}]
])('one server and %j', async (difference, names, expected) => {
  const { options } = await read({ servers: [{ command: 'node a.js' }], ...difference })
  expect(options.variants.map(({ name }) => name)).toEqual(names)
  expect(options).toMatchObject(expected)
})

test('what runs around the servers, and what only one server has', async () => {
  const companions = [{ command: 'A=1 node up.js', env: { B: '2' } }]
  const around = { clean: 'npm run drop', health: '/ready', companions }
  const own = [
    { command: 'node a.js', port: 3000 },
    { command: 'node b.js', memoryMB: 512 }
  ]
  const { folder, options } = await read({ servers: own, ...around })
  expect(options).toMatchObject({ clean: { words: ['npm', 'run', 'drop'] }, health: '/ready' })
  expect(options.companions).toMatchObject([{ command: ['node', 'up.js'], env: { A: '1', B: '2' } }])
  expect(options.companions.map(({ cwd }) => path.basename(cwd))).toEqual([path.basename(folder)])
  expect(options.variants.map(({ port, memoryMB }) => [port, memoryMB])).toEqual([
    [3000, undefined],
    [undefined, 512]
  ])
})

test('several requests, and what is typed in their place', async () => {
  const requests = [
    { path: '/a', weight: 3 },
    { path: '/b', body: 'x', name: 'b' }
  ]
  const { options } = await read({ servers, requests })
  expect(options.requests).toMatchObject([
    { name: 'GET /a', path: '/a', weight: 3 },
    { name: 'b', path: '/b', method: 'POST', body: 'x', weight: 1 }
  ])
  const typed = await read({ servers, requests }, '--path', '/c')
  expect(typed.options.requests).toMatchObject([{ name: 'GET /c' }])
  const several = await read({ servers, request: { path: '/a', body: 'x' } }, '--request', 'GET /c')
  expect(several.options.requests).toMatchObject([{ name: 'GET /c' }])
})

test('what is typed wins', async () => {
  const config = { servers, rounds: 7, request: { path: '/a', body: 'x', headers: { a: 'b' } } }
  const { options } = await read(config, '--path', '/b', '--until', '1%', '--name', 'x', '--name', 'y', '--cwd', 'src')
  expect(options).toMatchObject({ rounds: undefined, untilHalfWidth: 0.01, requests: [{ path: '/b', body: 'x' }] })
  expect(options.variants.map(({ name, cwd }) => [name, cwd])).toEqual([
    ['x', path.resolve('src')],
    ['y', path.resolve('src')]
  ])
})

test('commands that are typed replace the servers, another difference replaces that of the file', async () => {
  const config = { servers: [{ name: 'a', command: 'node a.js', cwd: 'no-such' }], refs: ['main', '.'], rounds: 7 }
  const { options } = await read(config, 'node c.js', '--node', '20,24')
  expect(options).toMatchObject({ rounds: 7, revisions: [], nodes: ['20', '24'] })
  expect(options.variants.map(({ name, command, cwd }) => [name, command, cwd])).toEqual([
    ['node 20', ['node', 'c.js'], process.cwd()],
    ['node 24', ['node', 'c.js'], process.cwd()]
  ])
})

test('to profile, a file has the server and its request, without what is compared', async () => {
  const config = { servers: [servers[0]], refs: ['main', '.'], budgets: { p99: '+3%' }, request: { path: '/items' } }
  const folder = temporaryFolder()
  const file = path.join(folder, 'a.json')
  writeFileSync(file, JSON.stringify(config))
  const args = ['--config', file]
  const options = readCompareOptions(args, await readCompareConfig(args, 'profile'), 'profile')
  expect(options).toMatchObject({ revisions: [], budgets: [], requests: [{ path: '/items' }] })
  expect(options.variants.map(({ name, command }) => [name, command])).toEqual([['old', ['node', 'a.js']]])
})

test.each([
  [{ servers: [servers[0], servers[0]] }, [], /a\.json:2: servers: two names are equal/],
  [
    { servers: [servers[0]], budgets: { p99: '50ms' } },
    [],
    /a\.json:\d+: budgets: one server alone has no verdict\. Allowed: a profile without it .* two commands for compare\.$/
  ],
  [
    { servers, request: { path: '/a' }, requests: [{ path: '/b' }] },
    [],
    /a\.json:\d+: requests: the file has the key request too\. Allowed: one of the two keys\.$/
  ],
  [{ servers: [{ command: 'a | b' }] }, [], /a\.json:4: servers\[0\]\.command: it needs a shell/],
  [{ servers, refs: ['main', '.'] }, [], /a\.json:\d+: refs: it compares variants of one command/],
  [{ servers, request: { method: 'GET', body: 'x' } }, [], /a\.json:\d+: request\.body: a GET request has no body/],
  [{ servers, request: { headers: { a: 'b\r\nc: d' } } }, [], /a\.json:\d+: request\.headers: .* is no header/s],
  [{ servers }, ['--name', 'a', '--name', 'a'], /^--name: two names are equal/],
  [{ servers }, ['--rounds', '0'], /^--rounds: "0"/]
])('%j %j is refused where it was written', async (config, args, message) => {
  await expect(read(config, ...args)).rejects.toMatchObject({
    code: 'ERR_BAD_OPTION',
    message: expect.stringMatching(message)
  })
})

test.each([
  [
    'an unknown key',
    '{\n"servers": [\n{ "comand": "a" }\n]}',
    'a.json',
    /a\.json:3: servers\[0\]\.comand is no key; did you mean command\?/
  ],
  ['a comma too many', '{\n"servers": [\n{ "command": "a" },\n]}', 'a.json', /a\.json:4: Unexpected token/],
  ['an empty file', '\n', 'a.json', /a\.json:1: the file is empty$/],
  [
    'a key that is there twice',
    '{\n"rounds": 5,\n"rounds": 9 }',
    'a.json',
    /a\.json:3: the key "rounds" is there twice$/
  ],
  ['an error of syntax', '{\n"servers": [}\n', 'a.json', /a\.json:2: Unexpected token/],
  ['a module that cannot be parsed', '\nexport default { servers: [}', 'a.mjs', /a\.mjs:2: Unexpected token/],
  [
    'a function that throws',
    'export default () => {\n\nthrow new Error("no database") }',
    'a.mjs',
    /a\.mjs:3: no database$/
  ],
  ['a module that throws no error', 'throw null', 'a.mjs', /a\.mjs: null$/],
  [
    'an error that nothing awaits',
    'Promise.reject(new Error("later")); await new Promise(() => {})',
    'a.mjs',
    /a\.mjs:1: later$/
  ],
  ['a property that throws', 'export default { get servers() { throw new Error("no") } }', 'a.mjs', /a\.mjs:1: no$/],
  ['a value that is no JSON', 'export default { rounds: 9n }', 'a.mjs', /a\.mjs: .*BigInt$/],
  [
    'a module of nothing',
    'export const a = 1',
    'a.mjs',
    /a\.mjs: the configuration must be an object, and is undefined/
  ],
  [
    'a key of a module',
    'export default { servers: [], rounds: "9" }',
    'a.mjs',
    /a\.mjs: rounds must be a whole number from 1 to 200, and is "9"/
  ]
])('%s is one message with file and line, without a stack', async (_what, text, name, message) => {
  const { code, stdout, stderr } = await workshop(['compare', '--config', fileOf(text, name), '--dry-run'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.trim()).toMatch(message)
  expect(stderr).not.toMatch(/\n\s+at /)
})

test.each([
  ['an object', 'export default { servers: [{ command: "node a.js" }, { command: "node b.js" }] }', 'a.mjs'],
  [
    'an async function',
    'export default async () => ({ servers: [{ command: "node a.js" }, { command: "node b.js" }] })',
    'a.mjs'
  ],
  ['CommonJS', 'module.exports = { servers: [{ command: "node a.js" }, { command: "node b.js" }] }', 'a.cjs']
])('a module can export %s', async (_what, text, name) => {
  const { code, stdout, stderr } = await workshop(['compare', '--config', fileOf(text, name), '--dry-run'])
  expect(stderr).toMatch(new RegExp(`^Configuration: .*${name}\n`))
  expect(code).toBe(0)
  expect(stdout).toMatch(/up: 01-.*\b(a|b)\.js/)
})

test('a file that is nested too deeply, that is too large, or that is a pipe is refused with its name', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const pipe = path.join(temporaryFolder(), 'a.json')
  const modulePipe = path.join(path.dirname(pipe), 'a.js')
  execFileSync('mkfifo', [pipe, modulePipe])
  for (const [file, message] of /** @type {const} */ ([
    [fileOf(`{ "servers": ${deep} }`, 'a.json'), /a\.json: it is nested too deeply$/],
    [
      fileOf(`"${'x'.repeat(2e6)}"`, 'a.json'),
      /a\.json cannot be read: it has 3 MB, and at most 1 MB are read; name a file of text$/
    ],
    [pipe, /a\.json cannot be read: it is a pipe, not a file; name a file of text$/],
    [modulePipe, /a\.js cannot be read: it is a pipe, not a file; name a file/],
    ['/dev/zero', /zero cannot be read: it is a device, not a file; name a file/]
  ]))
    await expect(readCompareConfig(['--config', file])).rejects.toMatchObject({
      code: 'ERR_CONFIG',
      message: expect.stringMatching(message)
    })
})

test('a file that is not there is refused, and commands alone read none', async () => {
  await expect(readCompareConfig(['--config', 'no-such.json'])).rejects.toThrow(
    /--config: there is no file .*no-such\.json/
  )
  await expect(readCompareConfig(['--config', 'test'])).rejects.toThrow(/--config: \/.*\/test is a folder\. Allowed/)
  await expect(readCompareConfig(['node a.js', 'node b.js'])).resolves.toBe(null)
})

test('the file of the working directory is read where no command is typed; two files are refused', async () => {
  const file = fileOf(
    JSON.stringify({ servers: [{ command: 'node a.js' }, { command: 'node b.js' }] }),
    'workshop.config.json'
  )
  const folder = path.dirname(file)
  const dryRun = (/** @type {string[]} */ ...args) => workshop(['compare', ...args, '--dry-run'], undefined, folder)
  expect(await dryRun()).toMatchObject({ code: 0, stderr: 'Configuration: workshop.config.json\n' })
  expect(await dryRun('node c.js', 'node d.js')).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(path.join(folder, 'workshop.config.js'), 'export default {}')
  expect(await dryRun()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/there are workshop\.config\.js and workshop\.config\.json/)
  })
})
