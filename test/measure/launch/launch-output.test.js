import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { limitOutput } from '../../../src/measure/launch/launch.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

/** @param {string} stdout @param {string} stderr */
function filesWith(stdout, stderr) {
  const folder = temporaryFolder()
  const files = { stdout: path.join(folder, 'stdout.log'), stderr: path.join(folder, 'stderr.log') }
  writeFileSync(files.stdout, stdout)
  writeFileSync(files.stderr, stderr)
  return files
}

test('short files stay as they are', async () => {
  const files = filesWith('out\n', 'err\n')
  expect(await limitOutput(files)()).toEqual({ stdoutBytes: 4 })
  expect(readFileSync(files.stdout, 'utf8') + readFileSync(files.stderr, 'utf8')).toBe('out\nerr\n')
})

test('both files keep their beginning and their end', async () => {
  const files = filesWith(`first${'x'.repeat(1e6)}last`, `one${'y'.repeat(1e6)}two`)
  expect(await limitOutput(files)()).toEqual({ stdoutBytes: 1e6 + 9 })
  expect(readFileSync(files.stdout, 'utf8')).toMatch(
    /^firstx+\n\.\.\. 868937 bytes cut here by the workshop \.\.\.\nx+last$/
  )
  expect(readFileSync(files.stderr, 'utf8')).toMatch(/^oney+\n.*\ny+two$/)
})

test('a file that grows beyond the limit is shortened while it is written, and the note counts all', async () => {
  const files = filesWith(`first${'x'.repeat(1e6)}`, '')
  jest.useFakeTimers()
  const end = limitOutput(files, { mostBytes: 5e5 })
  jest.advanceTimersByTime(1000)
  jest.useRealTimers()
  appendFileSync(files.stdout, 'last')
  expect(await end()).toEqual({ stdoutBytes: 1e6 + 9 })
  expect(readFileSync(files.stdout, 'utf8')).toMatch(
    /^firstx+\n\.\.\. 934469 bytes cut here by the workshop \.\.\.\nlast$/
  )
})

test('it ends once, and the result stays', async () => {
  const end = limitOutput(filesWith('out', ''))
  expect(await end()).toEqual(await end())
})
