import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { revisionsToCompare } from '../../../src/compare/config/revisions-to-compare.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const command = ['node', './a.js']
const needsPackages = JSON.stringify({ dependencies: { express: '5' } })

/** @param {Record<string, string>} files that are committed on the branch main */
function repositoryOf(files) {
  const folder = temporaryFolder()
  write(folder, files)
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'ignore' })
  git('init', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--allow-empty', '--message', 'first')
  return { folder, git }
}

/** @param {string} folder @param {Record<string, string>} files */
function write(folder, files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

test.each([
  ['no change', { 'a.js': '1' }, {}, null],
  ['a change', { 'a.js': '1' }, { 'a.js': '2' }, ['main', '.']],
  ['a new server', { 'b.js': '1' }, { 'a.js': '2', 'b.js': '2' }, null],
  [
    'packages with a lockfile',
    { 'a.js': '1', 'package.json': needsPackages, 'yarn.lock': '' },
    { 'a.js': '2' },
    ['main', '.']
  ],
  ['a damaged package.json', { 'a.js': '1', 'package.json': '{,}' }, { 'a.js': '2', 'package.json': '{}' }, null],
  ['packages without a lockfile', { 'a.js': '1', 'package.json': needsPackages }, { 'a.js': '2' }, null]
])('%s of the working tree', async (_what, committed, changed, expected) => {
  const { folder } = repositoryOf(committed)
  write(folder, changed)
  expect(await revisionsToCompare(folder, command)).toEqual(expected)
})

test('a branch is compared with main, another name of the main branch with the last commit', async () => {
  const { folder, git } = repositoryOf({ 'a.js': '1' })
  git('checkout', '-b', 'feature')
  write(folder, { 'a.js': '2' })
  git('commit', '--all', '--message', 'second')
  expect(await revisionsToCompare(folder, command)).toEqual(['main', '.'])
  git('branch', '--delete', '--force', 'main')
  expect(await revisionsToCompare(folder, command)).toBe(null)
  write(folder, { 'a.js': '3' })
  expect(await revisionsToCompare(folder, command)).toEqual(['HEAD', '.'])
})

test('a compiled server that is not in the revision is not compared', async () => {
  const { folder } = repositoryOf({ 'a.js': '1', '.gitignore': 'dist' })
  write(folder, { 'a.js': '2' })
  expect(await revisionsToCompare(folder, ['node', '--enable-source-maps', 'dist/main'])).toBe(null)
  expect(await revisionsToCompare(folder, ['node', '--enable-source-maps', 'a'])).toEqual(['main', '.'])
})

test('another command needs package.json in the revision', async () => {
  const { folder } = repositoryOf({ 'a.js': '1' })
  write(folder, { 'a.js': '2' })
  expect(await revisionsToCompare(folder, ['npm', 'start'])).toBe(null)
})

test('no repository has no revisions', async () => {
  expect(await revisionsToCompare(temporaryFolder(), command)).toBe(null)
})
