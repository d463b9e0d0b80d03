import { expect, test } from '@jest/globals'
import { startTally } from '../../src/load/tally.js'

test('responses are counted by encoding, whatever its name', () => {
  const tally = startTally()
  for (const encoding of ['gzip', 'constructor', '__proto__', 'gzip']) tally.encoded(encoding)
  const { contentEncodings } = tally.finish({ sent: 0, timeouts: 0, bytesRead: 0 })
  expect(Object.entries(contentEncodings)).toEqual([
    ['gzip', 2],
    ['constructor', 1],
    ['__proto__', 1]
  ])
})

test('a server with a new encoding per response leaves a few short ones', () => {
  const tally = startTally()
  for (let count = 0; count < 1000; count++) tally.encoded(`${count}-${'x'.repeat(10_000)}`)
  const encodings = Object.keys(tally.finish({ sent: 0, timeouts: 0, bytesRead: 0 }).contentEncodings)
  expect(encodings).toHaveLength(10)
  expect(encodings.every(name => name.length <= 60)).toBe(true)
})
