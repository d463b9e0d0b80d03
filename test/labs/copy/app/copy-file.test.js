import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { copyFile, strategyNames } from '../../../../src/labs/copy/app/copy-file.js'
import { onLinux } from '../../../helpers/on-linux.js'
import { removeTemporaryFolders, temporaryFolder } from '../../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** Neither a multiple of a buffer nor of a chunk of a stream. */
const BYTES = 100_003
const module = pathToFileURL(path.join(import.meta.dirname, '../../../../src/labs/copy/app/copy-file.js')).href

test.each(strategyNames)('%s copies every byte', async strategy => {
  const { source, target } = files()
  await copyFile(strategy, source, target)
  expect(readFileSync(target).equals(readFileSync(source))).toBe(true)
})

test.each(strategyNames)('%s copies an empty file', async strategy => {
  const { source, target } = files(0)
  await copyFile(strategy, source, target)
  expect(readFileSync(target)).toHaveLength(0)
})

test.each(strategyNames)('%s does not touch a target that is there', async strategy => {
  const { source, target } = files()
  writeFileSync(target, 'kept')
  await expect(copyFile(strategy, source, target)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(target, 'utf8')).toBe('kept')
})

test.each(strategyNames)('%s without its source makes no target, and keeps one that is there', async strategy => {
  const { folder, target } = files()
  const vanished = path.join(folder, 'vanished')
  await expect(copyFile(strategy, vanished, target)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(existsSync(target)).toBe(false)
  writeFileSync(target, 'kept')
  await expect(copyFile(strategy, vanished, target)).rejects.toMatchObject({ code: expect.any(String) })
  expect(readFileSync(target, 'utf8')).toBe('kept')
})

onLinux.each(strategyNames)('%s leaves no half file where the system stops the write', strategy => {
  const { folder, source, target } = files()
  const script = `
    const { copyFile } = await import(${JSON.stringify(module)})
    await copyFile(...process.argv.slice(1)).catch(({ code }) => console.log(code))`
  // Files of at most 32 KiB: what a full disk does, without a disk that is full.
  const limited = ['-c', 'ulimit -f 32; exec "$@"', 'bash', process.execPath, '--input-type=module', '-e', script]
  const { stdout } = spawnSync('bash', [...limited, strategy, source, target], { encoding: 'utf8' })
  expect(stdout).toBe('EFBIG\n')
  expect(readdirSync(folder)).toEqual(['source'])
})

/** @param {number} [bytes] */
function files(bytes = BYTES) {
  const folder = temporaryFolder()
  const source = path.join(folder, 'source')
  writeFileSync(
    source,
    Uint8Array.from({ length: bytes }, (_, index) => (index * 31) % 256)
  )
  return { folder, source, target: path.join(folder, 'target') }
}
