import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { withCheckouts } from '../../../src/measure/project/checkouts.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

/** @import { Checkout } from '../../../src/measure/project/checkouts.js' */

jest.setTimeout(60_000)
removeTemporaryFolders()

const { signal } = new AbortController()

/** Makes a repository with a project in a folder of it, and two commits. */
function makeRepository() {
  const top = realpathSync(temporaryFolder())
  const folder = path.join(top, 'api')
  mkdirSync(folder)
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: top, encoding: 'utf8' })
  const commit = (/** @type {string} */ text, /** @type {object} */ manifest) => {
    writeFileSync(path.join(folder, 'server.js'), text)
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
    git('add', '--all')
    git('commit', '--quiet', '--message', text)
  }
  git('init', '--quiet', '--initial-branch', 'main')
  commit('one', {})
  commit('two', {})
  return { top, folder, git, commit, worktrees: () => git('worktree', 'list').trim().split('\n') }
}

/** @type {<T>(folder: string, revisions: string[], use: (checkouts: Checkout[]) => T) => Promise<T>} */
function checkOut(folder, revisions, use) {
  return withCheckouts({ revisions, folder, signal, notify: () => {} }, async checkouts => use(checkouts))
}

test('each revision has the project in a folder of its own, which is removed after use', async () => {
  const { folder, worktrees } = makeRepository()
  writeFileSync(path.join(folder, 'server.js'), 'three')
  const roots = await checkOut(folder, ['HEAD~1', 'main', '.'], checkouts => {
    expect(checkouts.map(({ cwd }) => readFileSync(path.join(cwd, 'server.js'), 'utf8'))).toEqual([
      'one',
      'two',
      'three'
    ])
    expect(checkouts.map(({ cwd, root }) => path.relative(root, cwd))).toEqual(['api', 'api', 'api'])
    expect(checkouts.map(({ commit }) => commit.length > 0)).toEqual([true, true, false])
    return checkouts.map(({ root }) => root)
  })
  expect(worktrees()).toHaveLength(1)
  expect(roots.slice(0, 2).map(root => existsSync(root))).toEqual([false, false])
})

test('the folders are removed after a failure too, and worktrees of the user are not', async () => {
  const { folder, top, git, worktrees } = makeRepository()
  const own = path.join(temporaryFolder(), 'own')
  git('worktree', 'add', '--quiet', '--detach', own)
  const failing = checkOut(folder, ['HEAD~1', 'main'], () => {
    expect(worktrees()).toHaveLength(4)
    throw new RangeError('in the middle')
  })
  await expect(failing).rejects.toThrow('in the middle')
  expect(worktrees()).toHaveLength(2)
  expect(existsSync(own)).toBe(true)
  expect(existsSync(path.join(top, 'api/server.js'))).toBe(true)
})

test.each([
  ['that does not exist', ['main', 'no-such'], /^The revision no-such cannot be checked out: /],
  ['that is the same commit', ['main', 'HEAD'], /it is the same commit as main/]
])('a revision %s is refused', async (_what, revisions, message) => {
  const { folder, worktrees } = makeRepository()
  const refused = checkOut(folder, revisions, () => {})
  await expect(refused).rejects.toMatchObject({ code: 'ERR_REVISION', message: expect.stringMatching(message) })
  expect(worktrees()).toHaveLength(1)
})

test.each([
  ['of a merge', '<<<<<<< HEAD\n{}', 'JSON'],
  ['that is cut off', '{"dependencies":', 'JSON'],
  ['that is empty', '', 'JSON']
])('a package.json %s is named with its revision, with and without a lockfile', async (_what, text, words) => {
  const { folder, git, worktrees } = makeRepository()
  const commitFile = (/** @type {string} */ name, /** @type {string} */ content) => {
    writeFileSync(path.join(folder, name), content)
    git('add', '--all')
    git('commit', '--quiet', '--message', name)
  }
  commitFile('package.json', text)
  const refused = {
    code: 'ERR_REVISION',
    details: {
      revision: 'main',
      problem: expect.stringMatching(`^its api/package\\.json cannot be read \\(.*${words}.*\\); correct it and commit`)
    }
  }
  await expect(checkOut(folder, ['HEAD~1', 'main'], () => {})).rejects.toMatchObject(refused)
  commitFile('package-lock.json', '{}')
  await expect(checkOut(folder, ['HEAD~2', 'main'], () => {})).rejects.toMatchObject(refused)
  expect(worktrees()).toHaveLength(1)
})

test.each(['null', '[]', '{"dependencies":null}'])('a package.json with %s needs no packages', async text => {
  const { folder, git } = makeRepository()
  writeFileSync(path.join(folder, 'package.json'), text)
  git('commit', '--quiet', '--all', '--message', 'odd')
  expect(await checkOut(folder, ['HEAD~1', 'main'], checkouts => checkouts.length)).toBe(2)
})

test('packages without a lockfile are refused, and a lockfile that does not fit is an error of the install', async () => {
  const { folder, commit, worktrees } = makeRepository()
  commit('three', { dependencies: { express: '^5.0.0' } })
  await expect(checkOut(folder, ['HEAD~1', 'main'], () => {})).rejects.toMatchObject({
    code: 'ERR_REVISION',
    message: expect.stringMatching(/it has packages but no lockfile/)
  })
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  commit('four', { dependencies: { express: '^5.0.0' } })
  await expect(checkOut(folder, ['main', 'HEAD~2'], () => {})).rejects.toMatchObject({
    code: 'ERR_INSTALL',
    message: expect.stringMatching(/^npm ci .* failed for main \(exit code 1\)/)
  })
  expect(worktrees()).toHaveLength(1)
})
