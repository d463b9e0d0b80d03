import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readSources } from '../../src/measure/read-sources.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const startedAt = '2026-01-01T00:00:00.000Z'
const before = new Date('2025-12-31T00:00:00.000Z')
const place = { line: 1, call: null }

/** @param {string} name @param {Date} writtenAt */
function writeSource(name, writtenAt) {
  const folder = temporaryFolder()
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'function answer() {}\n')
  utimesSync(file, writtenAt, writtenAt)
  return { folder, file }
}

test('a file in the folder of the servers is read, and so is one of a package elsewhere', async () => {
  const { folder, file } = writeSource('src/server.js', before)
  const elsewhere = writeSource('node_modules/express/index.js', before)
  const found = await readSources(
    [
      { ...place, file },
      { ...place, file: elsewhere.file }
    ],
    { folder, startedAt }
  )
  const text = { blamedLine: 1, firstLine: 1, lines: ['function answer() {}', ''] }
  expect(found).toEqual([
    { ...place, file, text, omitted: null },
    { ...place, file: elsewhere.file, text, omitted: null }
  ])
})

test('a file that was written after the start of the run is left out', async () => {
  const { folder, file } = writeSource('server.js', new Date('2026-01-01T00:00:01.000Z'))
  expect(await readSources([{ ...place, file }], { folder, startedAt })).toEqual([
    { ...place, file, text: null, omitted: 'changed' }
  ])
})

test('a missing file, a folder and a line beyond the end are left out as unreadable', async () => {
  const { folder, file } = writeSource('server.js', before)
  const places = [
    { ...place, file: `${file}.gone` },
    { ...place, file, line: 99 }
  ]
  const found = await readSources([...places, { ...place, file: path.join(folder, 'sub') }], { folder, startedAt })
  expect(found.map(({ omitted }) => omitted)).toEqual(['unreadable', 'unreadable', 'unreadable'])
})

test.each(['/etc/passwd', 'evalmachine.<anonymous>', 'webpack://app/src/a.ts'])('%s is not read', async file => {
  const [found] = await readSources([{ ...place, file }], { folder: '/srv/app', startedAt })
  expect(found).toEqual({ ...place, file, text: null, omitted: 'outside' })
})
