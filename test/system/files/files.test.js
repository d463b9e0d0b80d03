import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { copyToNew, cutMiddle, makeNewFolder, readTail, writeAtomic } from '../../../src/system/files/files.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

test('an existing folder is never reused', async () => {
  const parent = temporaryFolder()
  const made = await Promise.all(Array.from({ length: 5 }, () => makeNewFolder(parent, 'run')))
  expect(new Set(made).size).toBe(5)
  expect(readdirSync(parent).sort()).toEqual(['run', 'run-2', 'run-3', 'run-4', 'run-5'])
})

test('an atomic write makes its folder and leaves no part behind', async () => {
  const file = path.join(temporaryFolder(), 'deep', 'text')
  await writeAtomic(file, 'one')
  await writeAtomic(file, 'two')
  expect(readFileSync(file, 'utf8')).toBe('two')
  expect(readdirSync(path.dirname(file))).toEqual(['text'])
})

test('a copy takes the place of a link, and of another file', async () => {
  const folder = temporaryFolder()
  const [from, other, to] = ['from', 'other', 'to'].map(name => path.join(folder, name))
  writeFileSync(String(from), 'new')
  writeFileSync(String(other), 'private')
  symlinkSync(String(other), String(to))
  for (let copies = 0; copies < 2; copies++) await copyToNew(String(from), String(to))
  expect([other, to].map(file => readFileSync(String(file), 'utf8'))).toEqual(['private', 'new'])
})

test('the middle of a long file is cut, with a note of how much', async () => {
  const file = path.join(temporaryFolder(), 'log')
  writeFileSync(file, `${'a'.repeat(100)}${'b'.repeat(800)}${'c'.repeat(100)}`)
  expect(await cutMiddle(file, 100)).toBe(1000)
  expect(readFileSync(file, 'utf8')).toBe(
    `${'a'.repeat(100)}\n... 800 bytes cut here by the workshop ...\n${'c'.repeat(100)}`
  )
})

test('a short file is not changed', async () => {
  const file = path.join(temporaryFolder(), 'log')
  writeFileSync(file, 'short')
  expect(await cutMiddle(file, 100)).toBe(5)
  expect(readFileSync(file, 'utf8')).toBe('short')
})

test('the tail of a file is its last bytes, and empty for a missing file', () => {
  const file = path.join(temporaryFolder(), 'log')
  expect(readTail(file)).toBe('')
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'first\nlast\n')
  expect(readTail(file, 5)).toBe('last\n')
})

test('missing folders are made, and a failure is reported at once', async () => {
  const parent = path.join(temporaryFolder(), 'a', 'b')
  expect(await makeNewFolder(parent, 'run')).toBe(path.join(parent, 'run'))
  expect(await makeNewFolder(parent, 'run')).toBe(path.join(parent, 'run-2'))
  writeFileSync(path.join(parent, 'file'), '')
  await expect(makeNewFolder(path.join(parent, 'file', 'below'), 'run')).rejects.toMatchObject({ code: 'ENOTDIR' })
  if (existsSync('/proc/self'))
    await expect(makeNewFolder('/proc/nope/below', 'run')).rejects.toMatchObject({ code: 'ENOENT' })
})
