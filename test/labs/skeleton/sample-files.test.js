import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { copiesFolder, sampleFile } from '../../../src/labs/skeleton/sample-files.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** More than one chunk, and a part of one. */
const BYTES = 2 ** 20 + 64 * 1024

test('files of a size have the same random bytes in every folder', async () => {
  const [one, other] = [await sampleFile(temporaryFolder(), BYTES), await sampleFile(temporaryFolder(), BYTES)]
  const bytes = readFileSync(one.path)
  expect(bytes).toHaveLength(BYTES)
  expect(bytes.equals(readFileSync(other.path))).toBe(true)
  expect(one.sha256).toBe(other.sha256)
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  const expected = BYTES / 256
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // 255 degrees of freedom: 99.9% of uniform samples are below 330.
  expect(chiSquare).toBeLessThan(330)
})

test('a file that is there is kept, and one with other bytes is written again', async () => {
  const folder = temporaryFolder()
  const { path: file } = await sampleFile(folder, 4096)
  const { ino } = statSync(file)
  await sampleFile(folder, 4096)
  expect(statSync(file).ino).toBe(ino)
  const right = readFileSync(file)
  writeFileSync(file, Buffer.concat([right.subarray(0, 4095), Buffer.from([right.readUInt8(4095) ^ 1])]))
  await sampleFile(folder, 4096)
  expect(readFileSync(file).equals(right)).toBe(true)
})

test('copies have a folder of this process, and those of processes that ended are removed', async () => {
  const samples = temporaryFolder()
  // No process has this id: it is above the largest that Linux gives out.
  const left = path.join(samples, 'copies-4999999')
  mkdirSync(left)
  const { path: own, remove } = await copiesFolder(samples)
  expect(existsSync(left)).toBe(false)
  writeFileSync(path.join(own, 'half'), '')
  await remove()
  expect(existsSync(own)).toBe(false)
})
