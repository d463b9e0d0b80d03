import { expect, test } from '@jest/globals'
import { categoriseFrame } from '../../../src/profile/tree/frames.js'

/** @import { Frame } from '../../../src/profile/types.js' */

/**
 * @param {string} file
 * @param {Frame['kind']} [kind]
 */
function categoryOf(file, kind = 'javascript') {
  const { group, packageName } = categoriseFrame({ name: 'f', file, line: 1, column: 1, kind })
  return packageName === null ? group : `${group} ${packageName}`
}

test.each([
  ['/srv/app/server.js', 'app'],
  ['/srv/app/my_node_modules/server.js', 'app'],
  ['/srv/app/node_modules/express/lib/express.js', 'package express'],
  ['/srv/app/node_modules/@scope/name/index.js', 'package @scope/name'],
  ['/srv/app/node_modules/express/node_modules/cookie-signature/index.js', 'package cookie-signature'],
  ['/srv/app/node_modules/.pnpm/express@5.1.0/node_modules/express/index.js', 'package express'],
  ['/srv/app/node_modules/.pnpm/@a+b@1.0.0/node_modules/@a/b/index.js', 'package @a/b'],
  ['C:\\app\\node_modules\\@scope\\name\\index.js', 'package @scope/name'],
  ['node:internal/streams/writable', 'core'],
  ['', 'app'],
  ['evalmachine.<anonymous>', 'app']
])('%s is of: %s', (file, category) => {
  expect(categoryOf(file)).toBe(category)
})

test('code that is not JavaScript is native, wherever its library is; garbage collection is a group of its own', () => {
  expect(categoryOf('/srv/app/node_modules/addon/build/addon.node', 'native')).toBe('native')
  expect(categoryOf('', 'program')).toBe('native')
  expect(categoryOf('', 'gc')).toBe('gc')
})
