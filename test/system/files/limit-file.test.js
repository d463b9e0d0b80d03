import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { limitFile } from '../../../src/system/files/limit-file.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a file above the limit is emptied, and what is appended next is at its beginning', () => {
  const file = path.join(temporaryFolder(), 'log')
  const writer = openSync(file, 'a')
  const stop = limitFile(file, { mostBytes: 10 })
  appendFileSync(writer, 'ten bytes.')
  jest.advanceTimersByTime(1000)
  expect(readFileSync(file, 'utf8')).toBe('ten bytes.')
  appendFileSync(writer, '!')
  jest.advanceTimersByTime(1000)
  appendFileSync(writer, 'later')
  jest.advanceTimersByTime(1000)
  expect(readFileSync(file, 'utf8')).toBe('later')
  stop()
  closeSync(writer)
})

test('it keeps the first bytes on request, and returns how many it removed in all', () => {
  const file = path.join(temporaryFolder(), 'log')
  writeFileSync(file, 'first, ten more bytes')
  const stop = limitFile(file, { mostBytes: 10, keptBytes: 5 })
  jest.advanceTimersByTime(1000)
  appendFileSync(file, ', and others')
  jest.advanceTimersByTime(1000)
  appendFileSync(file, '.')
  expect(readFileSync(file, 'utf8')).toBe('first.')
  expect(stop()).toBe(', ten more bytes'.length + ', and others'.length)
})

test('once it is stopped, the file can grow', () => {
  const file = path.join(temporaryFolder(), 'log')
  writeFileSync(file, '')
  limitFile(file, { mostBytes: 10 })()
  writeFileSync(file, 'more than ten bytes')
  jest.advanceTimersByTime(1000)
  expect(readFileSync(file, 'utf8')).toBe('more than ten bytes')
})
