import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { askedRequests } from '../../../src/compare/requests/asked-requests.js'
import { requestsOfFile } from '../../../src/compare/requests/requests-file.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const folder = path.resolve('test/fixtures/requests')
const usual = { accept: '*/*', 'accept-encoding': 'gzip' }

/** @param {string} name */
function readFixture(name) {
  const { requests, leftOut } = requestsOfFile(path.join(folder, name))
  return {
    requests: askedRequests(requests),
    leftOut: Object.fromEntries(leftOut.map(each => [each.what, each.count]))
  }
}

/** @param {string} name @param {string} text */
function readText(name, text) {
  const file = path.join(temporaryFolder(), name)
  writeFileSync(file, text)
  return () => requestsOfFile(file)
}

test('an artillery script: weights of scenarios and loops, base path, headers, json, form and query', () => {
  const { requests, leftOut } = readFixture('shop.yml')
  const headers = { ...usual, authorization: 'Bearer 123' }
  expect(requests).toEqual([
    { name: 'GET /api/products?page=2', weight: 4, path: '/api/products?page=2', headers },
    {
      name: 'GET /api/products/7?full=1',
      weight: 6,
      path: '/api/products/7?full=1',
      headers: { ...headers, accept: 'application/json' }
    },
    {
      name: 'POST /api/cart',
      weight: 1,
      method: 'POST',
      path: '/api/cart',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"id":7,"count":1}'
    },
    {
      name: 'PUT /api/address',
      weight: 1,
      method: 'PUT',
      path: '/api/address',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'city=S%C3%A3o+Paulo'
    }
  ])
  expect(leftOut).toEqual({
    'config.phases': 1,
    'config.plugins': 1,
    'get.capture': 1,
    think: 2,
    log: 1,
    'post.expect': 1
  })
})

test.each([
  ['a template', '- get: { url: "/items/{{ id }}" }', /a template \{\{ \}\} in get \/items/],
  ['a template in a body', '- post: { url: "/items", json: { id: "{{ id }}" } }', /a template/],
  ['a condition', '- get: { url: "/items", ifTrue: "id" }', /ifTrue of get \/items/],
  ['a hook that changes the request', '- get: { url: "/items", beforeRequest: "sign" }', /beforeRequest of get/],
  ['a loop over a list', '- loop: [{ get: { url: "/" } }]\n        over: "ids"', /a loop without a fixed count/],
  ['another server', '- get: { url: "http://other/items" }', /a request to http:\/\/other/],
  [
    'headers that are no texts',
    '- get: { url: "/items", headers: { a: { b: 1 } } }',
    /headers of get \/items that are no/
  ],
  ['a step that is a list', '- [get, "/items"]', /a flow that is no list of steps/],
  [
    'a header with several values',
    '- get: { url: "/items", headers: { a: [1] } }',
    /headers of get \/items that are no/
  ],
  ['a list for a form', '- post: { url: "/items", form: [1] }', /form of post \/items that are no names with values/],
  ['a text for a query', '- get: { url: "/items", qs: "a=b" }', /qs of get \/items that are no names with values/],
  ['a url that is no text', '- get: { url: { toString: 1 } }', /get with a url that is no text/],
  ['a loop without end', '- loop: [{ get: { url: "/" } }]\n        count: .inf', /a loop without a fixed count/],
  [
    'a body that contains itself',
    '- post: { url: "/items", json: &a [*a] }',
    /the file cannot be read: Converting circular/
  ],
  [
    'a header that cannot be sent',
    '- get: { url: "/items", headers: { a: "Ж" } }',
    /a header of GET \/items cannot be sent: a/
  ],
  ['a body of a GET', '- get: { url: "/items", body: "x" }', /a GET request has no body/]
])('an artillery script with %s is refused', (_what, step, message) => {
  const read = readText('script.yml', `config: { target: "http://localhost" }\nscenarios:\n  - flow:\n      ${step}\n`)
  expect(() => askedRequests(read().requests)).toThrow(message)
})

test.each([
  ['no YAML', 'a: [', /the file cannot be read/],
  ['no script', 'a: 1', /no artillery script/],
  ['nested too deeply', '['.repeat(20_000), /script\.yml: the file is nested too deeply/],
  ['nested too deeply in blocks', '- '.repeat(20_000), /script\.yml: the file is nested too deeply/],
  ['a script without scenarios', 'config:\nscenarios: []', /no artillery script/]
])('a .yml file that is %s is refused', (_what, text, message) => {
  expect(readText('script.yml', text)).toThrow(message)
})

test.each(['"3"', '.nan', '{ a: 1 }'])('a script whose weight is %s is refused', weight => {
  const script = `scenarios: [{ weight: ${weight}, flow: [{ get: { url: "/" } }] }]`
  expect(readText('script.yml', script)).toThrow(/script\.yml: the script has the weight ("3"|null|\{"a":1\}), which/)
})

/** @type {[what: string, make: (file: string) => void, message: RegExp][]} */
const inPlaceOfFiles = [
  ['a folder', file => mkdirSync(file), /it is a folder/],
  ['a pipe', file => void execFileSync('mkfifo', [file]), /it is a pipe/],
  ['a device', file => symlinkSync('/dev/zero', file), /it is a device/],
  ['a link to nothing', file => symlinkSync('/no/such', file), /it is a link to nothing/]
]

test.each(inPlaceOfFiles)(
  '%s in place of a file, or of a body in a list, is refused with its name',
  (_what, make, message) => {
    const folder = temporaryFolder()
    for (const name of ['a.har', 'body']) make(path.join(folder, name))
    writeFileSync(path.join(folder, 'urls.txt'), 'POST /a @body')
    expect(() => requestsOfFile(path.join(folder, 'a.har'))).toThrow(/a\.har: /)
    expect(() => requestsOfFile(path.join(folder, 'a.har'))).toThrow(message)
    expect(() => requestsOfFile(path.join(folder, 'urls.txt'))).toThrow(/urls\.txt: .*body cannot be read: it is a/)
  }
)

test.each([
  ['its size', { bodySize: 12 }],
  ['its length', { headers: [{ name: 'Content-Length', value: '12' }] }]
])('a HAR entry with a body of which the file has only %s is left out', (_what, known) => {
  const url = 'http://localhost/items'
  const entries = [{ request: { method: 'POST', url, ...known } }, { request: { method: 'GET', url } }]
  const { requests, leftOut } = readText('session.har', JSON.stringify({ log: { entries } }))()
  expect(requests.map(({ method }) => method)).toEqual(['GET'])
  expect(leftOut).toEqual([{ what: 'unknown-body', count: 1 }])
})

test('a HAR file: requests to one server, equal ones with their number, with cookies and without headers of the connection', () => {
  const { requests, leftOut } = readFixture('session.har')
  expect(requests).toEqual([
    {
      name: 'GET /items?page=1',
      weight: 2,
      path: '/items?page=1',
      headers: { ...usual, accept: 'application/json', cookie: 'session=abc; theme=dark' }
    },
    {
      name: 'POST /cart',
      weight: 1,
      method: 'POST',
      path: '/cart',
      headers: { ...usual, 'content-type': 'application/json' },
      body: '{"id":7}'
    },
    {
      name: 'POST /search',
      weight: 1,
      method: 'POST',
      path: '/search',
      headers: { ...usual, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'q=a+b'
    }
  ])
  expect(leftOut).toEqual({
    'not-http': 1,
    'conditional-header': 1,
    'unknown-body': 1,
    'other-method': 1,
    'other-status': 1,
    'other-server': 1
  })
})

test.each(['', '[]', '{"log":{}}', '{"log":{"entries":[1]}}', '{"log":{"entries":[{"request":{"url":"http://a"}}]}}'])(
  '%j is no HAR file',
  text => {
    expect(readText('session.har', text)).toThrow(/no HAR file/)
  }
)

test.each([
  ['headers', '"x"'],
  ['headers', '[{"name":"a"}]'],
  ['headers', '[{"name":"a","value":{}}]'],
  ['postData', '{"text":1}'],
  ['postData', '{"params":[null]}'],
  ['bodySize', '"12"']
])('a HAR file whose %s are %s is refused with the entry', (key, value) => {
  const text = `{"log":{"entries":[{"request":{"method":"GET","url":"http://a/","${key}":${value}}}]}}`
  expect(readText('session.har', text)).toThrow(/session\.har: it is no HAR file: log\.entries\[0\] has/)
})

test('in a HAR file null is as nothing, a parameter can be without a value, and a header can have any name', () => {
  const params = [{ name: 'a' }, { name: 'b', value: null }]
  const mimeType = 'application/x-www-form-urlencoded'
  const headers = ['constructor', '__proto__'].map(name => ({ name, value: 'x' }))
  const requests = [
    { method: 'GET', url: 'http://a/1', headers: null, postData: null, bodySize: null },
    { method: 'POST', url: 'http://a/2', headers, postData: { mimeType, text: null, params } }
  ]
  const text = JSON.stringify({ log: { entries: requests.map(request => ({ request, response: null })) } })
  const read = readText('session.har', text)().requests
  expect(read).toMatchObject([{ path: '/1' }, { path: '/2', body: 'a=&b=' }])
  expect(Object.entries(read[1]?.headers ?? {})).toEqual([
    ['constructor', 'x'],
    ['__proto__', 'x']
  ])
})

test('a list: paths or URLs, weights, methods, bodies of files beside it, comments', () => {
  expect(readFixture('urls.txt').requests).toEqual([
    { name: 'GET /items?page=1', weight: 9, path: '/items?page=1', headers: usual },
    { name: 'GET /items/7', weight: 1, path: '/items/7', headers: usual },
    { name: 'POST /items', weight: 2, method: 'POST', path: '/items', headers: usual, body: 'one item, Zoë' }
  ])
})

test.each([
  ['no path', 'items', /urls\.txt: "items" is no request/],
  ['a long line', 'x'.repeat(1e6), /urls\.txt: "x{360}… \(1,000,000 characters\)" is no request/],
  ['a weight without end', `${'9'.repeat(400)}x GET /a`, /is no request/],
  ['several servers', 'http://a/\nhttp://b/', /of several servers: http:\/\/a, http:\/\/b/],
  ['a body that is not there', 'POST /a @none.json', /ENOENT/]
])('a list with %s is refused', (_what, text, message) => {
  expect(readText('urls.txt', text)).toThrow(message)
})

test('a list without a request, with a weight of 0, or with more than 20 different requests is refused', () => {
  expect(() => askedRequests(readText('urls.txt', '# nothing\n')().requests)).toThrow(/there is no request/)
  expect(() => askedRequests([{ path: '/a', weight: 0 }])).toThrow(/0 is no weight/)
  const many = Array.from({ length: 21 }, (_, index) => ({ path: `/${index}` }))
  expect(() => askedRequests(many)).toThrow(/21 different requests/)
  expect(askedRequests([...many.slice(1), ...many.slice(1)])).toHaveLength(20)
})

test('requests that differ in body or headers alone have names of their own', () => {
  const requests = askedRequests([
    { path: '/a', body: '1' },
    { path: '/a', body: '2' },
    { path: '/a', body: '1', name: 'x' }
  ])
  expect(requests.map(({ name }) => name)).toEqual(['POST /a', 'POST /a (2)', 'x'])
})

test('the server of a HAR file is the one with the most requests that can be measured', () => {
  const entry = (/** @type {string} */ url, method = 'GET', status = 200) => ({
    request: { method, url },
    response: { status }
  })
  const tracked = ['/1', '/2', '/3'].map(path => entry(`https://tracker.example${path}`, 'OPTIONS', 204))
  const entries = [...tracked, entry('https://shop.example/a'), entry('https://shop.example/b')]
  const { requests, leftOut, origin } = readText('a.har', JSON.stringify({ log: { entries } }))()
  expect(origin).toBe('https://shop.example')
  expect(requests.map(({ path }) => path)).toEqual(['/a', '/b'])
  expect(leftOut).toEqual([{ what: 'other-server', count: 3 }])
})
