import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { onLinux } from '../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'
import { workshop } from '../helpers/workshop.js'

jest.setTimeout(60_000)
removeTemporaryFolders()

test('without a command the help is printed, and that is invalid use', async () => {
  const [none, asked] = await Promise.all([workshop([]), workshop(['help'])])
  expect(none).toEqual({ ...asked, code: 2 })
})

test('help of a command is the same by its three names, and a command that does not exist has none', async () => {
  const [one, long, short, none] = await Promise.all(
    [
      ['help', 'list'],
      ['list', '--help'],
      ['list', '-h'],
      ['help', 'nope']
    ].map(args => workshop(args))
  )
  expect(one?.stdout).toMatch(/^Usage: .* list/)
  expect([long, short]).toEqual([one, one])
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^There is no command "nope"/) })
})

test('--help after another argument of inspect is that of the app', async () => {
  const { code, stdout } = await workshop(['inspect', '--port=0', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Usage: node server\.js/m)
})

test('where the heap of Node.js is too small for a command, that is said before it begins', () => {
  const args = ['--max-old-space-size=24', 'scripts/workshop.js', 'list']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/heap of Node\.js is limited/)
})

test('an error of a configuration that nothing awaits ends the command, without a stack of Node.js', async () => {
  const folder = temporaryFolder()
  const text = `setTimeout(() => { throw new TypeError('planted') })
    await new Promise(resolve => setTimeout(resolve, 5000))`
  writeFileSync(path.join(folder, 'workshop.config.mjs'), text)
  const { code, stderr } = await workshop(['compare', '--config', 'workshop.config.mjs'], process.env, folder)
  expect(code).toBe(2)
  expect(stderr).toMatch(/planted/)
  expect(stderr).not.toMatch(/^Node\.js v/m)
})

onLinux('on a full disk the command says that nothing could be printed', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/workshop.js', 'help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8'
  })
  closeSync(full)
  expect(status).toBe(3)
  expect(stderr).toMatch(/^The report could not be printed: ENOSPC/)
})
