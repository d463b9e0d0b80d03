import { expect, test } from '@jest/globals'
import { findNodeBinary } from '../../src/system/node-binaries.js'

const { signal } = new AbortController()
const [major = '', minor = ''] = process.versions.node.split('.')

test.each([major, `v${major}`, `${major}.${minor}`, process.execPath])('%s is found', async wanted => {
  const found = await findNodeBinary(wanted, signal)
  expect(found?.version).toMatch(new RegExp(`^v${major}\\.`))
})

test.each(['1', `${major}.9999`, '/no/such/node', major.slice(0, 1)])('%s is not on this machine', async wanted => {
  expect(await findNodeBinary(wanted, signal)).toBeNull()
})
