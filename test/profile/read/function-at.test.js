import { expect, test } from '@jest/globals'
import { functionFinder } from '../../../src/profile/read/function-at.js'

const source = `import http from 'node:http'
async function query(ms) {
  await sleep(ms)
}
const handle = async (request, response) => {
  const rows = await query(1)
  rows.map(async row => {
    await row
  })
}
class Store {
  async read() {
    await query(2)
  }
}
await handle()
`
const frameAt = functionFinder(file =>
  file === '/app/server.js' ? source : file === '/app/broken.js' ? 'function (' : null
)

test.each([
  ['query', 3, 3, [2, 21]],
  ['handle', 6, 16, [5, 16]],
  ['', 8, 5, [7, 12]],
  ['read', 13, 5, [12, 13]],
  ['', 16, 1, [1, 1]]
])('%s at line %d, column %d', (name, line, column, start) => {
  const frame = frameAt({ name, file: '/app/server.js', line, column })
  expect([frame.line, frame.column]).toEqual(start)
  expect(frame).toMatchObject({ name: name || '(anonymous)', file: '/app/server.js', kind: 'javascript' })
})

test('a text that cannot be read or parsed gives a function without a start', () => {
  for (const file of ['/app/other.js', '/app/broken.js'])
    expect(frameAt({ name: 'f', file, line: 1, column: 3 })).toMatchObject({ name: 'f', line: null, column: null })
})
