import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { askedLogin } from '../../../src/compare/requests/asked-login.js'
import { askedRequests } from '../../../src/compare/requests/asked-requests.js'
import { requestsOf } from '../../../src/compare/requests/requests-file.js'
import { masked } from '../../../src/errors/secrets.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const measured = [{ path: '/a', headers: {} }]
const example = path.resolve('examples/login/token.json')

/** @param {string} text */
function fileOf(text) {
  const file = path.join(temporaryFolder(), 'login.json')
  writeFileSync(file, text)
  return file
}

test('a body that is no text is sent as JSON, uncompressed, by POST', async () => {
  const [request] = (await askedLogin(example, measured)) ?? []
  expect(request).toEqual({
    path: '/token',
    method: 'POST',
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'content-type': 'application/json' },
    body: '{"user":"ada","password":"swordfish"}',
    capture: { token: 'json $.data.access_token' }
  })
  expect(masked('json $.data.access_token')).toBe('json $.data.access_token')
})

test('a later request of a login can use what an earlier one captured, and capture nothing', async () => {
  const login = [
    { path: '/form', capture: { csrf: 'cookie csrf' } },
    { path: '/login', body: 'csrf={{csrf}}' }
  ]
  expect(await askedLogin(login, measured)).toMatchObject([{ capture: { csrf: 'cookie csrf' } }, { capture: {} }])
  await expect(askedLogin(login.toReversed(), measured)).rejects.toMatchObject({
    message: expect.stringMatching(/^login: nothing before POST \/login captures \{\{csrf\}\}\. Allowed: a file/)
  })
})

test.each([
  ['an empty file', ' \n', /login\.json:1: the file is empty/],
  ['a file that is cut off', '[\n{ "path": "/a"', /login\.json:2: it is no JSON, or cut off here/],
  ['a page', '<!doctype html>', /login\.json:1: it is no JSON, or cut off here/],
  ['YAML', 'scenarios: []', /login\.json:1: it is no JSON, or cut off here/],
  ['a binary file', 'a\0b', /login\.json:1: it is no JSON, or cut off here/],
  ['a HAR file', '{"log":{"entries":[]}}', /is a HAR file, which --requests reads/],
  ['a configuration', '{"servers":[]}', /is a configuration, which --config reads/],
  ['JSON that is no list', '{}', /is JSON without a list/],
  ['no request', '[]', /login\.json:1: login must be not empty/],
  ['a request without a path', '[\n{}]', /login\.json:2: login\[0\] needs the key path/],
  [
    'an unknown key',
    '[{"path":"/a",\n"captures":{}}]',
    /:2: login\[0\]\.captures is no key \(did you mean capture\?\)/
  ],
  [
    'an unknown source',
    '[{"path":"/a","capture":{"a":"body x"}}]',
    /capture\.a must be a string such as "json \$\.token"/
  ],
  [
    'an unknown source of a secret',
    '[{"path":"/a","capture":{"token":"xpath //a"}}]',
    /capture\.token must be .*, and is "xpath \/\/a"/
  ],
  [
    'a path of JSON without its start',
    '[{"path":"/a","capture":{"token":"json data.id"}}]',
    /and is "json data\.id", without \$\. before its path\./
  ],
  [
    'GET with a body',
    '[{"path":"/a","method":"GET","body":"x"}]',
    /--login: a GET request has no body\. Allowed: method POST/
  ],
  ['a deep file', '['.repeat(1e5), /it is nested too deeply/]
])('%s is one sentence with what is allowed', async (_what, text, message) => {
  const asked = askedLogin(fileOf(text), measured)
  await expect(asked).rejects.toMatchObject({ code: 'ERR_BAD_OPTION', exitCode: 2 })
  await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(message) })
  await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(/^--login: [^\n]+\. Allowed: [^\n]+\.$/) })
})

test('a folder, a pipe, a huge and a missing file are one sentence with the name', async () => {
  const folder = temporaryFolder()
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const [file, problem] of [
    [folder, 'it is a folder, not a file'],
    [pipe, 'it is a pipe, not a file'],
    [fileOf(' '.repeat(1_500_000)), 'it has 2 MB, and at most 1 MB are read'],
    [path.join(folder, 'none.json'), 'ENOENT']
  ])
    await expect(askedLogin(file, measured)).rejects.toMatchObject({
      code: 'ERR_BAD_OPTION',
      message: expect.stringMatching(`--login: ${file} cannot be read: ${problem}.*; name a file of text\\. Allowed: `)
    })
})

test('a file that is not there is named with the folder in which it was looked for', async () => {
  await expect(askedLogin('none.json', measured)).rejects.toMatchObject({
    message: expect.stringContaining(`--login: ${path.resolve('none.json')} cannot be read: ENOENT`)
  })
})

test('no error has a password of the file', async () => {
  const body = { password: 'planted-password-1' }
  const asked = askedLogin(fileOf(JSON.stringify([{ path: '/a', body, captures: body }])), measured)
  await expect(asked).rejects.toMatchObject({ message: expect.not.stringContaining('planted') })
})

test.each([
  ['a path', { path: '/a/{{tokn}}', headers: {} }],
  ['a header', { path: '/a', headers: { authorization: 'Bearer {{tokn}}' } }],
  ['a body', { path: '/a', headers: {}, body: '{"a":"{{tokn}}"}' }]
])('an unknown name in %s is refused, with the one that is meant', async (_where, request) => {
  await expect(askedLogin(example, [request])).rejects.toMatchObject({
    message: expect.stringMatching(/captures \{\{tokn\}\} \(did you mean token\?\)\. Allowed: \{\{token\}\}\./)
  })
})

test('without a login a body can have braces, and a path cannot', async () => {
  expect(await askedLogin(undefined, [{ path: '/a', headers: {}, body: 'Dear {{name}}' }])).toBe(undefined)
  await expect(askedLogin(undefined, [{ path: '/{{id}}', headers: {} }])).rejects.toMatchObject({
    message: expect.stringMatching(/such as --login login\.json\.$/)
  })
})

test('a request can have names in its path, and begin with one', () => {
  const lines = ['3x GET /items/{{id}}/parts?of={{id}}', 'GET {{location}}/parts', 'GET /ä']
  const requests = askedRequests(requestsOf(lines, { option: '--request', folder: '.' }))
  expect(requests.map(({ path: each }) => each)).toEqual([
    '/items/{{id}}/parts?of={{id}}',
    '{{location}}/parts',
    '/%C3%A4'
  ])
  expect(() => askedRequests([{ path: '{{a}} b' }])).toThrow(/is no path/)
})
