import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { readCpuprofile } from '../../src/profile/read/read-cpuprofile.js'
import { readHeapprofile } from '../../src/profile/read/read-heapprofile.js'
import { findMainLogs } from '../../src/profilers/isolate-logs.js'
import { readProfileFile } from '../../src/profilers/profile-files.js'
import { readLines } from '../../src/system/files/read-lines.js'
import { recording } from '../helpers/recordings.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const recorded = recording('heap-prof/node-24/esm.heapprofile')

test.each([
  ['a byte-order mark', Buffer.from(`\ufeff${recorded}`)],
  ['UTF-16, as a shell of Windows writes it', Buffer.from(`\ufeff${recorded}`, 'utf16le')]
])('a profile with %s is read', async (_, bytes) => {
  const file = path.join(temporaryFolder(), 'a.heapprofile')
  writeFileSync(file, bytes)
  expect(await readProfileFile(file, content => readHeapprofile(content))).toEqual(
    readHeapprofile(JSON.parse(recorded))
  )
})

test.each([
  ['it is not JSON (', recorded.slice(0, 500)],
  ['it is not JSON (', ''],
  ['nodes is not an array', '{}'],
  ['its content is not an object', 'null']
])('an error names the file: %s', async (problem, text) => {
  const file = path.join(temporaryFolder(), 'a.cpuprofile')
  writeFileSync(file, text)
  const reading = readProfileFile(file, content => readCpuprofile(content))
  await expect(reading).rejects.toMatchObject({ code: 'ERR_DAMAGED_PROFILE', exitCode: 3 })
  await expect(reading).rejects.toThrow(`Cannot read the profile ${file}: ${problem}`)
})

test('a file above the limit is refused, with the setting that allows it', async () => {
  const file = path.join(temporaryFolder(), 'a.cpuprofile')
  writeFileSync(file, '')
  truncateSync(file, 600e6)
  const reading = readProfileFile(file, content => readCpuprofile(content))
  await expect(reading).rejects.toThrow('it has 600 MB, more than the limit of 64 MB; WORKSHOP_PROFILE_MB=600')
})

test.each([
  ['it is a folder, not a file', mkdirSync],
  ['it is a pipe, not a file', (/** @type {string} */ file) => execFileSync('mkfifo', [file])],
  ['it is a link to a file that does not exist', (/** @type {string} */ file) => symlinkSync('nowhere', file)],
  ['it is missing', () => undefined]
])('in place of a profile: %s', async (problem, make) => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'isolate0x1-12-v8.log')
  make(file)
  const reading = readProfileFile(file, content => readCpuprofile(content))
  await expect(reading).rejects.toThrow(`Cannot read the profile ${file}: ${problem}`)
  if (problem !== 'it is missing') await expect(findMainLogs(folder)).rejects.toThrow(problem)
})

test('lines end with a line feed alone, and may be longer than what is read at once', async () => {
  const file = path.join(temporaryFolder(), 'a.txt')
  const long = 'ä'.repeat(1.5e6)
  writeFileSync(file, `\ufeffone\r\n\u2028two\r2\n\n${long}\nend`)
  const lines = []
  for await (const line of readLines(file)) lines.push(line)
  expect(lines).toEqual(['one', '\u2028two\r2', '', long, 'end'])
})
