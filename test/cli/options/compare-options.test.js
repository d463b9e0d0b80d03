import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { helpOf } from '../../../src/cli/options/commands.js'
import { readCompareOptions } from '../../../src/cli/options/compare-options.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const servers = ['node server.js', 'LOG=1 node server.js']

test('the shortest use: variants, a GET request, two profilers, a closed and an open loop', () => {
  const { variants, requests, profilers, generators } = readCompareOptions(servers)
  expect(variants).toEqual([
    { name: 'baseline', command: ['node', 'server.js'], env: {}, cwd: process.cwd(), contentEncoding: null },
    { name: 'LOG=1', command: ['node', 'server.js'], env: { LOG: '1' }, cwd: process.cwd(), contentEncoding: null }
  ])
  const headers = { accept: '*/*', 'accept-encoding': 'gzip' }
  expect(requests).toEqual([{ name: 'GET /', weight: 1, path: '/', headers }])
  expect({ profilers, generators }).toEqual({ profilers: ['prof', 'cdp'], generators: ['autocannon', 'paced'] })
})

test('words in quotes stay together, and variables of the shell have their values', () => {
  process.env.WORKSHOP_TEST_PORT = '81'
  const [{ command, env }] = readCompareOptions([
    `A='b c' node "my server.js" --port=$WORKSHOP_TEST_PORT`,
    'node b.js'
  ]).variants
  expect({ command, env }).toEqual({ command: ['node', 'my server.js', '--port=81'], env: { A: 'b c' } })
})

test('a secret is in no name of a variant', () => {
  const { variants } = readCompareOptions(['node a.js', 'DB_PASSWORD=x node a.js', 'node a.js --token=y'])
  expect(variants.map(({ name }) => name)).toEqual(['baseline', 'DB_PASSWORD', 'token'])
  expect(variants[1]?.env).toEqual({ DB_PASSWORD: 'x' })
})

test('versions of node for one command', () => {
  const { variants, nodes } = readCompareOptions(['node server.js', '--node', '20,24.1'])
  expect(nodes).toEqual(['20', '24.1'])
  expect(variants.map(({ name }) => name)).toEqual(['node 20', 'node 24.1'])
})

test('a file that is loaded first, as an ES module or as CommonJS', () => {
  const preloads = [
    '--preload',
    'src/cli/main.js',
    '--preload',
    'src/measure/agent/agent.cjs',
    '--preload',
    'some-apm/register'
  ]
  const { variants } = readCompareOptions(['node server.js', ...preloads])
  expect(variants.map(({ name, env }) => [name, env.NODE_OPTIONS?.split(' ').slice(-2)])).toEqual([
    ['baseline', undefined],
    ['main.js', ['--import', pathToFileURL('src/cli/main.js').href]],
    ['agent.cjs', ['--require', JSON.stringify(path.resolve('src/measure/agent/agent.cjs'))]],
    ['register', ['--require', '"some-apm/register"']]
  ])
})

test('a file that is loaded first is relative to the folder of the command', () => {
  const [, preloaded] = readCompareOptions([
    'node server.js',
    '--preload',
    './agent.cjs',
    '--cwd',
    'src/measure/agent'
  ]).variants
  expect(preloaded?.env.NODE_OPTIONS).toContain(JSON.stringify(path.resolve('src/measure/agent/agent.cjs')))
})

test('a file that is loaded first, of a package whose package.json is damaged, is refused with the name of that', () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), '{ "type": }')
  writeFileSync(path.join(folder, 'a.js'), '')
  expect(() => readCompareOptions(['node server.js', '--preload', path.join(folder, 'a.js')])).toThrow(
    /^--preload: .*package\.json cannot be read: Unexpected token/
  )
})

test('versions of a package', () => {
  const { variants, packages } = readCompareOptions(['node a.js', '--package', '@fastify/cookie@10, 11.0.2'])
  expect(variants.map(({ name }) => name)).toEqual(['cookie@10', 'cookie@11.0.2'])
  expect(packages).toEqual(['10', '11.0.2'].map(version => ({ name: '@fastify/cookie', version })))
})

test('revisions of one command', () => {
  const { variants, revisions } = readCompareOptions(['npm start', '--ref', 'origin/main', '--ref', '.'])
  expect(revisions).toEqual(['origin/main', '.'])
  expect(variants.map(({ name, command }) => [name, command])).toEqual([
    ['origin-main', ['npm', 'start']],
    ['working tree', ['npm', 'start']]
  ])
})

test.each([
  [['--quick'], null],
  [['--cold'], null],
  [
    ['--only', 'verdict'],
    ['autocannon', 'paced']
  ]
])('%j has no profilers, and needs no package that is not installed with this one', (options, expected) => {
  const { profilers, generators } = readCompareOptions([...servers, ...options])
  expect({ profilers, generators }).toEqual({ profilers: [], generators: expected })
})

test('prof and cdp are the usual profilers of any command; 0x is refused where one does not begin with node', () => {
  expect(readCompareOptions(['npm start', 'npm run other']).profilers).toEqual(['prof', 'cdp'])
  expect(() => readCompareOptions(['npm start', 'npm run other', '--profiler', '0x,cdp'])).toThrow(
    /--profiler: 0x needs commands that begin with node\. Allowed: prof, cdp/
  )
})

test('a body makes a POST, headers replace the usual ones', () => {
  const args = [
    '--path',
    '/items?x=1',
    '--body',
    '{"a":1}',
    '--header',
    'Content-Type: application/json',
    '--header',
    'accept-encoding: br'
  ]
  expect(readCompareOptions([...servers, ...args]).requests[0]).toMatchObject({
    path: '/items?x=1',
    method: 'POST',
    body: '{"a":1}',
    headers: { accept: '*/*', 'accept-encoding': 'br', 'content-type': 'application/json' }
  })
})

test('of a full URL its path is requested, and the server in it is named', () => {
  const { requests, origin } = readCompareOptions([...servers, '--path', 'http://me:pw@localhost:3000/info?x=1'])
  expect(requests[0]).toMatchObject({ path: '/info?x=1' })
  expect(origin).toBe('http://localhost:3000')
})

test('commands before and after, a health path, and a port for all variants or one for each', () => {
  const around = ['--prepare', 'npm run build', '--clean', 'A=1 rm -r dist', '--health', '/ready', '--port', '3000']
  const { prepare, clean, health, variants } = readCompareOptions([...servers, ...around])
  expect(prepare).toEqual({ words: ['npm', 'run', 'build'], env: {} })
  expect(clean).toEqual({ words: ['rm', '-r', 'dist'], env: { A: '1' } })
  expect(health).toBe('/ready')
  expect(variants.map(({ port }) => port)).toEqual([3000, 3000])
  const ports = readCompareOptions([...servers, '--port', '1', '--port', '65535']).variants
  expect(ports.map(({ port }) => port)).toEqual([1, 65535])
})

test('a memory limit for all variants or one for each', () => {
  const limitsOf = (/** @type {string[]} */ ...options) =>
    readCompareOptions([...servers, ...options]).variants.map(({ memoryMB }) => memoryMB)
  expect(limitsOf('--memory', '512')).toEqual([512, 512])
  expect(limitsOf('--memory', '512', '--memory', '256')).toEqual([512, 256])
  expect(limitsOf()).toEqual([undefined, undefined])
})

test('companions start in the folder of the first variant', () => {
  const asked = ['--companion', 'PORT=81 node upstream.js', '--companion', 'redis-server', '--cwd', 'src']
  const cwd = path.resolve('src')
  expect(readCompareOptions([...servers, ...asked]).companions).toEqual([
    { name: 'PORT=81 node upstream.js', command: ['node', 'upstream.js'], env: { PORT: '81' }, cwd },
    { name: 'redis-server', command: ['redis-server'], env: {}, cwd }
  ])
})

test('names and folders, one per command', () => {
  const args = ['--name', 'old', '--name', 'new', '--cwd', 'src', '--cwd', 'test']
  const { variants } = readCompareOptions([...servers, ...args])
  expect(variants.map(({ name, cwd }) => [name, cwd])).toEqual([
    ['old', path.resolve('src')],
    ['new', path.resolve('test')]
  ])
})

test.each([
  [[], /it needs two commands, or one command and what differs/],
  [['node a.js', '--ref', 'main'], /--ref: there is nothing to compare with.*or the command profile/],
  [['node a.js', '--fail-if-slower'], /--fail-if-slower: one server alone has no verdict.*two commands for compare/],
  [['node a.js', '--node', '24', '--preload', './x'], /--node: it cannot be used with --preload/],
  [['node a.js', '--package', 'express'], /--package: "express" is no package with versions/],
  [['node a.js', '--package', 'express@4'], /--package: there is nothing to compare with/],
  [['node a.js', '--package', 'express@4,4'], /--package: two of its values are equal/],
  [['node a.js', '--preload', './no-such.js'], /--preload: there is no file/],
  [[...servers, '--ref', 'main', '--ref', 'HEAD'], /--ref: it compares variants of one command/],
  [['node a.js', '--ref', 'main', '--ref', 'main'], /--ref: two of its values are equal/],
  [['node a.js | tee x', 'node b.js'], /it needs a shell.*one program with its arguments/],
  [['node *.js', 'node b.js'], /it needs a shell/],
  [['A=1', 'node b.js'], /it names no program/],
  [[...servers, '--name', 'one'], /--name: 1 values for 2 variants/],
  [[...servers, '--name', 'a', '--name', 'a'], /two names are equal/],
  [[...servers, '--name', '../a', '--name', 'b'], /"..\/a" is no name/],
  [[...servers, '--name', '../../../x', '--name', '..'], /"..\/..\/..\/x" is no name/],
  [[...servers, '--cwd', 'no-such'], /there is no folder/],
  [[...servers, '--path', 'info'], /"info" is no path/],
  [[...servers, '--header', 'no colon'], /is no header/],
  [[...servers, '--header', 'a: b\r\nc: d'], /is no header/],
  [[...servers, '--method', 'HEAD'], /"HEAD" is not one of its values.*GET, POST/],
  [[...servers, '--method', 'GET', '--body', 'x'], /a GET request has no body/],
  [[...servers, '--body', 'x', '--body-file', 'y'], /either --body or --body-file/],
  [[...servers, '--body-file', 'no-such'], /no-such/],
  [['node a.js', '--node', '20,'], /--node: one of its values is empty/],
  [['node a.js', '--node', '20,24', '--cwd', 'src', '--cwd', 'test'], /cannot be used with several --cwd/],
  [[...servers, '--health', 'ready'], /--health: "ready" is no path/],
  [[...servers, '--port', 'http'], /--port: "http" is not such a number.*from 1 to 65535/],
  [[...servers, '--memory', '0x10'], /--memory: "0x10" is not such a number.*from 1 to 1000000/],
  [[...servers, '--port', '1', '--port', '2', '--port', '3'], /--port: 3 values for 2 variants/],
  [[...servers, '--memory', '0'], /--memory: 0 is not such a number/],
  [
    [...servers, '--companion', 'redis-server', '--companion', 'redis-server'],
    /--companion: two of its values are equal/
  ],
  [[...servers, '--clean', 'rm -r dist && ls'], /it needs a shell/],
  [[...servers, '--turbo'], /Unknown option '--turbo'.*--profiler.*--path/],
  [
    [...servers, '--pathh', '/'],
    /Unknown option '--pathh' \(did you mean --path\?\)\. Allowed: what compare --help lists\./
  ],
  [[...servers, '--profiler', 'cpd'], /--profiler: "cpd" is not one of its values \(did you mean cdp\?\)/],
  [[...servers, '--path', 'http://'], /--path: "http:\/\/" is no path/],
  [['http://localhost:3000/a'], /"http:\/\/localhost:3000\/a": it is a URL\. Allowed: the command of that server/]
])('refuses %j', (args, message) => {
  expect(() => readCompareOptions(args)).toThrow(message)
})

test('every option of compare is in its help', () => {
  const text = helpOf('compare')
  const allowed = /Allowed: (.*)\./.exec(messageOfUse())?.[1]?.split(' ') ?? []
  expect(allowed.length).toBeGreaterThan(20)
  for (const option of allowed) expect(text).toContain(option)
})

/** Returns the message that lists all options. */
function messageOfUse() {
  try {
    readCompareOptions(['--no-such-option'])
    return ''
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

test('several requests, with weights and methods, and the same headers', () => {
  const args = [
    '--request',
    '3x GET /items',
    '--request',
    '/items/7',
    '--request',
    'post /items',
    '--header',
    'X-A: 1',
    '--short'
  ]
  const headers = { accept: '*/*', 'accept-encoding': 'gzip', 'x-a': '1' }
  expect(readCompareOptions([...servers, ...args]).requests).toEqual([
    { name: 'GET /items', weight: 3, path: '/items', headers },
    { name: 'GET /items/7', weight: 1, path: '/items/7', headers },
    { name: 'POST /items', weight: 1, method: 'POST', path: '/items', headers }
  ])
})

test('headers of the command replace those of a file of requests', () => {
  const args = ['--requests', 'test/fixtures/requests/shop.yml', '--header', 'Authorization: Bearer 456']
  const { requests, leftOut } = readCompareOptions([...servers, ...args])
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer 456'))
  expect(leftOut).toContainEqual({ what: 'think', count: 2 })
})

test.each([
  [['--request', '/a', '--path', '/b'], /--request: it cannot be used with --path/],
  [['--requests', 'a.har', '--body', 'x'], /--requests: it cannot be used with --body/],
  [['--request', '/a', '--requests', 'a.har'], /--requests: there is a --request too/],
  [['--request', '3x FETCH /a'], /"FETCH" is not one of its values/],
  [['--request', 'items'], /"items" is no request/],
  [['--requests', '/no/such.har'], /ENOENT/]
])('%j is refused', (args, message) => {
  expect(() => readCompareOptions([...servers, ...args])).toThrow(message)
})

test.each([
  [['node src/server.js --port=1'], 'node server.js --port=1', ['node', 'src/server.js', '--port=1']],
  [['node a.js', '--ref', 'HEAD'], 'HEAD', ['node', 'a.js']],
  [['node a.js', '--node', '24'], 'node 24', ['node', 'a.js']],
  [['node a.js', '--name', 'shop'], 'shop', ['node', 'a.js']]
])('%j is one server to profile, with two profilers and where its requests wait', (args, name, command) => {
  const { variants, profilers } = readCompareOptions(args, null, 'profile')
  expect(variants.map(each => [each.name, each.command])).toEqual([[name, command]])
  expect(profilers).toEqual(['prof', 'cdp', 'waits'])
})

test('one command with nothing to compare it with is profiled', () => {
  expect(readCompareOptions(['node a.js']).variants).toHaveLength(1)
  expect(readCompareOptions(['npm start']).profilers).toEqual(['prof', 'cdp', 'waits'])
})

test('a preload to profile is loaded before the only variant', () => {
  const { variants } = readCompareOptions(['node a.js', '--preload', 'some-apm'], null, 'profile')
  expect(variants.map(({ env }) => env.NODE_OPTIONS)).toEqual([expect.stringMatching(/--require "some-apm"$/)])
})

test.each([
  [[], /profile: it measures one server, and there are 0/],
  [servers, /profile: it measures one server, and there are 2/],
  [['node a.js', '--ref', 'main', '--ref', 'HEAD'], /--ref: a profile has one variant/],
  [['node a.js', '--node', '20,24'], /--node: a profile has one variant/],
  [['node a.js', '--profiler', 'none'], /--profiler: a profile needs one/],
  [['node a.js', '--quick'], /--quick: one server alone has no verdict.*--short/],
  [['node a.js', '--until', '1%'], /--until: one server alone has no verdict/],
  [['node a.js', '--only', 'verdict'], /--only: one server alone has no verdict/],
  [['node a.js', '--against', 'b'], /--against: one server alone has no verdict/],
  [['node a.js', '--no-such'], /^profile: Unknown option '--no-such'.*--profiler(?!.*--until)/]
])('profile %j is refused with what to do', (args, message) => {
  expect(() => readCompareOptions(args, null, 'profile')).toThrow(
    expect.objectContaining({ code: 'ERR_BAD_OPTION', message: expect.stringMatching(message) })
  )
})
