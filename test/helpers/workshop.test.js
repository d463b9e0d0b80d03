import { afterEach, expect, jest, test } from '@jest/globals'
import { isRunning } from '../../src/system/processes.js'
import { startWorkshop } from './workshop.js'

jest.setTimeout(60_000)

/** @type {number[]} */
const started = []

// Registered after the helper's own, so it runs after it.
afterEach(() => {
  for (const pid of started.splice(0)) expect(isRunning(pid)).toBe(false)
})

test('a text that never comes is an error with the output, and the command is ended after the test', async () => {
  const { child, waitFor } = startWorkshop(['inspect', '--port', '0'])
  started.push(Number(child.pid))
  await waitFor('stdout', /The server listens on/)
  await expect(waitFor('stdout', /never printed/, { limitMs: 20 })).rejects.toThrow(
    /no \/never printed\/ within 20 ms.*The server listens on/s
  )
  expect(isRunning(Number(child.pid))).toBe(true)
})

test('a command that ends without a text is an error at once', async () => {
  const { waitFor } = startWorkshop(['fly'])
  await expect(waitFor('stdout', /never printed/)).rejects.toThrow(/ended without .*no command/s)
})
