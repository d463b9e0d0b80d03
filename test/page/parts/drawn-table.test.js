import { expect, test } from '@jest/globals'
import { tableView } from '../../../src/page/parts/drawn-table.js'
import { makeChange } from '../../helpers/make-change.js'

const worse = /** @type {const} */ ('worse')

test('columns and rows without a value are not shown, and a change has a bar beside it', () => {
  const { head, body } = tableView({
    header: ['', 'where', 'off', 'on', 'change'],
    rows: [
      ['p50', '', '1', '2', '+100%'],
      ['p99.9', '', '-', '-', '-'],
      ['  of it', '', '10', '10', '']
    ],
    textColumns: 2,
    drawn: [{ changes: [makeChange(0.9, 1.1)], moreIs: worse }, null, null]
  })
  expect(head.map(({ name }) => name)).toEqual(['', 'off', 'on', 'change', ''])
  expect(body.map(cells => cells.map(({ text }) => text))).toEqual([
    ['p50', '1', '2', '+100%', ''],
    ['of it', '10', '10', '', '']
  ])
  expect(body.map(cells => Boolean(cells.at(-1)?.bar))).toEqual([true, false])
  expect(body[1]?.[0]).toMatchObject({ isHead: true, className: 'indent-1' })
})

test('a table without changes, with too few samples, or with several columns of changes has no bars', () => {
  const table = { header: ['', 'a'], rows: [['x', '1']], textColumns: 1 }
  for (const changes of [[null], [makeChange(-0.9, 600)], [makeChange(0.1, 0.2), makeChange(0.1, 0.2)]])
    expect(tableView({ ...table, drawn: [{ changes, moreIs: worse }] }).head).toHaveLength(2)
})
