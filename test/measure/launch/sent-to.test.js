import { expect, test } from '@jest/globals'
import { namesIn, sentTo } from '../../../src/measure/launch/sent-to.js'

const origin = 'http://127.0.0.1:4000'
const values = { id: 'a/b "c"', location: 'http://localhost:3999/items/7?x=1', token: 't1' }
const launch = { origin, login: { values } }

test('the names in a text are found, with and without spaces', () => {
  expect(namesIn('{{a}} {{ b-1 }} {{ $c d }} {d} {{}} {{ }}')).toEqual(['a', 'b-1', '$c d'])
})

test.each([
  ['/items/{{id}}', '/items/a%2Fb%20%22c%22'],
  ['{{location}}&y=2', '/items/7?x=1&y=2'],
  ['{{token}}', '/t1'],
  ['/plain', '/plain'],
  ['/{{unknown}}', '/{{unknown}}']
])('the path %s becomes %s', (path, expected) => {
  expect(sentTo(launch, { path, headers: {} }).url).toBe(origin + expected)
})

test.each([
  ['application/json', '{"id":"a/b \\"c\\""}', '{"id":"{{id}}"}'],
  ['application/x-www-form-urlencoded', 'id=a%2Fb%20%22c%22', 'id={{id}}'],
  ['text/plain', 'a/b "c"', '{{id}}']
])('a body of %s stays one', (type, expected, body) => {
  expect(sentTo(launch, { path: '/', headers: { 'content-type': type }, body }).body).toBe(expected)
})

test('headers have the values as they are, and nothing is changed without a login', () => {
  const request = { path: '/{{a}}', method: 'PUT', headers: { cookie: 'a={{token}}; b={{token}}' }, body: '{{token}}' }
  expect(sentTo(launch, request).headers.cookie).toBe('a=t1; b=t1')
  const { path, ...sent } = request
  expect(sentTo({ origin, login: null }, request)).toEqual({ url: origin + path, ...sent })
})
