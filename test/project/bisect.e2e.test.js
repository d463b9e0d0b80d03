import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

jest.setTimeout(300_000)
removeTemporaryFolders()

const workshop = path.resolve('scripts/workshop.js')
const guide = readFileSync(path.join(import.meta.dirname, '../../docs/compare.md'), 'utf8')
const [, section = ''] = /^## The commit that made it slower\n(.*?)\n## /ms.exec(guide) ?? []
const [script = ''] = section.match(/(?:^ {4}.*\n)+/m) ?? []
const SLOW_COMMIT = 6
const COMMITS = 8

/** Returns a server that does a tenth of a millisecond of work, and from one commit on twice as much. @param {number} commit */
function serverOf(commit) {
  return `// commit ${commit}
require('node:http').createServer((request, response) => {
  let sum = 0
  for (let at = 0; at < ${commit < SLOW_COMMIT ? 1e5 : 3e5}; at++) sum += at % 7
  response.end(String(sum > 0))
}).listen(process.env.PORT)
`
}

/** Makes the repository of the docs, its first commit tagged, and the script beside it. */
function repository() {
  const folder = temporaryFolder()
  const app = path.join(folder, 'app')
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: app, encoding: 'utf8' })
  execFileSync('git', ['init', '--quiet', app])
  for (let commit = 1; commit <= COMMITS; commit++) {
    writeFileSync(path.join(app, 'server.js'), serverOf(commit))
    git('add', '--all')
    git('commit', '--quiet', '--message', `commit-${commit}`)
    if (commit === 1) git('tag', 'v1.4')
  }
  writeFileSync(path.join(folder, 'bisect.sh'), script.replaceAll(/^ {4}/gm, ''))
  return { folder, app, git }
}

test('the script of docs/compare.md finds a planted commit of eight by real comparisons', async () => {
  const { folder, app, git } = repository()
  // The published command is this one.
  const npx = `shift; exec ${process.execPath} ${workshop} "$@" --quick --json > ${path.join(folder, 'last.json')}`
  writeProgram(path.join(folder, 'bin/npx'), npx)
  const env = { ...process.env, PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}` }
  git('bisect', 'start', 'HEAD', 'v1.4')
  const search = spawn('git', ['bisect', 'run', 'sh', '../bisect.sh'], { cwd: app, env, stdio: 'inherit' })
  const [code] = await once(search, 'close')
  expect(code).toBe(0)
  expect(git('log', '-1', '--format=%s', 'refs/bisect/bad').trim()).toBe(`commit-${SLOW_COMMIT}`)
})
