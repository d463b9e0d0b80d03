import { expect, test } from '@jest/globals'
import { drawnTable } from '../../src/page/drawn-table.js'
import { makeChange } from '../helpers/make-change.js'

test('columns and rows without a value are not shown, and changes stay with their rows', () => {
  const table = {
    header: ['', 'where', 'off', 'on', 'change'],
    rows: [
      ['p50', '', '1', '2', '+100%'],
      ['p99.9', '', '-', '-', '-'],
      ['requests', '', '10', '10', '']
    ],
    textColumns: 2,
    drawn: [{ changes: [makeChange(0.9, 1.1)], moreIs: /** @type {const} */ ('worse') }, null, null]
  }
  const { header, rows, textColumns, drawn, reach } = drawnTable(table)
  expect(header).toEqual(['', 'off', 'on', 'change'])
  expect(rows).toEqual([
    ['p50', '1', '2', '+100%'],
    ['requests', '10', '10', '']
  ])
  expect(textColumns).toBe(1)
  expect(drawn).toEqual([table.drawn[0], null])
  expect(reach).toBeGreaterThan(1)
})

test('a table without changes has no axis', () => {
  const drawn = [{ changes: [null], moreIs: /** @type {const} */ ('worse') }]
  expect(drawnTable({ header: ['', 'a'], rows: [['x', '1']], textColumns: 1, drawn }).reach).toBe(0)
})

test('the reach of the deciding metric is used where it is given', () => {
  const drawn = [{ changes: [makeChange(-0.5, 4)], moreIs: /** @type {const} */ ('worse') }]
  expect(drawnTable({ header: ['', 'a'], rows: [['x', '1']], textColumns: 1, drawn }, 0.2).reach).toBe(0.2)
})
