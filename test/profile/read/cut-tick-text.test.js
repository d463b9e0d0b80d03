import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { cutTickText } from '../../../src/profile/read/read-tick-summary.js'

const text = [
  'Statistical profiling result',
  '',
  ' [JavaScript]:',
  '   ticks',
  '     1   JS: a',
  '     2   JS: b',
  '==== launch 2 ====',
  ' [JavaScript]:',
  '   ticks',
  ''
].join('\n')

test('each section keeps its first lines, and the number of the others', () => {
  expect(cutTickText(text, 2)).toEqual([
    { lines: ['Statistical profiling result', ''], left: 0 },
    { lines: [' [JavaScript]:', '   ticks'], left: 2 },
    { lines: ['==== launch 2 ===='], left: 0 },
    { lines: [' [JavaScript]:', '   ticks'], left: 0 }
  ])
})

test('all sections of a real text are found, and nothing is lost where all fit', () => {
  const file = path.join(import.meta.dirname, '../../../profiles/sample/ticks/off.prof.autocannon.txt')
  const real = readFileSync(file, 'utf8').trimEnd()
  const sections = cutTickText(real, Number.POSITIVE_INFINITY)
  expect(sections.flatMap(({ lines }) => lines).join('\n')).toBe(real)
  expect(sections.map(({ lines }) => lines[0])).toEqual(
    expect.arrayContaining([' [JavaScript]:', ' [C++]:', ' [Summary]:', ' [Bottom up (heavy) profile]:'])
  )
})
