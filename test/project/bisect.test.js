import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { helpOf } from '../../src/cli/options/commands.js'
import { writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/compare.md'), 'utf8')
const [, section = ''] = /^## The commit that made it slower\n(.*?)\n## /ms.exec(guide) ?? []
/** The blocks of code, without their indentation. */
const [script = '', commands = ''] = [...section.matchAll(/(?:^ {4}.*\n)+/gm)].map(([block]) =>
  block.replaceAll(/^ {4}/gm, '')
)
const [search = '', reset = ''] = commands.split(/^(?=git bisect reset)/m)

/**
 * Makes a repository with one commit per exit code, the first one tagged as known to be fast, and the script of the docs beside it. In
 * place of the tool a program ends with the code of the commit that is checked out.
 * @param {number[]} codes
 */
function repositoryOf(codes) {
  const [folder, programs] = [temporaryFolder(), temporaryFolder()]
  const repository = path.join(folder, 'app')
  const environment = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}` }
  const run = { cwd: repository, env: environment, encoding: /** @type {const} */ ('utf8') }
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], run)
  const asked = path.join(folder, 'asked')
  writeProgram(
    path.join(programs, 'npx'),
    `echo "$(git log -1 --format=%s) $@" >> ${asked}; exit $(git show HEAD:code)`
  )
  writeFileSync(path.join(folder, 'bisect.sh'), script)
  execFileSync('git', ['init', '--quiet', repository])
  for (const [at, code] of codes.entries()) {
    // Also where the code is that of the commit before.
    writeFileSync(path.join(repository, 'server.js'), `// ${at + 1}\n`)
    writeFileSync(path.join(repository, 'code'), `${code}\n`)
    git('add', '--all')
    git('commit', '--quiet', '--message', `commit-${at + 1}`)
    if (at === 0) git('tag', 'v1.4')
  }
  return {
    /** @param {string} text */
    shell: text => spawnSync('sh', ['-c', text], run),
    found: () => git('log', '-1', '--format=%s', 'refs/bisect/bad').trim(),
    head: () => git('log', '-1', '--format=%s').trim(),
    calls: () => readFileSync(asked, 'utf8').trim().split('\n')
  }
}

test('the script of docs/compare.md finds the planted commit of eight, and skips those that were not measured', () => {
  const { shell, found, head, calls } = repositoryOf([0, 0, 0, 3, 2, 0, 1, 1])
  const { stdout, status } = shell(search)
  expect(stdout).toContain('is the first bad commit')
  expect({ status, found: found() }).toEqual({ status: 0, found: 'commit-7' })
  const measured = calls().map(call => call.split(' ')[0])
  expect(measured).toEqual(expect.arrayContaining(['commit-6', 'commit-7']))
  expect(measured.some(name => name === 'commit-4' || name === 'commit-5')).toBe(true)
  shell(reset)
  expect(head()).toBe('commit-8')
})

test('each commit is compared with the one that is known to be fast, by options that exist', () => {
  const { shell, calls } = repositoryOf([0, 0, 0, 0, 1, 1, 1, 1])
  shell(search)
  const help = helpOf('compare')
  for (const call of calls()) {
    expect(call).toContain('profiling-workshop compare node server.js --path /items --ref v1.4 --ref HEAD ')
    for (const [option] of call.matchAll(/--[a-z-]+/g)) expect(help).toContain(option)
  }
})

test('an interrupted comparison ends the search, with no commit found', () => {
  const { shell } = repositoryOf([0, 0, 0, 130, 130, 0, 1, 1])
  const { status, stdout } = shell(search)
  expect(status).not.toBe(0)
  expect(stdout).not.toContain('is the first bad commit')
})
