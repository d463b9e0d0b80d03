import { expect, test } from '@jest/globals'
import { toTerminal, wrapped } from '../../../src/report/print/terminal.js'

/** @import { Verdict } from '../../../src/verdict/types.js' */

const longName = 'aVeryLongName'.repeat(20)

test('no line is longer than the terminal, whatever the texts', () => {
  const section = {
    heading: `Heading ${longName}`,
    lines: [`a sentence about ${longName} and some more words that do not fit into one line of it`],
    table: { header: ['name', 'place', 'cost'], rows: [[longName, longName, '+17 µs ± 5']], textColumns: 2 },
    notes: ['a note '.repeat(30)]
  }
  for (const columns of [40, 80, 100, 200]) {
    const text = toTerminal([section], { columns })
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(Math.min(columns, 100))
    expect(text).toContain('+17 µs ± 5')
  }
})

test('a name without a place uses the columns of the place', () => {
  const rows = [
    ['total, unprofiled launches of the same rounds', '', '+61 µs ± 35'],
    ['burn', 'src/app/info/route.js:25', '+19 µs ± 3']
  ]
  const table = { header: ['function', 'where', 'difference'], rows, textColumns: 2 }
  const lines = toTerminal([{ heading: 'Blame', table }], { columns: 60 }).split('\n')
  expect(lines.slice(2, 4)).toEqual([
    '  total, unprofiled launches of the same rounds  +61 µs ± 35',
    '  burn                 src/app/info/route.js:25   +19 µs ± 3'
  ])
})

test('a name that is cut keeps its last call', () => {
  const name = 'showAppInfo > node::inspector::InspectorConsoleCall > writeSync'
  const table = { header: ['', ''], rows: [[name, '+1 µs']], textColumns: 1 }
  expect(toTerminal([{ heading: '', table }], { columns: 49 })).toContain(
    '  showAppInfo > node::inspect… > writeSync  +1 µs'
  )
})

test('a terminal that does not know its columns gets lines of 100', () => {
  const text = 'word '.repeat(60)
  expect(wrapped(text, 0)).toBe(wrapped(text))
  expect(toTerminal([{ heading: text }], { columns: 0 })).toBe(toTerminal([{ heading: text }]))
})

test('a text of the measured program commands no terminal', () => {
  const hostile = 'name\u001b[2J\u0007'
  const text = toTerminal([
    { heading: hostile, lines: [hostile], table: { header: ['', ''], rows: [[hostile, '1']], textColumns: 1 } }
  ])
  for (const control of ['\u001b', '\u0007']) expect(text).not.toContain(control)
  expect(wrapped(hostile)).not.toContain('\u001b')
})

test('a difference is painted in its column, and the widths stay the same', () => {
  const table = {
    header: ['', 'change'],
    rows: [
      ['cost', '+5%'],
      ['time', '-5%']
    ],
    textColumns: 1,
    coloured: { column: 1, rows: [{ low: 1, high: 9, moreIs: /** @type {const} */ ('worse') }, null] }
  }
  const sections = [{ heading: 'Load', table }]
  const paint = {
    verdict: (/** @type {string} */ text) => text,
    difference: (/** @type {string} */ text, /** @type {{ low: number | null }} */ { low }) => `<${text} ${low}>`
  }
  const painted = toTerminal(sections, { paint })
  expect(painted).toContain('cost     <+5% 1>\n  time     -5%')
  expect(painted.replace(/[<>]| 1>/g, '')).toBe(toTerminal(sections))
})

test('a table that is too wide leaves out the columns that can be spared, and rows that have nothing else', () => {
  const rows = [
    ['requests/s', '1,000 ± 1.0%', '900 ± 2.0%', '-10.0% (-12.0 to -8.0)'],
    ['requests', '5,000', '4,500', '']
  ]
  const table = { header: ['', 'off', 'on', 'change (95% CI)'], rows, textColumns: 1, spare: [1, 2] }
  expect(toTerminal([{ heading: 'Load', table }], { columns: 70 })).toMatch(/1,000 ± 1\.0% .*\n {2}requests /)
  const narrow = toTerminal([{ heading: 'Load', table }], { columns: 50 }).split('\n')
  expect(narrow).toEqual(['Load', '                     change (95% CI)', '  requests/s  -10.0% (-12.0 to -8.0)', ''])
})

test('a cell without a call is cut at its end, and one with characters of two units is printed', () => {
  const table = { header: ['', 'cost'], rows: [['abcdefghijklmnopqrstuvwxyz', '+1 µs']], textColumns: 1 }
  expect(toTerminal([{ heading: '', table }], { columns: 22 })).toContain('  abcdefghijkl…  +1 µs')
  const emoji = { ...table, rows: [['\u{1F600}'.repeat(40), '+1 µs']] }
  expect(toTerminal([{ heading: '', table: emoji }], { columns: 40 })).toContain('+1 µs')
})

test('a table that is too wide keeps the colours of its differences, and a table without spare columns all rows', () => {
  const rows = [
    ['latency', '1,000 ± 1.0%', '900 ± 2.0%', '+10.0% (8.0 to 12.0)'],
    ['  brought in at src/app.js:1', '', '', '']
  ]
  const difference = { low: 1, high: 9, moreIs: /** @type {const} */ ('worse') }
  const table = {
    header: ['', 'off', 'on', 'change'],
    rows,
    textColumns: 1,
    coloured: { column: 3, rows: [difference] }
  }
  const paint = {
    verdict: (/** @type {string} */ text) => text,
    difference: (/** @type {string} */ text) => `<${text}>`
  }
  for (const spare of [[1, 2], []])
    expect(toTerminal([{ heading: '', table: { ...table, spare } }], { columns: 45, paint })).toMatch(/<[^<]*\+10.*>/)
  expect(toTerminal([{ heading: '', table }], { columns: 45 })).toContain('/app.js:1')
})
