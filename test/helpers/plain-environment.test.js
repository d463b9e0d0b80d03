import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'

const VARIABLES = ['CI', 'COLORTERM', 'COLUMNS', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'NO_COLOR', 'TERM']

test('tests see no terminal and none of its variables', () => {
  expect([process.stdout.isTTY, process.stderr.isTTY].some(Boolean)).toBe(false)
  expect([process.stdout.columns, process.stderr.columns]).toEqual([undefined, undefined])
  expect(VARIABLES.filter(name => name in process.env)).toEqual([])
})

test('nor do the programs that they start, with their environment or without one', () => {
  for (const env of [process.env, undefined]) {
    const script = `console.log(${JSON.stringify(VARIABLES)}.filter(name => name in process.env).length, 1)`
    expect(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })).toBe('0 1\n')
  }
})
