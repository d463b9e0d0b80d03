import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readEvent, revisionsOf } from '../../scripts/action/revisions.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()
let folder = ''
/** @type {Record<'first' | 'main' | 'branch' | 'orphan', string>} */
let commits

beforeAll(function makeRepository() {
  folder = mkdtempSync(path.join(tmpdir(), 'workshop-test-'))
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
  git('checkout', '--quiet', '--orphan', 'orphan')
  const orphan = commit('orphan')
  git('checkout', '--quiet', 'main')
  commits = { first, branch, orphan, main: commit('main') }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

test('without a common commit, and in a shallow clone, the advice is to check out the whole history', () => {
  const advice = /git finds no merge base of \w+ and \w+: check out the whole history, with fetch-depth: 0/
  expect(() => mergeBaseIn(folder, commits.orphan)).toThrow(advice)
  const shallow = path.join(temporaryFolder(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', '--branch', 'branch', `file://${folder}`, shallow])
  expect(() => mergeBaseIn(shallow, commits.main)).toThrow(advice)
})

test('where git fails for another reason its text is the message', () => {
  const missing = '1'.repeat(40)
  expect(() => mergeBaseIn(folder, missing)).toThrow(
    new RegExp(`^git merge-base ${missing} ${commits.branch} failed: .*${missing}`)
  )
  expect(() => mergeBaseIn(temporaryFolder(), commits.main)).toThrow(/ failed: .*git/)
})

test('an event that is damaged or missing is named', () => {
  const file = path.join(temporaryFolder(), 'event.json')
  expect(() => readEvent({ GITHUB_EVENT_PATH: file })).toThrow(/event\.json, cannot be read: ENOENT/)
  writeFileSync(file, '{"pull_request":')
  expect(() => readEvent({ GITHUB_EVENT_PATH: file })).toThrow(/event\.json, cannot be read: .*JSON/)
  expect(readEvent({})).toEqual({})
})

/** @param {string} repository @param {string} base */
function mergeBaseIn(repository, base) {
  const event = { pull_request: { number: 1, base: { sha: base }, head: { sha: commits.branch } } }
  return revisionsOf({ base: '', head: '', event, folder: repository })
}
