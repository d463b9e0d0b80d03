import { expect, test } from '@jest/globals'
import { sentRequests } from '../../../src/measure/rounds/play-slices.js'

const headers = { accept: '*/*' }
const request = { path: '/a', headers }
const requests = [
  { name: 'GET /a', weight: 3, ...request },
  { name: 'POST /b', weight: 1, path: '/b', method: 'POST', headers, body: '{}' }
]
const origin = 'http://127.0.0.1:80'

test('one request is sent as it is', () => {
  expect(sentRequests({ request }, { origin }, { seed: 1, slice: 0 })).toEqual({ url: `${origin}/a`, headers })
})

test('one of several is sent alone', () => {
  const sent = sentRequests({ request, requests }, { origin }, { name: 'POST /b', seed: 1, slice: 0 })
  expect(sent).toEqual({ url: `${origin}/b`, method: 'POST', headers, body: '{}' })
  expect(() => sentRequests({ request, requests }, { origin }, { name: 'GET /c', seed: 1, slice: 0 })).toThrow(
    /GET \/c/
  )
})

test('a mix has the same order in all slices of a run, from different places on', () => {
  const orders = [0, 1, 2, 3, 4, 5].map(
    slice => sentRequests({ request, requests }, { origin }, { seed: 1, slice }).mix?.order ?? []
  )
  for (const order of orders) {
    expect(order.toSorted()).toEqual([0, 0, 0, 1])
    expect([...order, ...order].join('')).toContain(orders[0]?.join(''))
  }
  expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
})
