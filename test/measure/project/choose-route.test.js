import { expect, test } from '@jest/globals'
import { chooseRoute, noUserRoute } from '../../../src/measure/project/choose-route.js'

/** @type {(path: string, bytes: number, other?: { statusCode?: number, isFile?: boolean }) => import('../../../src/measure/launch/ask-servers.js').TriedPath} */
function tried(path, bytes, { statusCode = 200, isFile = false } = {}) {
  const answer = { statusCode, contentType: 'text/plain', contentEncoding: 'identity', bytes, location: null }
  return { path, answer, isFile }
}

test.each([
  ['/health', 'health check'],
  ['/healthz', 'health check'],
  ['/api/v1/health-check', 'health check'],
  ['/_ready', 'health check'],
  ['/readyz', 'health check'],
  ['/live', 'health check'],
  ['/ping', 'health check'],
  ['/metrics', 'page of metrics'],
  ['/favicon.ico', 'static file'],
  ['/assets/app.js', 'static file'],
  ['/logout', 'side effect'],
  ['/admin/shutdown', 'side effect'],
  ['/', null],
  ['/items', null],
  ['/items.json', null],
  ['/api/healthy-recipes', null],
  ['/delivery', null],
  ['/shipping', null]
])('%s is: %s', (path, kind) => {
  expect(noUserRoute(path)).toBe(kind)
})

test('the largest response that a user asks for is chosen, and the others are named by size', () => {
  expect(
    chooseRoute([
      tried('/', 12),
      tried('/metrics', 9000),
      tried('/items', 700),
      tried('/users', 300),
      tried('/report', 8000, { isFile: true }),
      tried('/gone', 5000, { statusCode: 404 }),
      { path: '/events', answer: null, isFile: false }
    ])
  ).toEqual({ path: '/items', kind: null, others: ['/users', '/'] })
})

test('of equal responses the first one is chosen', () => {
  expect(chooseRoute([tried('/a', 5), tried('/b', 5)])?.path).toBe('/a')
})

test('what no user asks for is chosen only where nothing else responds', () => {
  const found = chooseRoute([tried('/', 9, { statusCode: 404 }), tried('/health', 2), tried('/metrics', 100)])
  expect(found).toEqual({ path: '/health', kind: 'health check', others: [] })
  expect(chooseRoute([tried('/', 9, { statusCode: 500 })])).toBeNull()
})
