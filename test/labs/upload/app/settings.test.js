import { expect, test } from '@jest/globals'
import { readUploadSettings } from '../../../../src/labs/upload/app/settings.js'

const store = 'http://127.0.0.1:10000/devstoreaccount1'
const given = { STRATEGY: 'stream', BLOB_SERVICE: store }

test('the defaults are those of the paper: 25 running, 100 queued', () => {
  const defaults = {
    strategy: 'stream',
    blobService: store,
    container: 'uploads',
    mostRunning: 25,
    mostQueued: 100,
    mostBytes: 256 * 1024 * 1024,
    port: 0
  }
  expect(readUploadSettings(given)).toEqual(defaults)
  const empty = { CONTAINER: '', RUNNING: '', QUEUED: '', MOST_MB: '', PORT: '' }
  expect(readUploadSettings({ ...given, ...empty })).toEqual(defaults)
})

test('everything is read from the environment', () => {
  const env = { CONTAINER: 'lab-1', RUNNING: '50', QUEUED: '0', MOST_MB: '1', PORT: '65535' }
  expect(readUploadSettings({ ...given, STRATEGY: 'temp-file', ...env })).toEqual({
    strategy: 'temp-file',
    blobService: store,
    container: 'lab-1',
    mostRunning: 50,
    mostQueued: 0,
    mostBytes: 1024 * 1024,
    port: 65_535
  })
})

test.each([
  [{ STRATEGY: '' }, 'STRATEGY must be memory or stream or buffer-4k or buffer-4m or buffer-8m or temp-file, not ""'],
  [{ STRATEGY: 'constructor' }, /^STRATEGY must be .*, not "constructor"$/],
  [{ BLOB_SERVICE: '' }, /^BLOB_SERVICE must be the URL of a blob store with its account, .*, not ""$/],
  [{ BLOB_SERVICE: 'http://127.0.0.1:10000' }, /^BLOB_SERVICE must be /],
  [{ BLOB_SERVICE: 'file:///devstoreaccount1' }, /^BLOB_SERVICE must be /],
  [
    { CONTAINER: 'Uploads' },
    'CONTAINER must have 3 to 63 lower-case letters, digits and single hyphens, not "Uploads"'
  ],
  [{ CONTAINER: 'a--b' }, /^CONTAINER must have /],
  [{ CONTAINER: '../x' }, /^CONTAINER must have /],
  [{ RUNNING: '0' }, 'RUNNING must be a whole number from 1 to 10000, not "0"'],
  [{ RUNNING: '2.5' }, /^RUNNING must be /],
  [{ QUEUED: '-1' }, /^QUEUED must be a whole number from 0 /],
  [{ MOST_MB: '5001' }, 'MOST_MB must be a whole number from 1 to 5000, not "5001"'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"']
])('%j is refused', (env, message) => {
  expect(() => readUploadSettings({ ...given, ...env })).toThrow(message)
})
