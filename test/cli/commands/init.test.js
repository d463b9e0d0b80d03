import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'
import { workshop } from '../../helpers/workshop.js'

jest.setTimeout(90_000)
removeTemporaryFolders()

/** Responds on /items only; with NODE_ENV=production it ends if that is asked for. */
const server = `import { createServer } from 'node:http'
if (process.env.NODE_ENV === 'production' && process.env.NEEDS_SECRET) process.exit(1)
createServer(function answer({ url }, response) {
  response.writeHead(url === '/items' ? 200 : 404, { 'content-type': 'application/json' }).end('[]')
}).listen(4999)
const routes = { list: { url: '/items' } }
`

const requireHttp = "const { createServer } = require('node:http')"

/** @param {Record<string, string>} files */
function projectOf(files) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

/** @param {string} folder @param {string[]} args */
function run(folder, ...args) {
  return workshop(args, { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) }, folder)
}

/** @param {string} folder */
function configOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'workshop.config.json'), 'utf8'))
}

/** @param {string} folder @param {string[]} args */
function git(folder, ...args) {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    stdio: 'ignore'
  })
}

test('init finds the command and a route, and writes a file that compare reads', async () => {
  const manifest = JSON.stringify({ type: 'module', scripts: { start: 'node app.js' }, dependencies: { fastify: '5' } })
  const folder = projectOf({ 'package.json': manifest, 'app.js': server })
  const { code, stdout, stderr } = await run(folder, 'init')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n').slice(0, -1)).toEqual([
    'Framework: fastify',
    'Starting: node app.js (from package.json, scripts.start)',
    '  listens on port 4999',
    '  GET /: 404 application/json, 2.00 B',
    '  GET /items: 200 application/json, 2.00 B',
    'Route: /items, the only one that responds with 2xx and that a user would ask for',
    'workshop.config.json is written: it compares baseline and NODE_ENV=production.',
    expect.stringMatching(/^Next: .* compare, or .* compare --quick for a short trial$/)
  ])
  expect(configOf(folder)).toEqual({
    servers: [
      { name: 'baseline', command: 'node app.js' },
      { name: 'NODE_ENV=production', command: 'node app.js', env: { NODE_ENV: 'production' } }
    ],
    request: { path: '/items' }
  })
  const plan = await run(folder, 'compare', '--dry-run')
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringMatching(/up: 01-.*NODE_ENV=production/) })
  const again = await run(folder, 'init')
  expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/workshop\.config\.json exists/) })
})

/**
 * The sources of a server that responds with the given texts, elsewhere with that of *, or with 404. It ends where it is asked for /shutdown.
 * @param {Record<string, string>} texts by path
 */
function serverOf(texts) {
  return `const texts = ${JSON.stringify(texts)}
const files = ['/about']
const server = require('node:http').createServer(function answer({ url }, response) {
  if (url === '/shutdown') process.exit(1)
  if (files.includes(url)) response.setHeader('last-modified', new Date().toUTCString())
  const text = texts[url] ?? texts['*']
  response.writeHead(text === undefined ? 404 : 200).end(text)
})
server.listen(4998)
const routes = [${Object.keys(texts).map(route => `{ path: '${route}' }`)}]
`
}

test.each([
  [
    'the largest response',
    { '/health': 'ok', '/': 'hello', '/users': 'u'.repeat(300), '/items': 'i'.repeat(900), '/about': 'a'.repeat(5000) },
    '/items',
    ['Route: /items, the largest response of 3 routes that a user would ask for', 'Others, by --path: /users, /'],
    'Not requested: /health (health check), /shutdown (side effect)'
  ],
  [
    'the only one',
    { '/healthz': 'ok', '/favicon.ico': 'f'.repeat(900), '/shutdown': '', '/list': '[]' },
    '/list',
    ['Route: /list, the only one that responds with 2xx and that a user would ask for'],
    'Not requested: /healthz (health check), /favicon.ico (static file), /shutdown (side effect)'
  ],
  [
    'the page of a server that responds to every path',
    { '*': 'hello' },
    '/',
    ['Route: /, the only one that responds with 2xx and that a user would ask for'],
    'Not requested: /shutdown (side effect)'
  ],
  [
    'a health check where there is nothing else',
    { '/shutdown': '', '/readyz': 'ok' },
    '/readyz',
    ['Route: /readyz, a health check: no other route responds with 2xx. --path names one with more work'],
    'Not requested: /shutdown (side effect)'
  ]
])('the route is %s, and init says why', async (_what, texts, expected, lines, left) => {
  const folder = projectOf({ 'server.js': serverOf(/** @type {Record<string, string>} */ (texts)) })
  const { code, stdout } = await run(folder, 'init')
  expect(code).toBe(0)
  expect(configOf(folder).request.path).toBe(expected)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining([...lines, left]))
})

test('a file that ends is skipped; production mode only where the server starts in it', async () => {
  const folder = projectOf({ 'package.json': '{"type":"module"}', 'app.js': 'process.exit(3)', 'index.js': server })
  const { code, stdout } = await workshop(
    ['init'],
    { ...process.env, NEEDS_SECRET: '1', GIT_CEILING_DIRECTORIES: path.dirname(folder) },
    folder
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/Starting: node app\.js .*\nStarting: node index\.js/)
  expect(configOf(folder).servers.map((/** @type {any} */ { command, env }) => [command, env])).toEqual([
    ['node index.js', undefined],
    ['node index.js', { EXAMPLE: 'on' }]
  ])
})

test('a working tree that differs from the main branch is compared with it', async () => {
  const folder = projectOf({ 'package.json': '{"type":"module"}', 'server.js': server })
  git(folder, 'init', '--initial-branch', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '--message', 'first')
  writeFileSync(path.join(folder, 'server.js'), `${server}// changed`)
  expect(await run(folder, 'init', '--path', '/items')).toMatchObject({ code: 0 })
  expect(configOf(folder)).toEqual({
    servers: [{ command: 'node server.js' }],
    refs: ['main', '.'],
    request: { path: '/items' }
  })
})

test('what npm runs before the start is run first, and again in the copy of each revision', async () => {
  const scripts = { prestart: 'node build.js', start: 'node dist/main.js' }
  const build = "require('node:fs').cpSync('main.txt', 'dist/main.js')"
  const files = { 'build.js': build, 'main.txt': server, '.gitignore': 'dist' }
  const folder = projectOf({ 'package.json': JSON.stringify({ scripts }), ...files })
  writeFileSync(path.join(folder, 'main.txt'), server.replace("import { createServer } from 'node:http'", requireHttp))
  git(folder, 'init', '--initial-branch', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '--message', 'first')
  writeFileSync(path.join(folder, 'build.js'), `${build}// changed`)
  const { stdout } = await run(folder, 'init', '--path', '/items')
  expect(stdout).toMatch(/Preparing: npm run prestart\nStarting: node dist\/main\.js/)
  expect(configOf(folder)).toEqual({
    servers: [{ command: 'node dist/main.js' }],
    refs: ['main', '.'],
    request: { path: '/items' },
    prepare: 'npm run prestart'
  })
})

test('a revision that cannot be started is not compared', async () => {
  const folder = projectOf({ 'package.json': '{"type":"module"}' })
  git(folder, 'init', '--initial-branch', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '--message', 'first')
  writeFileSync(path.join(folder, 'server.js'), server)
  git(folder, 'add', '.')
  await run(folder, 'init')
  expect(configOf(folder)).toMatchObject({ servers: [{ name: 'baseline' }, { name: 'NODE_ENV=production' }] })
})

test.each([
  ['nothing to start', {}, [], 2, /has nothing that starts a server.*init 'node my-server\.js'/],
  [
    'a server that ends',
    { 'server.js': 'console.error("no key"); process.exit(3)' },
    [],
    3,
    /ended before it listened \(exit code 3 after.*no key/s
  ],
  [
    'no route',
    { 'package.json': '{"type":"module"}', 'server.js': server },
    ['--path', '/none'],
    3,
    /responds with 2xx to none of \/none/
  ],
  ['two commands', {}, ['node a.js', 'node b.js'], 2, /name one command/]
])('%s writes no file', async (_what, files, args, expected, message) => {
  const folder = projectOf(/** @type {Record<string, string>} */ (files))
  const { code, stderr } = await run(folder, 'init', ...args)
  expect(code).toBe(expected)
  expect(stderr).toMatch(message)
  expect(() => configOf(folder)).toThrow(/ENOENT/)
})
