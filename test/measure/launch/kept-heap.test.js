import { expect, test } from '@jest/globals'
import { ofSameThreads } from '../../../src/measure/launch/serve-requests.js'

const main = { pid: 1, threadId: 0 }
const worker = { pid: 1, threadId: 1 }
const otherProcess = { pid: 2, threadId: 1 }

test('what a launch keeps is the sum over its threads', () => {
  const start = [
    { ...main, bytes: 10e6 },
    { ...worker, bytes: 4e6 },
    { ...otherProcess, bytes: 3e6 }
  ]
  const end = [
    { ...otherProcess, bytes: 3.3e6 },
    { ...worker, bytes: 4.2e6 },
    { ...main, bytes: 10.1e6 }
  ]
  expect(ofSameThreads(start, end)).toEqual({ startBytes: 17e6, endBytes: 17.6e6 })
})

test('a worker thread that comes or goes between the two readings is neither a leak nor the contrary', () => {
  const without = [{ ...main, bytes: 10e6 }]
  const withWorker = [
    { ...main, bytes: 10.1e6 },
    { ...worker, bytes: 4e6 }
  ]
  expect(ofSameThreads(without, withWorker)).toEqual({ startBytes: 10e6, endBytes: 10.1e6 })
  expect(ofSameThreads(withWorker, without)).toEqual({ startBytes: 10.1e6, endBytes: 10e6 })
})

test('a worker thread that replaces another one is not compared with it', () => {
  const start = [
    { ...main, bytes: 10e6 },
    { ...worker, bytes: 1e6 }
  ]
  const end = [
    { ...main, bytes: 10e6 },
    { ...worker, threadId: 2, bytes: 9e6 }
  ]
  expect(ofSameThreads(start, end)).toEqual({ startBytes: 10e6, endBytes: 10e6 })
})
