import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { RunFolder } from '../../src/runs/run-folder.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(240_000)
removeTemporaryFolders()

const example = path.resolve('examples/login')
const servers = ['node server.js', 'AUDIT=on node server.js']
/** Few launches: what costs several times as much needs no verdict, which a busy machine would withhold. */
const brief = ['--quick', '--rounds', '2']

/**
 * Compares, and returns what is saved and printed, once each request of each slice was answered with 2xx.
 * @param {string[]} args
 */
async function compare(...args) {
  const out = path.join(temporaryFolder(), 'profiles')
  const { code, stderr } = await workshop(['compare', ...args, '--out', out])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const [run = ''] = readdirSync(out).filter(name => name.includes('compare'))
  const root = path.join(out, run)
  const { slices, launches } = new RunFolder(root).read()
  expect(slices.length).toBeGreaterThan(0)
  expect(slices.filter(({ non2xx, errors }) => non2xx + errors > 0)).toEqual([])
  expect(launches.map(({ login }) => login?.requests)).toEqual(launches.map(() => 1))
  /** @type {Analysis} */
  const analysis = JSON.parse(readFileSync(path.join(root, 'analysis.json'), 'utf8'))
  expect(analysis.login).toMatchObject({ requests: 1 })
  const [manifest = '', summary = ''] = ['run.json', 'summary.md'].map(name =>
    readFileSync(path.join(root, name), 'utf8')
  )
  return { analysis, slices, manifest, summary }
}

test('a route behind the session of a cookie is compared', async () => {
  const { analysis, manifest, summary } = await compare(
    ...servers,
    ...['--login', path.join(example, 'session.json'), '--header', 'cookie: session={{session}}'],
    ...['--path', '/account', '--cwd', example],
    ...brief
  )
  expect(analysis.verdicts[0]?.size?.relative?.relative).toBeGreaterThan(0.5)
  expect(summary).toMatch(/Login: 1 request per launch before its warm-up, in [\d.,]+ \S+; in no slice/)
  expect(manifest).not.toMatch(/swordfish/)
  expect(manifest).toMatch(/session=\{\{session\}\}/)
})

test('a route behind a bearer token is compared by each generator and under each kind of profiler', async () => {
  const profilers = ['prof', 'cdp', 'heap', '0x', 'waits']
  const { analysis, slices } = await compare(
    ...servers,
    ...['--login', path.join(example, 'token.json'), '--header', 'authorization: Bearer {{token}}'],
    ...['--path', '/orders', '--load', 'autocannon,paced,artillery', '--profiler', profilers.join()],
    ...['--short', '--rounds', '2', '--duration', '0.2', '--cwd', example]
  )
  expect(analysis.toolProblems).toEqual([])
  const generators = new Set(slices.map(({ load }) => load.generator))
  expect([...generators].sort()).toEqual(['artillery', 'autocannon', 'paced', 'sockets'])
  expect(new Set(slices.map(({ profiler }) => profiler))).toEqual(new Set(['none', ...profilers]))
})

test('items that are created and then read, by several requests of a configuration, are compared in two revisions', async () => {
  const folder = temporaryFolder()
  cpSync(example, folder, { recursive: true })
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  const server = path.join(folder, 'server.js')
  writeFileSync(server, readFileSync(server, 'utf8').replace("process.env.AUDIT === 'on'", 'true'))
  const config = {
    servers: [{ command: 'node server.js' }],
    refs: ['HEAD', '.'],
    requests: [{ path: '/items/{{id}}', weight: 3 }, { path: '{{location}}' }],
    login: JSON.parse(readFileSync(path.join(folder, 'create.json'), 'utf8'))
  }
  const file = path.join(folder, 'workshop.config.json')
  writeFileSync(file, JSON.stringify(config))
  const { analysis } = await compare('--config', file, ...brief)
  expect(analysis.verdicts[0]?.size?.relative?.relative).toBeGreaterThan(0.5)
  expect(analysis.requests?.map(({ name }) => name)).toEqual(['GET /items/{{id}}', 'GET {{location}}'])
})
