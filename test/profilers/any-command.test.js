import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, jest, test } from '@jest/globals'
import { prof } from '../../src/profilers/prof.js'
import { profiledLaunch } from '../helpers/profiled-launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

const nodeFolder = path.dirname(process.execPath)
const firstInPath = fileURLToPath(new URL('../../src/profilers/first-in-path', import.meta.url))

const server = `const { argv, env, execArgv, pid } = process
require('node:http')
  .createServer((_request, response) => response.end(JSON.stringify({ argv, options: env.NODE_OPTIONS, execArgv, pid })))
  .listen(0, '127.0.0.1')
process.on('SIGTERM', () => process.exit(7))
`
const starter = `require('node:child_process').spawn(process.execPath, ['server.cjs'], { stdio: 'inherit' })
`

/** Returns a project whose server starts in several ways. */
function project() {
  const folder = temporaryFolder()
  const bin = path.join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  const scripts = { start: 'node server.cjs', serve: 'served', other: `PATH=${nodeFolder}:$PATH npm start` }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'project', scripts }))
  writeFileSync(path.join(folder, 'server.cjs'), server)
  writeFileSync(path.join(folder, 'spawns.cjs'), starter)
  writeFileSync(path.join(folder, 'start.sh'), 'cd .\nexec node server.cjs "two words" "$@"\n')
  writeFileSync(path.join(bin, 'served'), `#!/usr/bin/env node\n${server}`)
  chmodSync(path.join(bin, 'served'), 0o755)
  return folder
}

/** @param {string[]} command @param {Record<string, string>} [env] */
async function launched(command, env) {
  const cwd = project()
  /** @type {any} */
  let seen
  const { folder, record } = await profiledLaunch({
    profiler: prof,
    command,
    env,
    settings: { cwd },
    slices: [async ask => (seen = JSON.parse((await ask()).text))]
  })
  const logged = readdirSync(folder).flatMap(name => /^isolate.*-(\d+)-v8\.log$/.exec(name)?.[1] ?? [])
  return { ...seen, record, logged: [...new Set(logged)].map(Number) }
}

test.each([
  ['npm start', ['npm', 'start']],
  ['a command of node_modules/.bin', ['node_modules/.bin/served']],
  ['the same behind npm', ['npm', 'run', 'serve']],
  ['a script', ['sh', 'start.sh']],
  ['a command of a shell', ['sh', '-c', 'cd . && node server.cjs']],
  ['a version manager that puts its node first in PATH', ['sh', '-c', `PATH=${nodeFolder}:$PATH npm start`]],
  ['the same inside a script of npm', ['npm', 'run', 'other']]
])('prof reaches the server of %s, and no package manager', async (_, command) => {
  const { execArgv, pid, logged, record } = await launched(command)
  expect(execArgv).toEqual(['--prof', expect.stringMatching(/^--logfile=/)])
  expect(logged).toEqual([pid])
  expect(record).toMatchObject({ command, nodePath: process.execPath, pid })
})

test('prof reaches a server that a program starts as process.execPath, as tsx and Yarn do', async () => {
  const { execArgv, pid, logged } = await launched(['env', 'node', 'spawns.cjs'])
  expect(execArgv).toEqual(['--prof', expect.stringMatching(/^--logfile=/)])
  expect(logged).toContain(pid)
})

test('a server behind a script has its arguments, NODE_OPTIONS, signals and exit code', async () => {
  const { argv, options, record } = await launched(['sh', 'start.sh', '--prof', 'a*'], {
    NODE_OPTIONS: '--no-warnings'
  })
  expect(argv.slice(2)).toEqual(['two words', '--prof', 'a*'])
  expect(options).toMatch(/^--no-warnings --require /)
  expect(record.exit).toEqual({ code: 7, signal: null, escalated: false })
})

test.each([
  ['process.exit(5)', { status: 5, signal: null }],
  ['process.kill(process.pid, "SIGKILL")', { status: null, signal: 'SIGKILL' }],
  ['process.stdin.pipe(process.stdout)', { status: 0, stdout: 'input' }]
])('the first node in PATH ends as node does, with its input and output: %s', (code, end) => {
  const WORKSHOP_V8_LOG = path.join(temporaryFolder(), 'v8.log')
  const env = { PATH: `${firstInPath}:${nodeFolder}:${process.env.PATH}`, WORKSHOP_V8_LOG }
  expect(spawnSync('node', ['-e', code], { env, input: 'input', encoding: 'utf8' })).toMatchObject(end)
})

test('a server whose command starts a binary of node by its path is not reached, and the message says so', async () => {
  const command = ['sh', '-c', `exec ${process.execPath} server.cjs`]
  await expect(launched(command)).rejects.toMatchObject({
    code: 'ERR_NOT_LOGGED',
    message: expect.stringMatching(/^prof does not reach the server: .* or use --profiler cdp\.$/)
  })
})
