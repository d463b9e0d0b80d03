import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { revisionsOf } from '../../scripts/action/revisions.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()
let folder = ''
/** @type {Record<'first' | 'main' | 'branch', string>} */
let commits

beforeAll(function makeRepository() {
  folder = temporaryFolder()
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' })
  const commit = (/** @type {string} */ text) => {
    writeFileSync(path.join(folder, 'file'), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', text)
    return git('rev-parse', 'HEAD').trim()
  }
  git('init', '--quiet', '--initial-branch', 'main')
  const first = commit('first')
  git('checkout', '--quiet', '-b', 'branch')
  const branch = commit('branch')
  git('checkout', '--quiet', 'main')
  commits = { first, branch, main: commit('main') }
})

test('a pull request is compared with its merge base, not with the tip of its base branch', () => {
  const event = { pull_request: { number: 1, base: { sha: commits.main }, head: { sha: commits.branch } } }
  expect(revisionsOf({ base: '', head: '', event, folder })).toEqual({ base: commits.first, head: commits.branch })
})

test('a push is compared with the commit before it, and the first one of a branch with its parent', () => {
  const event = { before: commits.first, after: commits.main }
  expect(revisionsOf({ base: '', head: '', event, folder })).toEqual({ base: commits.first, head: commits.main })
  const made = { before: '0'.repeat(40), after: commits.main }
  expect(revisionsOf({ base: '', head: '', event: made, folder }).base).toBe(`${commits.main}~1`)
})

test('revisions that are named win over those of the event', () => {
  const event = { before: commits.first, after: commits.main }
  expect(revisionsOf({ base: 'v1', head: 'v2', event, folder })).toEqual({ base: 'v1', head: 'v2' })
})

test('without a common history there is no merge base', () => {
  const event = { pull_request: { number: 1, base: { sha: '1'.repeat(40) }, head: { sha: commits.branch } } }
  expect(() => revisionsOf({ base: '', head: '', event, folder })).toThrow()
})
