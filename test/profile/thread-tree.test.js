import { expect, test } from '@jest/globals'
import { threadTree } from '../../src/profile/thread-tree.js'
import { makeProfile } from '../helpers/make-profile.js'

const thread = { pid: 7, threadId: 2 }

test('a thread keeps how many samples were not idle, and none of them', () => {
  const samples = { nodes: [2, -1, 2, 0, -1], atMicros: [1, 2, 3, 4, 5] }
  expect(threadTree(thread, makeProfile({ samples }))).toEqual({
    pid: 7,
    threadId: 2,
    sampleCount: 3,
    profile: makeProfile()
  })
})

test('a profile of sums has no samples to count', () => {
  expect(threadTree(thread, makeProfile()).sampleCount).toBe(0)
})
