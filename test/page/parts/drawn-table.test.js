import { expect, test } from '@jest/globals'
import { drawnTable } from '../../../src/page/parts/drawn-table.js'
import { makeChange } from '../../helpers/make-change.js'

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
  const { header, rows, textColumns, drawn, axes } = drawnTable(table)
  expect(header).toEqual(['', 'off', 'on', 'change'])
  expect(rows).toEqual([
    ['p50', '1', '2', '+100%'],
    ['requests', '10', '10', '']
  ])
  expect(textColumns).toBe(1)
  expect(drawn?.map(row => row?.changes)).toEqual([[null, null, null, table.drawn[0]?.changes[0]], undefined])
  expect(axes.slice(0, 3)).toEqual([null, null, null])
  expect(axes[3]?.high).toBeGreaterThan(1)
})

test('a table without changes has no axis', () => {
  const drawn = [{ changes: [null], moreIs: /** @type {const} */ ('worse') }]
  expect(drawnTable({ header: ['', 'a'], rows: [['x', '1']], textColumns: 1, drawn }).axes).toEqual([null, null])
})

test('the axis of the deciding metric is used where it is given, unless all changes have too few samples', () => {
  const axis = { low: -0.05, high: 0.2 }
  expect(axesOf(makeChange(-0.1, 0.3))).toEqual([null, axis])
  expect(axesOf(makeChange(-0.9, 600))).toEqual([null, null])

  /** @param {ReturnType<typeof makeChange>} change */
  function axesOf(change) {
    const drawn = [{ changes: [change], moreIs: /** @type {const} */ ('worse') }]
    return drawnTable({ header: ['', 'a'], rows: [['x', '1']], textColumns: 1, drawn }, [axis]).axes
  }
})

test('two columns of changes of different size have an axis each', () => {
  const changes = [makeChange(0.08, 0.12), makeChange(0.7, 0.9)]
  const drawn = [{ changes, moreIs: /** @type {const} */ ('worse') }]
  const { axes } = drawnTable({ header: ['', 'log', 'gzip'], rows: [['x', '1', '2']], textColumns: 1, drawn })
  expect(axes.map(axis => axis?.high ?? null)).toEqual([null, 0.15, 1])
})
