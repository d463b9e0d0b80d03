import { expect, test } from '@jest/globals'
import { jsonFault, jsonLines } from '../../../src/compare/config/read-json.js'

const text = `{
  "servers": [
    { "command": "a" },
    {
\t"command":
        "b",
      "command": "c"
    }
  ],
  "rounds": 9
}`

test.each([
  [[], 1],
  [['servers'], 2],
  [['servers', 0], 3],
  [['servers', 1], 4],
  [['servers', 1, 'command'], 7],
  [['servers', 1, 'missing'], 4],
  [['servers', 7], 2],
  [['rounds', 'deeper'], 10]
])('%j is on line %i', (keys, line) => {
  expect(jsonLines(text).ofKey(keys)).toBe(line)
})

test.each([
  ['{\n"a": 1,\n}', 3],
  ['{\n"a": [1,\n]}', 3],
  ['{\n"a": tru\n}', 2],
  ['{\n\n"a" 1}', 3],
  ['[1,\n2', 2],
  ['[1,\n2\n\n', 2],
  ['{\n"a": 1\n"b": 2}', 3],
  ['{"a": 1,\n// b\n"b": 2}', 2],
  ["{\n'a': 1}", 2],
  ['{\n"a": "b\n"}', 2],
  ['{"a": [\n}', 2],
  ['[1]\n]', 2],
  ['{\n"a": 01}', 2],
  ['\n\n', 1],
  ['', 1]
])('%j is refused with the line of the error', (wrong, line) => {
  expect(() => JSON.parse(wrong)).toThrow()
  expect(jsonLines(wrong).ofError()).toBe(line)
})

test.each([text, '{}', '[]', '[{}, [], {"a": {}}]', '-1.5e+3', '"\\u00e9\\n"', ' [true, false, null] \n'])(
  '%j has no fault',
  valid => {
    JSON.parse(valid)
    expect(jsonFault(valid)).toBe(valid.trimEnd().length)
  }
)

test('a key that its object has twice, also with an escape', () => {
  const twice = '{\n"a": 1,\n"b": [{ "c": 1,\n  "c": 2 }],\n  "\\u0061": 2 }'
  expect(jsonLines(twice).ofDuplicates()).toEqual([
    { key: 'c', line: 4 },
    { key: 'a', line: 5 }
  ])
  expect(jsonLines('{"a": {"b": 1}, "b": [{"a": 1}, {"a": 1}]}').ofDuplicates()).toEqual([])
})
