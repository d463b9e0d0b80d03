import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readChanges } from '../../../src/measure/project/read-changes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const helper = ['function helper(items) {', '  return items.filter(item => item.isListed)', '}']
const before = ["import http from 'node:http'", '', ...helper, '', 'function answer() {', '  return 1', '}', '']

/** Makes a repository. */
function repository() {
  const top = temporaryFolder()
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: top, encoding: 'utf8' })
  git('init', '--quiet')
  return {
    top,
    git,
    /** @param {string} file @param {string[]} lines */
    write(file, lines) {
      mkdirSync(path.dirname(path.join(top, file)), { recursive: true })
      writeFileSync(path.join(top, file), lines.join('\n'))
    },
    /** Returns the name of a new commit with all files. */
    commit() {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', 'change')
      return git('rev-parse', '--short', 'HEAD').trim()
    }
  }
}

/** @param {string} top @param {string[]} commits the baseline first */
function changesIn(top, ...commits) {
  return readChanges(
    commits.map(commit => ({ commit })),
    top
  )
}

test('the new lines of scripts are in runs, and other files have none', async () => {
  const { top, write, commit } = repository()
  write('src/a b.js', before)
  write('package-lock.json', ['{}'])
  const baseline = commit()
  write('src/a b.js', ['// 1', '// 2', ...before.slice(0, 7), '  return work()', '}', ''])
  write('package-lock.json', ['{ }'])
  // The text of the second line looks like the name of a file.
  write('bin/www', ['#!/usr/bin/env node', '++ b/c.js'])
  expect(await changesIn(top, baseline, commit())).toEqual({
    files: [
      { file: 'bin/www', start: [1], count: [2] },
      { file: 'src/a b.js', start: [1, 10], count: [2, 1] }
    ],
    problem: null
  })
})

test('lines that moved, also with another indentation, are not new, and a renamed file has its new name', async () => {
  const { top, write, commit } = repository()
  const others = ['// a', '// b', '// c', '// d', '// e', '// f']
  write('old.js', [...before, ...others, ''])
  const baseline = commit()
  renameSync(path.join(top, 'old.js'), path.join(top, 'new.js'))
  const indented = helper.map(line => `  ${line}`)
  write('new.js', [...before.toSpliced(2, 3), ...others, ...indented, 'work()'])
  const { files } = (await changesIn(top, baseline, commit())) ?? {}
  // Lines 14 to 16 are those of the helper.
  expect(files).toEqual([{ file: 'new.js', start: [17], count: [1] }])
})

test('a removed file has changed in all lines', async () => {
  const { top, write, commit } = repository()
  write('server.js', before)
  const baseline = commit()
  rmSync(path.join(top, 'server.js'))
  expect((await changesIn(top, baseline, commit()))?.files).toEqual([{ file: 'server.js', start: [1], count: [1e9] }])
})

test('the working tree has what git does not know yet, and can be the baseline; settings of the user do not matter', async () => {
  const { top, write, git, commit } = repository()
  write('server.js', before)
  const baseline = commit()
  write('server.js', [...before.slice(0, 7), '  return 2', '}', ''])
  write('.gitignore', ['built.js'])
  write('built.js', ['1'])
  write('added.js', ['1'])
  git('config', 'diff.noprefix', 'true')
  expect((await changesIn(top, baseline, ''))?.files).toEqual([
    { file: 'server.js', start: [8], count: [1] },
    { file: 'added.js', start: [1], count: [1e9] }
  ])
  expect((await changesIn(top, '', baseline))?.files).toEqual([{ file: 'server.js', start: [8], count: [1] }])
})

test('a commit that is gone is a problem, and no changes', async () => {
  const { top, write, commit } = repository()
  write('server.js', before)
  const changes = await changesIn(top, 'deadbeef', commit())
  expect(changes).toEqual({ files: [], problem: expect.stringMatching(/deadbeef(?!.*shallow)/) })
})

test('a shallow clone has the changes between commits that it has, and the reason where it lacks one', async () => {
  const { top, write, git, commit } = repository()
  write('server.js', before)
  const gone = commit()
  write('server.js', ['// 1', ...before])
  const baseline = commit()
  write('server.js', ['// 1', '// 2', ...before])
  const candidate = commit()
  const clone = path.join(temporaryFolder(), 'clone')
  git('clone', '--quiet', '--depth', '2', `file://${top}`, clone)
  const files = [{ file: 'server.js', start: [2], count: [1] }]
  expect(await changesIn(clone, baseline, candidate)).toEqual({ files, problem: null })
  const problem = expect.stringMatching(
    new RegExp(`${gone}.*; this clone is shallow: git fetch --unshallow completes it$`)
  )
  expect(await changesIn(clone, gone, candidate)).toEqual({ files: [], problem })
})

test('variants that are no revisions, and one variant alone, have no changes', async () => {
  expect(await readChanges([{}, {}], '/')).toBeNull()
  expect(await readChanges([{ commit: 'deadbeef' }], '/')).toBeNull()
})
