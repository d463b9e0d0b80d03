import { expect, test } from '@jest/globals'
import { capturedValue } from '../../../src/measure/launch/captured-value.js'

const body = JSON.stringify({ data: { items: [{ id: 7, 'the name': 'lamp', ok: false }], text: 'a\nb', none: null } })
const headers = {
  location: '/items/7',
  'set-cookie': ['a=1; Path=/', 'sid=old', 'sid=new==; HttpOnly', 'gone=; Max-Age=0']
}
const response = { statusCode: 201, headers, body }

test.each([
  ['status', '201'],
  ['header Location', '/items/7'],
  ['cookie sid', 'new=='],
  ['json $.data.items[0].id', '7'],
  ["json $.data.items[0]['the name']", 'lamp'],
  ['json $.data.items[0].ok', 'false']
])('%s is captured', (source, value) => {
  expect(capturedValue(source, response)).toEqual({ value })
})

test.each([
  ['header etag', ['location', 'set-cookie']],
  ['cookie session', ['a', 'sid', 'gone']],
  ['cookie gone', ['a', 'sid', 'gone']],
  ['json $.data.token', ['items', 'text', 'none']],
  ['json $.data.items[3]', ['0']],
  ['json $.data.none.id', []],
  ['json $.toString', ['data']],
  ['json $.data', ['data']],
  ['json $.data.text', ['items', 'text', 'none']],
  ['json $.data.none', ['items', 'text', 'none']]
])('%s is not there, and what is there is named', (source, found) => {
  expect(capturedValue(source, response)).toEqual({ found })
})

test('a body that is no JSON has no values', () => {
  expect(capturedValue('json $.id', { ...response, body: '<html>' })).toEqual({ found: null })
})

test('a whole body can be a value', () => {
  expect(capturedValue('json $', { ...response, body: '"abc"' })).toEqual({ value: 'abc' })
})
