import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

/**
 * Makes a repository with two commits and a lockfile, and a folder of programs that is first in PATH.
 * @param {string} lockfile
 */
function repositoryWith(lockfile) {
  const [folder, programs] = [temporaryFolder(), temporaryFolder()]
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch', 'main')
  for (const text of ['process.exit(3)', 'process.exit(4)']) {
    writeFileSync(path.join(folder, 'server.js'), text)
    writeFileSync(path.join(folder, 'package.json'), '{}')
    writeFileSync(path.join(folder, lockfile), '__metadata:')
    git('add', '--all')
    git('commit', '--quiet', '--message', text)
  }
  return {
    programs,
    /** @param {string} searched after the folder of programs */
    compare(searched = process.env.PATH ?? '') {
      const refs = ['--ref', 'main~1', '--ref', 'main']
      const env = { ...process.env, PATH: `${programs}${path.delimiter}${searched}` }
      return workshop(['compare', 'node server.js', ...refs, '--cwd', folder], env)
    }
  }
}

test.each([
  ['pnpm', 'pnpm-lock.yaml', 'install --frozen-lockfile --prefer-offline'],
  ['yarn', 'yarn.lock', 'install --immutable']
])('%s installs each revision that has %s, in its own folder', async (program, lockfile, args) => {
  const { programs, compare } = repositoryWith(lockfile)
  const asked = path.join(programs, 'asked')
  writeProgram(path.join(programs, program), `[ "$1" = --version ] && echo 4.18.1 || echo "$PWD $@" >> ${asked}`)
  const { stderr } = await compare()
  // Installed, and so started.
  expect(stderr).toMatch(/The server of main.1 ended before it listened \(exit code 3 after/)
  const lines = readFileSync(asked, 'utf8').trim().split('\n')
  expect(lines.map(line => line.replace(/^\S+ /, ''))).toEqual([args, args])
  const folders = lines.map(line => line.split(' ')[0] ?? '')
  expect(new Set(folders).size).toBe(2)
  for (const folder of folders) expect(existsSync(folder)).toBe(false)
})

test('what a package manager prints is part of the error', async () => {
  const { programs, compare } = repositoryWith('yarn.lock')
  writeProgram(
    path.join(programs, 'yarn'),
    '[ "$1" = --version ] && echo 4.18.1 && exit; echo "The lockfile would have been modified"; exit 1'
  )
  const { code, stderr } = await compare()
  expect(code).toBe(3)
  expect(stderr).toMatch(/yarn install --immutable failed for main~1 \(exit code 1\)\..*\n {4}The lockfile/)
})

test.each([
  ['pnpm-lock.yaml', /The revision main~1 has pnpm-lock\.yaml, and pnpm is not on this machine\. Install it, for/],
  ['yarn.lock', /The revision main~1 has yarn\.lock, and yarn 2 or later is not on this machine\. Install it/],
  ['bun.lock', /main~1 cannot be checked out: it has bun\.lock, and bun is not supported/]
])('%s without its program is invalid use', async (lockfile, message) => {
  const { programs, compare } = repositoryWith(lockfile)
  const [git = ''] = execFileSync('which', ['git'], { encoding: 'utf8' }).split('\n')
  writeProgram(path.join(programs, 'git'), `exec ${git} "$@"`)
  const { code, stderr } = await compare(temporaryFolder())
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

test('an older yarn, which would not read the lockfile, is not called', async () => {
  const { programs, compare } = repositoryWith('yarn.lock')
  writeProgram(path.join(programs, 'yarn'), `echo 1.22.22; echo "$@" >> ${programs}/asked`)
  const { code, stderr } = await compare()
  expect(stderr).toMatch(/has yarn\.lock, and yarn 2 or later is not on this machine/)
  expect(code).toBe(2)
  expect(readFileSync(path.join(programs, 'asked'), 'utf8')).toBe('--version\n')
})
