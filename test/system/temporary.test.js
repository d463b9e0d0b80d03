import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { processStart } from '../../src/system/process-table.js'
import { makeTemporary, removeLeftFolders } from '../../src/system/temporary.js'
import { hasProc } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

/** The id of a process that has ended. */
const ended = Number(spawnSync('true').pid)

/** Returns the name of a folder that another process made. @param {string} folder @param {{ pid?: number, start?: number | null, place?: string }} maker */
function nameOf(folder, { pid = ended, start = 1, place }) {
  const [, , , own] = path.basename(makeTemporary(folder)).split('-')
  return path.join(folder, `workshop-${pid}-${start}-${place ?? own}-abc`)
}

// In a container without /proc, a folder of the same name can be of another one: nothing is removed.
const removesLeft = process.platform !== 'linux' || hasProc ? test : test.skip

removesLeft('folders of processes that have ended are removed with their content, and all others stay', async () => {
  const folder = temporaryFolder()
  const own = makeTemporary(folder)
  const left = [nameOf(folder, {}), nameOf(folder, { pid: process.ppid, start: 1 })]
  const running = nameOf(folder, { pid: process.ppid, start: processStart(process.ppid) ?? 0 })
  const elsewhere = nameOf(folder, { place: '00000000' })
  const strange = path.join(folder, 'workshop-1-a')
  for (const each of [...left, running, elsewhere, strange]) mkdirSync(each)
  for (const each of left) writeFileSync(path.join(each, 'file'), '')
  const file = `${nameOf(folder, {})}-file`
  writeFileSync(file, '')
  const link = `${nameOf(folder, {})}-link`
  symlinkSync(elsewhere, link)
  await removeLeftFolders([folder])
  // Without /proc a later process of the same number cannot be distinguished.
  expect(left.map(each => existsSync(each))).toEqual([false, processStart(process.pid) === null])
  for (const each of [own, running, elsewhere, strange, file, link]) expect(existsSync(each)).toBe(true)
})

removesLeft('a worktree that was left is removed from its repository too, and those of a user stay', async () => {
  const folder = temporaryFolder()
  const repository = path.join(folder, 'repository')
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' })
  mkdirSync(repository)
  git('init', '--quiet')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--allow-empty', '--message', 'first')
  const left = nameOf(folder, {})
  const users = path.join(folder, 'users')
  for (const each of [left, users]) git('worktree', 'add', '--quiet', '--detach', each)
  await removeLeftFolders([folder])
  const listed = [...git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm)].map(
    ([, place = '']) => place
  )
  expect(listed.map(place => path.basename(place))).toEqual(['repository', 'users'])
  expect(readdirSync(folder)).not.toContain(path.basename(left))
})
