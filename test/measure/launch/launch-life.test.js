import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { causeOf } from '../../../src/measure/launch/launch-life.js'
import { removeTemporaryFolders, temporaryFolder } from '../../helpers/temporary-folder.js'

removeTemporaryFolders()

const stack = ' 1: 0xb7b3e0 node::Abort() [node]\n'.repeat(40)

test.each([
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n', 'SIGABRT', { code: 'heap' }],
  ['Error [ERR_WORKER_OUT_OF_MEMORY]: Worker terminated due to reaching memory limit\n', null, { code: 'heap' }],
  ['Error: listen EADDRINUSE: address already in use :::3000\n', null, { code: 'taken-port', port: 3000 }],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:80\n', null, { code: 'taken-port', port: 80 }],
  ['', 'SIGKILL', { code: 'killed' }],
  ['TypeError: no\n', null, null]
])('%j and %s: %j', (line, signal, cause) => {
  const stderr = path.join(temporaryFolder(), 'stderr.log')
  writeFileSync(stderr, `before\n${line}${stack}`)
  expect(causeOf({ code: 1, signal }, stderr)).toEqual(cause)
})
