import { expect, test } from '@jest/globals'
import { excerptOf } from '../../../src/profile/tree/source-excerpt.js'

const text = `import path from 'node:path'

export function answer(request, response) {
  const info = collect()
  // console.log('not this one')
  if (request.isLogged) console.log(info)
  response.end(info)
}

function other() {
  console.log('nor this one')
}
`

test('the blamed line is that of the only such call in the function, with three lines around it', () => {
  expect(excerptOf(text, { line: 3, call: 'console.log' })).toEqual({
    blamedLine: 6,
    firstLine: 3,
    lines: text.split('\n').slice(2, 9)
  })
})

test.each([
  ['without a call', null],
  ['with a call that is not in the text', 'writeSync'],
  ['with a call of a longer name', 'log']
])('%s it is the first line of the function', (_, call) => {
  const found = excerptOf(text.replaceAll('console.log', 'catalog'), { line: 3, call })
  expect(found).toMatchObject({ blamedLine: 3, firstLine: 1 })
})

test('of several such calls none is blamed, and the declaration of a function is no call of it', () => {
  const twice = text.replace('  response.end(info)', '  console.log(1)')
  expect(excerptOf(twice, { line: 3, call: 'console.log' })?.blamedLine).toBe(3)
  const nested = 'function walk(tree) {\n  return tree.map(walk)\n}\nwalk([])\n'
  expect(excerptOf(nested, { line: 1, call: 'walk' })?.blamedLine).toBe(1)
})

test('long lines are cut, lines end as in JavaScript, and a line beyond the end is no place', () => {
  expect(excerptOf('x'.repeat(1_000_000), { line: 1, call: null })?.lines).toEqual(['x'.repeat(200)])
  expect(excerptOf('a\r\nb\u2028c\rd', { line: 3, call: null })?.lines).toEqual(['a', 'b', 'c', 'd'])
  expect(excerptOf('a\n', { line: 3, call: null })).toBeNull()
})
