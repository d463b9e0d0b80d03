import { expect, jest, test } from '@jest/globals'
import { print, printError, printJson } from '../../src/cli/print/print.js'
import { printFired } from '../../src/cli/print/print-report.js'
import { statusLine } from '../../src/cli/print/progress.js'
import { messageOf } from '../../src/errors/errors.js'
import { toCsv } from '../../src/labs/skeleton/columns.js'
import { chaptersOf, tablesOf } from '../../src/report/chapters.js'
import { toMarkdown } from '../../src/report/print/markdown.js'
import { pullRequestText } from '../../src/report/print/pull-request.js'
import { shortReport } from '../../src/report/print/short-report.js'
import { toTerminal } from '../../src/report/print/terminal.js'
import { runLines } from '../../src/report/words/run-answers.js'
import { HOSTILE, hostileRun } from '../helpers/hostile-run.js'

/** What a terminal obeys, what turns or hides text, and what ends a line. A line end is allowed. */
const controls = /(?!\n)\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u3164]/u
const { run, analysis } = hostileRun()

test('a report in the terminal has no control character, whatever servers and functions are called', () => {
  const sections = Object.values(chaptersOf(analysis)).flat()
  const short = shortReport(analysis, { folder: 'a run', places: [] })
  for (const text of [short, toTerminal(tablesOf(analysis)), toTerminal(sections)]) {
    expect(text).toContain('showAppInfo')
    expect(text).toContain('attack()')
    expect(text).not.toMatch(controls)
  }
})

test('a list of runs has no control character', () => {
  const listed = { folder: `run${HOSTILE}`, manifest: run.manifest, analysis, problem: null, hasPage: true }
  const lines = runLines([listed, { ...listed, analysis: null, problem: HOSTILE }])
  expect(lines.join('\n')).toContain('log=sync')
  expect(lines.join('\n')).not.toMatch(controls)
})

test('the gates that fired are printed in one line each, without commands to the terminal or a CI job', () => {
  const { gates = [] } = analysis
  expect(gates.some(({ outcome }) => outcome === 'fired')).toBe(true)
  // Two budgets per comparison, and those against the saved baseline.
  expect(gates.length).toBeGreaterThan(2 * analysis.comparisons.length)
  const all = gates.map(gate => ({ ...gate, outcome: /** @type {const} */ ('fired') }))
  const text = printedBy(process.stderr, () => printFired({ gates: all }))
  expect(text.match(/^Gate fired: /gm)).toHaveLength(gates.length)
  expect(text.trimEnd().split('\n')).toHaveLength(gates.length)
  expect(text).toContain('attack()')
  expect(text).not.toMatch(controls)
  const commands = all.map(gate => ({ ...gate, candidate: '##vso[task.x]\n::error::y' }))
  expect(printedBy(process.stderr, () => printFired({ gates: commands }))).not.toMatch(/##vso\[|^\s*::/m)
})

test('the end of the output of a server is printed without its commands to the terminal, line by line', () => {
  const tail = `started \u001b[32mfast\u001b[39m\n${HOSTILE}\nlast`
  const message = messageOf({
    code: 'ERR_SERVER_EXITED',
    details: { variant: HOSTILE, phase: 'load', exit: { code: 1, signal: null }, command: HOSTILE, tail }
  })
  const text = printedBy(process.stderr, () => printError(message))
  expect(text).not.toMatch(controls)
  expect(text).toContain('    started fast\n    \ufffd]0;title')
  expect(printedBy(process.stdout, () => print(message))).toBe(text)
})

test('no line that is printed is a command to a CI job, wherever a long word is cut', () => {
  const commands = '::stop-commands::x\n  ::error::y\n##[add-mask]z ##vso[task.x]'
  expect(printedBy(process.stdout, () => print(commands))).toBe(
    '∷stop-commands::x\n  ∷error::y\n# #[add-mask]z # #vso[task.x]\n'
  )
  for (const blank of ['\u00a0', '\u3000', '\u1680', '\u2003', '\u202f', '\ufe0f', '\u0085', '\v', '\f', '\t \u00a0'])
    expect(printedBy(process.stderr, () => printError(`tail\n${blank}::stop-commands::x`))).not.toMatch(
      /^(?:\s|\ufe0f)*::/m
    )
  const sections = [{ heading: 'a', lines: [`${'x'.repeat(98)}::error::y`, 'std::vector'], code: ['::error::z'] }]
  const text = toTerminal(sections)
  expect(text).not.toMatch(/^\s*::/m)
  expect(text).toContain('  std::vector')
  expect(JSON.parse(printedBy(process.stdout, () => printJson(['##[error]'])))).toEqual(['##[error]'])
})

test('JSON on stdout has the same value, and no control character', () => {
  const value = { [HOSTILE]: HOSTILE, tag: '\u{e0041}' }
  const text = printedBy(process.stdout, () => printJson(value))
  expect(text).not.toMatch(controls)
  expect(JSON.parse(text)).toEqual(value)
})

test('the line of the progress is one line without control characters, and is cleared without escape codes', () => {
  /** @type {string[]} */
  const written = []
  const stream = { isTTY: true, columns: 80, write: (/** @type {string} */ text) => written.push(text) }
  const { draw, line, clear } = statusLine(/** @type {any} */ (stream))
  draw(`round 1${HOSTILE}`)
  line(HOSTILE)
  draw('round 2')
  clear()
  const text = written.join('')
  expect(text.replaceAll('\r', '')).not.toMatch(controls)
  expect(text).toMatch(/^round 1.{72}\r {79}\r/)
  expect(text).toMatch(/\rround 2\r {7}\r$|round 2\r {7}\r$/)
})

test('a terminal that can do nothing gets lines only', () => {
  const { TERM } = process.env
  process.env.TERM = 'dumb'
  expect(statusLine(/** @type {any} */ ({ isTTY: true, columns: 80 })).isTerminal).toBe(false)
  if (TERM === undefined) delete process.env.TERM
  else process.env.TERM = TERM
})

test('text in Markdown breaks no table and no code, is no HTML, mentions nobody and links nowhere', () => {
  expect(analysis.verdicts.length).toBeGreaterThan(1)
  for (const text of [toMarkdown(analysis, run.manifest), pullRequestText(analysis, run.manifest)]) {
    expect(text).toContain('attack()')
    expect(text).not.toMatch(controls)
    const shown = withoutCode(text)
    expect(shown.replace(/<\/?(?:details|summary)>/g, '')).not.toMatch(/(?<!\\)</)
    const withoutEntities = shown.replace(/&#\d+;/g, '·')
    expect(withoutEntities).not.toMatch(/[@#]\w|(?<!\w)!\w|~label|GH-\d|:\/\/|www\.e/)
    expect(withoutEntities.replace(/<summary>.*<\/summary>/g, '')).not.toMatch(/(?<!\\)[[\]]/)
    for (const table of text.split('\n\n').filter(block => block.startsWith('| ')))
      expect(new Set(table.split('\n').map(row => row.split(/(?<!\\)\|/).length)).size).toBe(1)
    expect(shown.match(/<details>/g)?.length).toBe(shown.match(/<\/details>/g)?.length)
  }
})

test('a cell of CSV is a text and no formula, in one row', () => {
  const formulas = ['=1+1', '+1', '-1', '@sum', '\t=1', HOSTILE]
  const text = toCsv(['name', 'value'], [...formulas.map(name => [name, -1]), ['a', -2.5]])
  const rows = text.split('\r\n')
  expect(rows).toHaveLength(formulas.length + 3)
  expect(rows.slice(1, 6)).toEqual(["'=1+1,-1", "'+1,-1", "'-1,-1", "'@sum,-1", "' =1,-1"])
  expect(rows.at(-2)).toBe('a,-2.5')
  expect(text.replaceAll('\r\n', '')).not.toMatch(controls)
})

/** Returns Markdown without blocks and spans of code. @param {string} text */
function withoutCode(text) {
  return text.replace(/^ {4}.*$/gm, '').replace(/(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
}

/** Returns what is written on a stream. @type {(stream: NodeJS.WriteStream, write: () => unknown) => string} */
function printedBy(stream, write) {
  const spy = jest.spyOn(stream, 'write').mockReturnValue(true)
  write()
  const text = spy.mock.calls.map(([chunk]) => chunk).join('')
  spy.mockRestore()
  return text
}
