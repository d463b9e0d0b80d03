import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { freePortLike } from '../../src/system/ports.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

/** @import { Analysis } from '../../src/types.js' */

jest.setTimeout(180_000)
removeTemporaryFolders()

/** Listens on a fixed port, and its function `sumRoots` costs about 100 µs where the environment or the revision says so. */
const server = (/** @type {string} */ isSlow) => `import { createServer } from 'node:http'
import { sumRoots } from './sum-roots.js'

createServer(function answer(_request, response) {
  const sum = sumRoots(${isSlow} ? 60_000 : 10)
  response.setHeader('content-type', 'text/plain').end(String(sum > 0))
}).listen(3999)
`
const sumRoots = `export function sumRoots(count) {
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.sqrt(index)
  return sum
}
`
const brief = ['--load', 'autocannon', '--short', '--profiler', 'prof,cdp']

/** @param {string} isSlow */
function makeProject(isSlow) {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(path.join(folder, 'sum-roots.js'), sumRoots)
  writeFileSync(path.join(folder, 'server.js'), server(isSlow))
  return folder
}

/** @param {string[]} args @returns {Promise<Analysis>} */
function compare(...args) {
  return compareWith([...args, ...brief])
}

/** @param {string[]} args @param {string} [cwd] @returns {Promise<Analysis>} */
async function compareWith(args, cwd) {
  const out = path.join(temporaryFolder(), 'profiles')
  const { code, stderr } = await workshop(['compare', ...args, '--out', out], undefined, cwd)
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  const [run = ''] = readdirSync(out).filter(name => name.includes('compare'))
  return JSON.parse(readFileSync(path.join(out, run, 'analysis.json'), 'utf8'))
}

/** Commits what a folder has, and returns a function that runs git there. @param {string} folder */
function makeRepository(folder) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'fast')
  return git
}

/** @param {Analysis} analysis @param {string} folder */
function expectTruth({ verdicts, blames, responses }, folder) {
  expect(verdicts.map(({ verdict, lean }) => lean ?? verdict)).toEqual(['slower'])
  const [largest] = blames[0]?.rows ?? []
  expect(largest?.owner).toEqual({ name: 'sumRoots', file: path.join(folder, 'sum-roots.js'), line: 1 })
  expect(responses.map(({ wantedPort }) => wantedPort)).toEqual([3999, 3999])
}

test('two commands of a project with a fixed port: the verdict, and the function by its file', async () => {
  const folder = makeProject('process.env.SLOW')
  const analysis = await compare('node server.js', 'SLOW=1 node server.js', '--cwd', folder)
  expect(analysis.variants).toEqual(['baseline', 'SLOW=1'])
  expectTruth(analysis, folder)
})

test('two revisions: a function is the same in both copies, and the copies are removed', async () => {
  const folder = makeProject('false')
  const git = makeRepository(folder)
  writeFileSync(path.join(folder, 'server.js'), server('true'))
  git('commit', '--quiet', '--all', '--message', 'slow')
  const analysis = await compare('node server.js', '--ref', 'HEAD~1', '--ref', 'main', '--cwd', folder)
  expect(analysis.variants).toEqual(['HEAD-1', 'main'])
  expectTruth(analysis, folder)
  expect(analysis.sources?.find(({ file }) => file.endsWith('sum-roots.js'))?.text?.lines[0]).toMatch(
    /^export function/
  )
  // The call in server.js is what changed. Without a verdict no line is blamed.
  const blamed = analysis.cards.flatMap(({ places }) => places.flatMap(({ lines = [] }) => lines))
  for (const { inRange } of blamed) expect(inRange).toBe('called')
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
})

/** Uses about 200 µs of CPU per request. */
const upstream = `import { createServer } from 'node:http'

createServer(function burn(_request, response) {
  let sum = 0
  for (let index = 0; index < 120_000; index++) sum += Math.sqrt(index)
  response.end(String(sum > 0))
}).listen(Number(process.env.PORT), '127.0.0.1')
`
const caller = `import { Agent, createServer, get } from 'node:http'
import { once } from 'node:events'

const agent = new Agent({ keepAlive: true })
createServer(async function callUpstream(_request, response) {
  for (let calls = 0; calls < Number(process.env.CALLS); calls++) {
    const [answer] = await once(get({ port: process.env.UPSTREAM, agent }), 'response')
    await answer.resume().toArray()
  }
  response.setHeader('content-type', 'text/plain').end('done')
}).listen(0)
`

test('a companion: its CPU per request is that of the calls, and it is stopped; the folder is cleaned', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(path.join(folder, 'upstream.js'), upstream)
  writeFileSync(path.join(folder, 'server.js'), caller)
  const port = await freePortLike(0)
  const commands = [1, 3].map(calls => `UPSTREAM=${port} CALLS=${calls} node server.js`)
  const clean = `node -e 'fs.writeFileSync("cleaned", "")'`
  const around = ['--companion', `PORT=${port} node upstream.js`, '--clean', clean, '--cwd', folder]
  const { companions = [], servers } = await compareWith([...commands, ...around, '--quick', '--memory', '2000'])
  expect(companions.map(({ companion }) => companion)).toEqual([`PORT=${port} node upstream.js`])
  // Three calls cost three times as much as one.
  const { relative = 0 } = companions[0]?.changes['CALLS=3'] ?? {}
  expect(relative).toBeGreaterThan(1)
  expect(relative).toBeLessThan(3)
  expect(servers.map(({ nodeVersion }) => nodeVersion)).toEqual([process.version, process.version])
  expect(servers.every(({ memory }) => memory && memory.peakBytes !== null && memory.peakBytes > 20e6)).toBe(true)
  expect(existsSync(path.join(folder, 'cleaned'))).toBe(true)
  expect(await freePortLike(port)).toBe(port)
})

test('init in a project with a change, and compare without arguments: the change, and the function', async () => {
  const folder = makeProject('false')
  makeRepository(folder)
  writeFileSync(path.join(folder, 'server.js'), server('true'))
  const { code } = await workshop(['init'], undefined, folder)
  expect(code).toBe(0)
  const analysis = await compareWith(brief, folder)
  expect(analysis.variants).toEqual(['main', 'working tree'])
  expectTruth(analysis, folder)
})
