import { expect, test } from '@jest/globals'
import { jsonLines } from '../../src/config/json-lines.js'

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
  ['{\n"a": tru\n}', 2],
  ['{\n\n"a" 1}', 3],
  ['[1,\n2', 2],
  ['{\n"a": 1\n"b": 2}', 3]
])('%j is refused with the line of the error', (wrong, line) => {
  /** @type {Error | undefined} */
  let error
  try {
    JSON.parse(wrong)
  } catch (thrown) {
    error = /** @type {Error} */ (thrown)
  }
  expect(jsonLines(wrong).ofError(String(error?.message))).toBe(line)
})
