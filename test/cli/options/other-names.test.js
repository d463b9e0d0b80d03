import { expect, test } from '@jest/globals'
import { withLongNames } from '../../../src/cli/options/other-names.js'

const servers = ['node a.js', 'node b.js']

test.each([
  [
    ['-H', 'accept: text/html'],
    ['--header', 'accept: text/html']
  ],
  [['-Haccept: text/html'], ['--header', 'accept: text/html']],
  [
    ['-H', 'authorization=Bearer a=b'],
    ['--header', 'authorization: Bearer a=b']
  ],
  [
    ['-X', 'PUT', '-b', '{}'],
    ['--method', 'PUT', '--body', '{}']
  ],
  [['-XPUT'], ['--method', 'PUT']],
  [
    ['-m', 'POST'],
    ['--method', 'POST']
  ],
  [
    ['--data', 'a=1'],
    ['--body', 'a=1', '--header', 'content-type: application/x-www-form-urlencoded']
  ],
  [
    ['--data=a=1', '-H', 'Content-Type: text/plain'],
    ['--body', 'a=1', '--header', 'Content-Type: text/plain']
  ],
  [
    ['--data', '@item.json', '--header=content-type: application/json'],
    ['--body-file', 'item.json', '--header=content-type: application/json']
  ],
  [
    ['--path', '/-d'],
    ['--path', '/-d']
  ]
])('%j is %j', (typed, words) => {
  expect(withLongNames([...servers, ...typed])).toEqual([...servers, ...words])
})

test.each([
  [
    ['-d', '10'],
    /^-d: it is the body in curl, and the time in autocannon\. Allowed: --data <text>, or --duration <s>\.$/
  ],
  [['-d10'], /^-d: /],
  [['-c', '100'], /^-c: it is the number of connections in autocannon.* Allowed: --load <names>, or --config <file>/]
])('%j is refused with what is meant', (typed, message) => {
  expect(() => withLongNames([...servers, ...typed])).toThrow(message)
})
