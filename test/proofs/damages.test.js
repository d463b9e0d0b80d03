import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { damagedText } from '../../scripts/proofs/fuzz/damages.js'
import { checkOutside, entriesOutside, runFolderIn, writeOutside } from '../../scripts/proofs/fuzz/outside-files.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

test('a bit that is flipped changes one byte, also to bytes that are no UTF-8', () => {
  const bytes = Buffer.from('{"name":"µs"}')
  for (let at = 0; at < 8 * bytes.length; at++) {
    const damaged = damagedText(bytes.toString('latin1'), { file: 0, at, kind: 'flip', value: '' })
    const after = Buffer.from(String(damaged), 'latin1')
    expect(after).toHaveLength(bytes.length)
    expect([...after].filter((byte, index) => byte !== bytes[index])).toHaveLength(1)
  }
})

test('each property is damaged, also one of an object in an object, and one whose name has blanks', () => {
  const text = '{"a":{"b":1,"memory, GiB":"2"},"c":[3]}'
  const dropped = [0, 1, 2, 3].map(at => damagedText(text, { file: 0, at, kind: 'drop', value: '' }))
  expect(dropped).toEqual([
    '{"c":[3]}',
    '{"a":{"memory, GiB":"2"},"c":[3]}',
    '{"a":{"b":1,},"c":[3]}',
    '{"a":{"b":1,"memory, GiB":"2"},}'
  ])
})

test('what is overwritten, removed or added outside of the run folder is noticed, but for the index', () => {
  const base = temporaryFolder()
  const root = runFolderIn(base)
  writeOutside(base)
  const before = entriesOutside(base)
  writeFileSync(path.join(root, 'report.html'), '')
  writeFileSync(path.join(base, 'profiles/index.html'), '')
  expect(() => checkOutside(before, entriesOutside(base))).not.toThrow()

  const file = path.join(base, 'outside/stderr.log')
  writeFileSync(file, 'overwritten')
  expect(() => checkOutside(before, entriesOutside(base))).toThrow(`it wrote outside of the run folder: ${file}`)
  rmSync(file)
  expect(() => checkOutside(before, entriesOutside(base))).toThrow(file)
  writeOutside(base)
  mkdirSync(path.join(base, 'profiles/run-2'))
  symlinkSync(file, path.join(base, 'link'))
  expect(() => checkOutside(before, entriesOutside(base))).toThrow(/profiles.run-2.*link|link.*profiles.run-2/)
})
