import { expect, test } from '@jest/globals'
import { threadTree } from '../../../src/profile/tree/thread-tree.js'
import { makeProfile } from '../../helpers/make-profile.js'

const thread = { pid: 7, threadId: 2 }
const samples = { nodes: [2, -1, 2, 0, -1], atMicros: [28_696_000_001.4, 28_696_001_002, 28_696_002_000, 4e10, 5e10] }

test('a thread keeps its samples, in whole microseconds from the first one, and the number that were not idle', () => {
  expect(threadTree(thread, makeProfile({ samples }))).toEqual({
    pid: 7,
    threadId: 2,
    sampleCount: 3,
    profile: makeProfile({
      samples: { nodes: samples.nodes, atMicros: [0, 1001, 1999, 11_303_999_999, 21_303_999_999] }
    })
  })
})

test('of ticks only the number is kept', () => {
  const tree = threadTree(thread, makeProfile({ unit: 'samples', samples }))
  expect(tree).toMatchObject({ sampleCount: 3, profile: { samples: null } })
})

test('a profile of sums has no samples to count', () => {
  expect(threadTree(thread, makeProfile())).toEqual({ ...thread, sampleCount: 0, profile: makeProfile() })
})
