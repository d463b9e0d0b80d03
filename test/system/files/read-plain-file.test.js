import * as fs from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** What another process does just before a file is opened, and just after. */
let meanwhile = { before() {}, after() {} }
jest.unstable_mockModule('node:fs', () => ({ ...fs, openSync: openMeanwhile }))
const { plainFileFault, readPlainFile, readPlainLines } = await import('../../../src/system/files/read-plain-file.js')

/** @type {(...args: Parameters<typeof fs.openSync>) => number} */
function openMeanwhile(...args) {
  meanwhile.before()
  const descriptor = fs.openSync(...args)
  meanwhile.after()
  meanwhile = { before() {}, after() {} }
  return descriptor
}

/** Returns a folder with the file `inside`, and a file beside the folder. */
function twoFiles() {
  const within = path.join(temporaryFolder(), 'run')
  fs.mkdirSync(within)
  const [inside, outside] = [path.join(within, 'inside'), path.join(within, '../outside')]
  fs.writeFileSync(inside, 'one\ntwo\n')
  fs.writeFileSync(outside, 'secret')
  return { within, inside, outside }
}

/** @param {string} file @param {string} target */
function linkInstead(file, target) {
  fs.rmSync(file, { force: true })
  fs.symlinkSync(target, file)
}

test('an error of what takes the lines is thrown as it is, also one with a code', () => {
  const { inside } = twoFiles()
  const bug = Object.assign(new TypeError('a bug'), { code: 'ERR_INVALID_ARG_TYPE' })
  function failAtSecond(/** @type {string | null} */ _line, /** @type {number} */ number) {
    if (number === 2) throw bug
  }
  expect(() => readPlainLines(inside, failAtSecond)).toThrow(bug)
})

test('a file within a folder may have a name that begins with two dots, and may be reached by a link there', () => {
  const { within, inside } = twoFiles()
  const dotted = path.join(within, '..a')
  fs.renameSync(inside, dotted)
  linkInstead(inside, dotted)
  for (const file of [dotted, inside]) expect(readPlainFile(file, { within })).toBe('one\ntwo\n')
})

test.each([
  ['a link out of the folder', 'outside', 'outside'],
  ['a folder outside', '.', 'outside'],
  ['a link to nothing', 'run/none', 'not-a-file']
])('%s is not read', (_what, target, fault) => {
  const { within, inside, outside } = twoFiles()
  linkInstead(inside, path.join(outside, '..', target))
  expect(plainFileFault(inside, { within })).toBe(fault)
})

test('a file that becomes a link out of the folder while it is opened is not read', () => {
  const { within, inside, outside } = twoFiles()
  meanwhile.before = () => linkInstead(inside, outside)
  expect(plainFileFault(inside, { within })).toBe('outside')
})

test('nor is one whose link leads back into the folder once it is open', () => {
  const { within, inside, outside } = twoFiles()
  const link = path.join(within, 'link')
  linkInstead(link, inside)
  meanwhile = { before: () => linkInstead(link, outside), after: () => linkInstead(link, inside) }
  expect(plainFileFault(link, { within })).toBe('unreadable')
  expect(readPlainFile(link, { within })).toBe('one\ntwo\n')
})
