import { expect, test } from '@jest/globals'
import { parseInPieces } from '../../src/profilers/profile-files.js'
import { recording } from '../helpers/recordings.js'

const PIECES = [1, 7, 100, 1e6]

test.each([
  ['{}'],
  ['\ufeff { "a" : [ ] , "b" : [1, -2.5e3, [3, {"c": [4, 5]}], null] }\n'],
  ['{"a,]}\\"\\\\":["b,[{\\"", "é€😀,", {"d":"]"}],"e":{"f":[1,2,3],"g":[4]},"h":"i,j","k":false}'],
  [recording('cpu-prof/node-24/esm.cpuprofile')]
])('an object has the same content in pieces of any size: %.40s', text => {
  const content = JSON.parse(text.trim())
  for (const bytes of PIECES) expect(parseInPieces(Buffer.from(text), bytes)).toEqual(content)
})

test.each([
  '',
  ' ',
  '[1]',
  '"a"',
  '{',
  '{"a":[1,2',
  '{"a":[1,,2]}',
  '{"a":1,}',
  '{"a":1} 2',
  '{"a":[1}',
  'x{}',
  '{"a":"b',
  '{"a":[1,]}',
  '{"a":[ ,1]}',
  '{,"a":1}'
])('what is no object is refused: %j', text => {
  for (const bytes of PIECES) expect(() => parseInPieces(Buffer.from(text), bytes)).toThrow(SyntaxError)
})
