import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { causeOf } from '../../../src/measure/launch/failure-causes.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const stack = ' 1: 0xb7b3e0 node::Abort() [node]\n'.repeat(40)

test.each([
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n', 'SIGABRT', { code: 'heap' }],
  ['Error [ERR_WORKER_OUT_OF_MEMORY]: Worker terminated due to reaching memory limit\n', null, { code: 'heap' }],
  ['Error: listen EADDRINUSE: address already in use :::1\n', null, { code: 'taken-port', port: 1, owner: null }],
  [
    'Error: listen EADDRINUSE: address already in use 127.0.0.1:2\n',
    null,
    { code: 'taken-port', port: 2, owner: null }
  ],
  [
    'Error: listen EADDRINUSE: address already in use /run/a.sock\n',
    null,
    { code: 'taken-socket', what: '/run/a.sock' }
  ],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432\n', null, { code: 'no-connection', what: '127.0.0.1:5432' }],
  [
    'AggregateError [ECONNREFUSED]\n  Error: connect ECONNREFUSED ::1:6379\n',
    null,
    { code: 'no-connection', what: '::1:6379' }
  ],
  ['Error: getaddrinfo ENOTFOUND db.internal\n', null, { code: 'unknown-host', what: 'db.internal' }],
  ["Error: Cannot find module '/srv/no such.js'\n", null, { code: 'no-file', what: '/srv/no such.js' }],
  ["Error: Cannot find module '@scope/a/b.js'\n", null, { code: 'no-package', what: '@scope/a' }],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /srv/a.mjs\n",
    null,
    { code: 'no-package', what: 'express' }
  ],
  ["Error: Cannot find module './b.js'\n", null, null],
  ['', 'SIGKILL', { code: 'killed' }],
  ['TypeError: no\n', null, null]
])('%j and %s: %j', (line, signal, cause) => {
  const stderr = path.join(temporaryFolder(), 'stderr.log')
  writeFileSync(stderr, `before\n${line}${stack}`)
  expect(causeOf(stderr, { signal })).toEqual(cause)
})
