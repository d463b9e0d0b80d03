import { expect, test } from '@jest/globals'
import { mergeOrders } from '../../src/stats/merge-orders.js'

test.each([
  [[], ''],
  [['abc', 'abc'], 'abc'],
  [['ac', 'abc', 'ad'], 'adbc'],
  [['bc', 'abd', 'a'], 'abcd'],
  [['ab', 'bca'], 'bca'],
  [['abc', 'ba', 'ba'], 'bac']
])('%j has the order %s', (sequences, order) => {
  expect(mergeOrders(sequences.map(each => [...each])).join('')).toBe(order)
})
