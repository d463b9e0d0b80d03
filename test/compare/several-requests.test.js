import { expect, test } from '@jest/globals'
import { compare } from '../../src/compare/index.js'

const command = ['node', 'server.js']
const servers = [
  { name: 'old', command },
  { name: 'new', command }
]

test.each([
  ['several requests beside one', { request: { path: '/a' }, requests: [{ path: '/b' }] }, /there is a request too/],
  ['no request', { requests: [] }, /requests must be not empty/],
  [
    'a weight that is none',
    { requests: [{ path: '/b', weight: 0.5 }] },
    /requests\[0\]\.weight must be .*, and is 0\.5/
  ]
])('%s: refused before a server starts', async (_what, options, message) => {
  await expect(compare({ servers, ...options })).rejects.toMatchObject({
    code: 'ERR_BAD_OPTION',
    message: expect.stringMatching(message)
  })
})
