import { expect, test } from '@jest/globals'
import { progressBar } from '../../src/cli/progress.js'

test.each([
  [-0.2, 0],
  [0, 0],
  [0.5, 10],
  [0.99, 20],
  [1, 20],
  [7, 20]
])('of a share of %d, the bar has %d of 20 parts', (share, filled) => {
  const bar = progressBar(share)
  expect({ filled: bar.split('█').length - 1, all: Array.from(bar).length }).toEqual({ filled, all: 20 })
})
